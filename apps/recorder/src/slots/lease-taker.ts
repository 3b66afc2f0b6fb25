import { Inject, Injectable } from '@nestjs/common';
import { ulid } from 'ulid';
import { Bus } from '#libs/bus';
import { type Lease } from '#libs/contracts';
import { Log } from '#libs/service-kit';
import { IDENTITY, type RecorderIdentity } from '../core/tokens.js';
import { LeaseHolder } from './lease-holder.js';

/** Takes leases for this process. */
@Injectable()
export class LeaseTaker {
  private readonly log: Log;

  constructor(
    private readonly bus: Bus,
    log: Log,
    @Inject(IDENTITY) private readonly identity: RecorderIdentity,
  ) {
    this.log = log.child('leases');
  }

  /** @returns null if another recorder took it first */
  async take(vodUuid: string): Promise<LeaseHolder | null> {
    const { name, node, pid } = this.identity;
    const lease: Lease = { vodUuid, partId: ulid(), recorder: name, node, pid, since: new Date().toISOString() };
    const revision = await this.bus.leases.take(lease);
    return revision === null ? null : new LeaseHolder({ lease, revision }, this.bus.leases);
  }

  /**
   * Releases the leases of this node's ended processes at once, so that a restarted recorder need not wait for them to
   * expire.
   * @returns the VODs whose leases were released
   */
  async releaseLeasesOfDeadProcesses(): Promise<string[]> {
    const freed: string[] = [];
    for (const { value, revision } of await this.bus.leases.all()) {
      if (!this.isOfDead(value)) continue;
      if (await this.bus.leases.release(value.vodUuid, revision)) freed.push(value.vodUuid);
    }
    if (freed.length > 0) this.log.info('captures of an earlier run resumed', { captures: freed.length });
    return freed;
  }

  private isOfDead({ recorder, node, pid }: Lease): boolean {
    if (recorder === this.identity.name) return pid !== this.identity.pid;
    return node === this.identity.node && !isAlive(pid);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { readonly code?: unknown }).code === 'EPERM';
  }
}
