import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Bus } from '#libs/bus';
import { type Lease } from '#libs/contracts';
import { Log } from '#libs/service-kit';
import { type RecorderIdentity } from '../core/tokens.js';
import { LeaseTaker } from './lease-taker.js';
import { type RecorderDeaths } from './recorder-deaths.js';

const IDENTITY: RecorderIdentity = { name: 'n1/0', node: 'n1', pid: process.pid, slots: 4, process: 'P' };
/** Above the highest number that Linux assigns (2^22). */
const DEAD_PID = 2 ** 22 + 1;

/** The bucket of leases: one revision per lease, which a renewal changes. */
class FakeLeases {
  readonly held = new Map<string, { value: Lease; revision: number }>();

  hold(vodUuid: string, holder: Pick<Lease, 'recorder' | 'node' | 'pid' | 'process'>): void {
    this.held.set(vodUuid, { value: { vodUuid, partId: 'P', since: '', ...holder }, revision: 1 });
  }
  async take(lease: Lease): Promise<number | null> {
    if (this.held.has(lease.vodUuid)) return null;
    this.held.set(lease.vodUuid, { value: lease, revision: 1 });
    return 1;
  }
  async all(): Promise<{ key: string; value: Lease; revision: number }[]> {
    return [...this.held].map(([key, lease]) => ({ key, ...lease }));
  }
  async release(vodUuid: string, revision: number): Promise<boolean> {
    return this.held.get(vodUuid)?.revision === revision && this.held.delete(vodUuid);
  }
}

let leases: FakeLeases;
let taker: LeaseTaker;
let reported: string[];
beforeEach(() => {
  leases = new FakeLeases();
  reported = [];
  const deaths = {
    report: (dead: readonly Lease[]) => {
      reported = dead.filter(({ vodUuid }) => leases.held.has(vodUuid)).map(({ vodUuid }) => vodUuid);
      return Promise.resolve();
    },
  } as unknown as RecorderDeaths;
  const log = new Log({ service: 'recorder', node: 'n1', pid: 1 }, 'test', () => undefined);
  taker = new LeaseTaker({ leases } as unknown as Bus, log, IDENTITY, deaths);
});

describe('LeaseTaker', () => {
  it('takes a free lease in the name of this process', async () => {
    const holder = await taker.take('v');
    expect(leases.held.get('v')?.value).toMatchObject({ recorder: 'n1/0', node: 'n1', pid: process.pid });
    expect(holder?.partId).toBe(leases.held.get('v')?.value.partId);
  });

  it('does not take a lease that another recorder holds', async () => {
    leases.hold('v', { recorder: 'n2/0', node: 'n2', pid: 1 });
    expect(await taker.take('v')).toBeNull();
  });

  it.each([
    ['an earlier process of this recorder', { recorder: 'n1/0', node: 'n1', pid: DEAD_PID }],
    [
      'an earlier process of this recorder whose number another process has now',
      { recorder: 'n1/0', node: 'n1', pid: process.ppid },
    ],
    ['an ended recorder of this node', { recorder: 'n1/1', node: 'n1', pid: DEAD_PID }],
    [
      'an earlier process of this recorder whose number this process has, as in a container',
      { recorder: 'n1/0', node: 'n1', pid: process.pid, process: 'earlier' },
    ],
  ])('releases the lease of %s, after the report of its death', async (_, holder) => {
    leases.hold('v', holder);
    expect(await taker.releaseLeasesOfDeadProcesses()).toEqual(['v']);
    expect(reported).toEqual(['v']);
    expect(leases.held.size).toBe(0);
  });

  it.each([
    ['this process', { recorder: 'n1/0', node: 'n1', pid: process.pid, process: IDENTITY.process }],
    ['a running recorder of this node', { recorder: 'n1/1', node: 'n1', pid: process.ppid }],
    ['a recorder of another node, whose processes it cannot see', { recorder: 'n2/0', node: 'n2', pid: DEAD_PID }],
  ])('does not release the lease of %s', async (_, holder) => {
    leases.hold('v', holder);
    expect(await taker.releaseLeasesOfDeadProcesses()).toEqual([]);
    expect(leases.held.size).toBe(1);
  });

  it('does not report a lease that its holder renewed meanwhile', async () => {
    leases.hold('v', { recorder: 'n1/1', node: 'n1', pid: DEAD_PID });
    const before = await leases.all();
    leases.all = async () => before;
    leases.held.set('v', { ...leases.held.get('v')!, revision: 2 });
    expect(await taker.releaseLeasesOfDeadProcesses()).toEqual([]);
  });
});
