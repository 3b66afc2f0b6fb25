import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { Bus } from '#libs/bus';
import { type Lease } from '#libs/contracts';
import { isProcessAlive, Log } from '#libs/service-kit';
import { IDENTITY, type RecorderIdentity } from '../core/tokens.js';
import { LeaseHolder } from './lease-holder.js';
import { RecorderDeaths } from './recorder-deaths.js';

/** Takes leases for this process, and releases those of ended processes of its node. */
@Injectable()
export class LeaseTaker {
  private readonly log: Log;

  constructor(
    private readonly bus: Bus,
    log: Log,
    @Inject(IDENTITY) private readonly identity: RecorderIdentity,
    private readonly deaths: RecorderDeaths,
  ) {
    this.log = log.child('leases');
  }

  /**
   * Takes a lease that is free.
   * @param isHandedOver another recorder has released the lease just now
   * @returns null if another recorder took it first
   */
  async take(vodUuid: string, isHandedOver = false): Promise<LeaseHolder | null> {
    const lease = this.newLease(vodUuid);
    return this.holderOf(lease, await this.bus.leases.take(lease), isHandedOver);
  }

  /**
   * Takes a lease from its holder, which writes until this recorder does.
   * @returns null if the holder renewed it just now, or has ended
   */
  async takeOver(vodUuid: string): Promise<LeaseHolder | null> {
    const held = await this.bus.leases.get(vodUuid);
    if (!held) return null;
    const lease = this.newLease(vodUuid);
    return this.holderOf(lease, await this.bus.leases.renew(lease, held.revision), true);
  }

  private newLease(vodUuid: string): Lease {
    const { name, slots: _slots, ...holder } = this.identity;
    const since = new Date().toISOString();
    return { vodUuid, partId: ulid(), recorder: name, ...holder, comparesOpened: true, since };
  }

  private holderOf(lease: Lease, revision: number | null, isHandedOver: boolean): LeaseHolder | null {
    return revision === null ? null : new LeaseHolder({ lease, revision, isHandedOver }, this.bus.leases);
  }

  /**
   * Releases the leases of this node's ended processes at once, so that a restarted recorder need not wait for them to
   * expire. Reports the deaths first, so that a capture that kills at once cannot prevent the report.
   * @returns the VODs whose leases were released
   */
  async releaseLeasesOfDeadProcesses(): Promise<string[]> {
    const released: string[] = [];
    const dead = (await this.bus.leases.all()).filter(({ value }) => this.isOfDeadProcess(value));
    if (dead.length > 0) await this.deaths.report(dead.map(({ value }) => value));
    for (const { value, revision } of dead) {
      if (await this.bus.leases.release(value.vodUuid, revision)) released.push(value.vodUuid);
    }
    if (released.length > 0) this.log.info('leases of ended processes released', { leases: released.length });
    return released;
  }

  /** Only one process at a time has a recorder's name, so an earlier process of this recorder has ended. */
  private isOfDeadProcess({ recorder, node, pid, process }: Lease): boolean {
    if (recorder === this.identity.name)
      return pid !== this.identity.pid || (process !== undefined && process !== this.identity.process);
    return node === this.identity.node && !isProcessAlive(pid);
  }
}
