import { LEASE_TTL_MS, type Leases } from '#libs/bus';
import { type Lease } from '#libs/contracts';
import { systemClock, type Clock } from '#libs/media';

export type LeaseStore = Pick<Leases, 'take' | 'renew' | 'release' | 'get'>;

/** A put waits no longer than this for NATS to say whose the lease is. */
const SILENCE_MS = 1000;

/**
 * A lease that this recorder holds. When NATS is silent it is neither renewed nor given up: overlap, never a gap. It is
 * lost only when another holder is *seen*.
 */
export class LeaseHolder {
  private confirmedAt: number;
  private lost = false;
  private released = false;
  private waiting = 0;
  private turn: Promise<unknown> = Promise.resolve();

  private lease: Lease;
  private revision: number;

  /** @param acquired the lease, with the revision that taking it gave */
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

  /** Somebody else holds it now. */
  markLost(): void {
    this.lost = true;
  }

  /** @returns false when it has another holder; true also while NATS does not answer */
  renew(): Promise<boolean> {
    return this.inTurn(() => this.renewed());
  }

  /** The regular renewal; left out while an earlier one still waits for NATS. */
  async tick(): Promise<boolean> {
    return this.waiting > 0 ? !this.lost : this.renew();
  }

  /** The next part's id goes into the lease before anything is written under it. */
  nextPart(partId: string): Promise<boolean> {
    this.lease = { ...this.lease, partId };
    return this.renew();
  }

  /**
   * Whether it may still be written. Asked before every put; checks the lease itself only when its time has passed
   * without a renewal, as after a SIGSTOP, and at most once in that time.
   */
  async mayWrite(): Promise<boolean> {
    if (this.lost) return false;
    const now = this.clock.now();
    if (this.released || now - this.confirmedAt <= LEASE_TTL_MS) return true;
    this.confirmedAt = now;
    return Promise.race([this.renew(), this.clock.sleep(SILENCE_MS).then(() => !this.lost)]);
  }

  /** Gives it back for a successor; this process may go on writing its part. */
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
      /* NATS is silent: nobody else can have taken it either, or we shall see. */
    }
    this.confirmedAt = this.clock.now();
    return true;
  }

  /** The revision is not the newest: it ran out, or an answer was lost, or somebody else has it. */
  private async regained(): Promise<number | null> {
    const found = await this.store.get(this.lease.vodUuid);
    if (!found) return this.store.take(this.lease);
    const { recorder, pid, node } = this.lease;
    const ours = found.value.recorder === recorder && found.value.pid === pid && found.value.node === node;
    return ours ? this.store.renew(this.lease, found.revision) : null;
  }

  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    this.waiting += 1;
    const mine = this.turn.then(run, run).finally(() => {
      this.waiting -= 1;
    });
    this.turn = mine.catch(() => undefined);
    return mine;
  }
}
