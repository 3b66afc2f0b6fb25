import { HealthRegistry } from '#libs/service-kit';
import { english } from '#libs/messages';
import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { type Transactions } from '../persistence/database/tx.js';
import { type LeaderRepository, type LockHolder } from '../persistence/repositories/leader.repository.js';
import { type Scheduler } from './scheduler/scheduler.js';
import { HealthChecks } from './health-checks.js';

const HOLDER: LockHolder = { name: 'nas/7', silentMs: 900 };

interface Setup {
  readonly isLeader?: boolean;
  readonly holder?: LockHolder | null;
  /** Free bytes of the storage; null: unknown. */
  readonly freeBytes?: number | null;
}

/** Result of one check of an API: whether it succeeds, and its message. */
async function resultOf(
  check: string,
  { isLeader = true, holder = null, freeBytes = null }: Setup,
): Promise<readonly [boolean, string]> {
  const health = new HealthRegistry({ service: 'api', node: 'a', version: '1' });
  const leaders = { holder: () => Promise.resolve(holder) } as unknown as LeaderRepository;
  const space = freeBytes === null ? null : { freeBytes };
  const storage = { space: () => Promise.resolve(space) } as unknown as Storage;
  new HealthChecks(health, {} as Transactions, storage, { isLeader } as Scheduler, leaders);
  const found = (await health.report()).checks.find(({ name }) => name === check);
  return [found?.ok ?? false, found?.message ? english(found.message) : ''];
}

it('the check of the leader names the leading API, and fails while none leads or it is silent', async () => {
  expect(await resultOf('leader', { isLeader: true })).toEqual([true, 'this api is the leader']);
  expect(await resultOf('leader', { isLeader: false, holder: HOLDER })).toEqual([true, 'nas/7 is the leader']);
  expect(await resultOf('leader', { isLeader: false })).toEqual([
    false,
    'no api is the leader, so Vodkeep detects no streams',
  ]);
  expect(await resultOf('leader', { isLeader: false, holder: { ...HOLDER, silentMs: 6200 } })).toEqual([
    false,
    'the leading api nas/7 has not reported for 6 s',
  ]);
});

it('the check of the disk fails below 5 GB, and succeeds if the free space is unknown', async () => {
  expect(await resultOf('disk', { freeBytes: 5_000_000_000 })).toEqual([true, '5 GB free']);
  expect(await resultOf('disk', { freeBytes: 4_900_000_000 })).toEqual([false, 'only 4.9 GB are free for recordings']);
  expect(await resultOf('disk', { freeBytes: null })).toEqual([true, 'unknown for this storage']);
});
