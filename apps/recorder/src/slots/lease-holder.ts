import { LEASE_TTL_MS, type Leases } from '#libs/bus';
import { type Lease } from '#libs/contracts';
import { systemClock, type Clock } from '#libs/media';

export type LeaseStore = Pick<Leases, 'take' | 'renew' | 'release' | 'get'>;

/** Longest time that a put waits for NATS to confirm the lease. */
const CONFIRM_LIMIT_MS = 1000;

/**
 * A lease that this recorder holds. While NATS does not answer, the lease is neither renewed nor given up: overlap,
 * never a gap. The lease is lost only if another holder is *seen*.
 */
export class LeaseHolder {
  /** Last renewal, or last attempt at one that got no answer; ms since the Unix epoch. */
  private checkedAt: number;
  private lost = false;
  private released = false;
  /** Operations that have not ended. */
  private pending = 0;
  private lastOperation: Promise<unknown> = Promise.resolve();

  private lease: Lease;
  private revision: number;
  /** The recorder before has released the lease just now, and writes until this one does. */
  readonly isHandedOver: boolean;

  /** @param acquired the lease and the revision at which it was taken */
  constructor(
    acquired: { readonly lease: Lease; readonly revision: number; readonly isHandedOver?: boolean },
    private readonly store: LeaseStore,
    private readonly clock: Pick<Clock, 'now' | 'sleep'> = systemClock,
  ) {
    this.lease = acquired.lease;
    this.revision = acquired.revision;
    this.isHandedOver = acquired.isHandedOver ?? false;
    this.checkedAt = clock.now();
  }

  get partId(): string {
    return this.lease.partId;
  }

  /** Records that another recorder holds the lease. */
  markLost(): void {
    this.lost = true;
  }

  /** @returns false if another recorder holds the lease; true also while NATS does not answer */
  renew(): Promise<boolean> {
    return this.inOrder(() => this.renewOnce());
  }

  /** The periodic renewal; skipped while an earlier one still waits for NATS. */
  async tick(): Promise<boolean> {
    return this.pending > 0 ? !this.lost : this.renew();
  }

  /** Writes the next part's id into the lease before anything is stored under it. */
  nextPart(partId: string): Promise<boolean> {
    this.lease = { ...this.lease, partId };
    return this.renew();
  }

  /**
   * Whether this process may still write. The write queue calls it before every put. It checks the lease only if
   * `LEASE_TTL_MS` has passed without a renewal, as after a SIGSTOP, and at most once in that time.
   */
  async mayWrite(): Promise<boolean> {
    if (this.lost) return false;
    const now = this.clock.now();
    if (this.released || now - this.checkedAt <= LEASE_TTL_MS) return true;
    this.checkedAt = now;
    return Promise.race([this.renew(), this.clock.sleep(CONFIRM_LIMIT_MS).then(() => !this.lost)]);
  }

  /**
   * Releases the lease for a successor; this process may continue to write its part.
   * @returns false if NATS does not confirm it: then nobody can take the lease before it expires
   */
  release(): Promise<boolean> {
    this.released = true;
    return this.inOrder(async () => {
      if (this.lost) return true;
      return this.store.release(this.lease.vodUuid, this.revision).then(
        () => true,
        () => false,
      );
    });
  }

  private async renewOnce(): Promise<boolean> {
    if (this.lost || this.released) return !this.lost;
    try {
      const { lease } = this;
      const revision = (await this.store.renew(lease, this.revision)) ?? (await this.regain());
      if (revision === null) {
        this.lost = true;
        return false;
      }
      this.revision = revision;
    } catch {
      // NATS does not answer. Either no other recorder can take the lease now, or a later renewal finds the other one.
    }
    this.checkedAt = this.clock.now();
    return true;
  }

  /**
   * Renews with the revision of the bucket. The known one is outdated: the lease expired, a reply was lost, or another
   * recorder has taken the lease.
   * @returns the new revision; null if another recorder holds the lease
   */
  private async regain(): Promise<number | null> {
    const found = await this.store.get(this.lease.vodUuid);
    if (!found) return this.store.take(this.lease);
    const ours = (['recorder', 'pid', 'node', 'process'] as const).every((key) => found.value[key] === this.lease[key]);
    return ours ? this.store.renew(this.lease, found.revision) : null;
  }

  /** Runs one operation at a time, because each needs the revision that the one before it returned. */
  private inOrder<T>(run: () => Promise<T>): Promise<T> {
    this.pending += 1;
    const mine = this.lastOperation.then(run, run).finally(() => {
      this.pending -= 1;
    });
    this.lastOperation = mine.catch(() => undefined);
    return mine;
  }
}
