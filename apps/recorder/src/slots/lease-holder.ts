import { LEASE_TTL_MS, type Leases } from '#libs/bus';
import { type Lease } from '#libs/contracts';
import { systemClock, type Clock } from '#libs/media';

export type LeaseStore = Pick<Leases, 'take' | 'renew' | 'release' | 'get'>;

/** ms: longest time that a put waits for NATS to confirm the lease. */
const SILENCE_MS = 1000;

/**
 * A lease that this recorder holds. While NATS does not answer, the lease is neither renewed nor given up: overlap,
 * never a gap. The lease is lost only if another holder is *seen*.
 */
export class LeaseHolder {
  private confirmedAt: number;
  private lost = false;
  private released = false;
  private waiting = 0;
  private lastOperation: Promise<unknown> = Promise.resolve();

  private lease: Lease;
  private revision: number;

  /** @param acquired the lease and the revision at which it was taken */
  constructor(
    acquired: { readonly lease: Lease; readonly revision: number },
    private readonly store: LeaseStore,
    private readonly clock: Pick<Clock, 'now' | 'sleep'> = systemClock,
  ) {
    this.lease = acquired.lease;
    this.revision = acquired.revision;
    this.confirmedAt = clock.now();
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
    return this.inTurn(() => this.renewed());
  }

  /** The periodic renewal; skipped while an earlier one still waits for NATS. */
  async tick(): Promise<boolean> {
    return this.waiting > 0 ? !this.lost : this.renew();
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
    if (this.released || now - this.confirmedAt <= LEASE_TTL_MS) return true;
    this.confirmedAt = now;
    return Promise.race([this.renew(), this.clock.sleep(SILENCE_MS).then(() => !this.lost)]);
  }

  /** Releases the lease for a successor; this process may continue to write its part. */
  async release(): Promise<void> {
    this.released = true;
    await this.inTurn(async () => {
      if (!this.lost) await this.store.release(this.lease.vodUuid, this.revision).catch(() => undefined);
      return true;
    });
  }

  private async renewed(): Promise<boolean> {
    if (this.lost || this.released) return !this.lost;
    try {
      const { lease } = this;
      const revision = (await this.store.renew(lease, this.revision)) ?? (await this.regained());
      if (revision === null) {
        this.lost = true;
        return false;
      }
      this.revision = revision;
    } catch {
      /* NATS does not answer. Another recorder either cannot take the lease now, or a later renewal finds it. */
    }
    this.confirmedAt = this.clock.now();
    return true;
  }

  /** The revision is outdated: the lease expired, a reply was lost, or another recorder has taken the lease. */
  private async regained(): Promise<number | null> {
    const found = await this.store.get(this.lease.vodUuid);
    if (!found) return this.store.take(this.lease);
    const { recorder, pid, node } = this.lease;
    const ours = found.value.recorder === recorder && found.value.pid === pid && found.value.node === node;
    return ours ? this.store.renew(this.lease, found.revision) : null;
  }

  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    const mine = this.lastOperation.then(run, run).finally(() => {
      this.waiting -= 1;
    });
    this.lastOperation = mine.catch(() => undefined);
    return mine;
  }
}
