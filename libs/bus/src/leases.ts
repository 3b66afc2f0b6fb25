import { Lease } from '#libs/contracts';
import { type BusLink } from './bus-link.js';
import { KvBucket, type KvItem } from './kv-bucket.js';
import { type KvChange } from './kv-view.js';
import { watchBucket } from './kv-watch.js';

/**
 * Who records what, by VOD uuid; a lease ends 5 s after its last renewal. Whoever holds one renews it every 1.5 s with
 * the revision that `take` or the last `renew` gave.
 */
export class Leases {
  readonly #bucket: KvBucket<Lease>;

  constructor(link: BusLink) {
    this.#bucket = new KvBucket(link, 'lease', Lease);
  }

  /**
   * Takes a lease that nobody holds.
   * @returns its revision, or null when somebody else holds it
   * @throws OutsideError `bus-unavailable` - it is not known whether it was taken: look with `get`
   */
  take(lease: Lease): Promise<number | null> {
    return this.#bucket.create(lease.vodUuid, lease);
  }
  /** @returns the next revision, or null when the lease ran out or has another holder */
  renew(lease: Lease, revision: number): Promise<number | null> {
    return this.#bucket.update(lease.vodUuid, lease, revision);
  }
  /**
   * Gives the lease back, so that the next recorder need not wait for its end.
   * @returns false when it was not ours any more
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
   * As {@link Assignments.watch}; a delete says whether the lease was given back (`deleted`) or ran out (`expired`).
   * Renewals are received as `put`.
   */
  watch(tell: (change: KvChange<Lease>) => void): Promise<() => void> {
    return watchBucket(this.#bucket, { expires: true, tell });
  }
}
