import { Lease } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { KvBucket, type KvItem } from './kv-bucket.js';
import { type KvChange } from './kv-view.js';
import { watchBucket } from './kv-watch.js';

/** A lease expires this long after its last renewal. */
export const LEASE_TTL_MS = 5_000;

/**
 * Which recorder records which VOD, by VOD uuid. A lease expires {@link LEASE_TTL_MS} after its last renewal. The
 * holder renews it every 1.5 s with the revision that `take` or the last `renew` returned.
 */
export class Leases {
  readonly #bucket: KvBucket<Lease>;

  constructor(link: BusLink) {
    this.#bucket = new KvBucket(link, 'lease', Lease);
  }

  /**
   * Acquires a lease that is free.
   * @returns its revision, or null if another recorder holds it
   * @throws OutsideError `bus-unavailable` - unknown whether it was acquired: check with `get`
   */
  take(lease: Lease): Promise<number | null> {
    return this.#bucket.create(lease.vodUuid, lease);
  }
  /** @returns the next revision, or null if the lease has expired or has another holder */
  renew(lease: Lease, revision: number): Promise<number | null> {
    return this.#bucket.update(lease.vodUuid, lease, revision);
  }
  /**
   * Releases the lease, so that the next recorder does not have to wait until it expires.
   * @returns false if this recorder no longer held it
   */
  release(vodUuid: string, revision: number): Promise<boolean> {
    return this.#bucket.deleteRevision(vodUuid, revision);
  }
  get(vodUuid: string): Promise<KvItem<Lease> | null> {
    return this.#bucket.get(vodUuid);
  }
  all(): Promise<KvItem<Lease>[]> {
    return this.#bucket.all();
  }
  /**
   * Like {@link Assignments.watch}. A delete states whether the lease was released (`deleted`) or expired (`expired`).
   * Renewals arrive as `put`.
   */
  watch(listener: (change: KvChange<Lease>) => void): Promise<() => void> {
    return watchBucket(this.#bucket, { expires: true, listener });
  }
}
