import { HealthRegistry } from '#libs/service-kit';
import { english } from '#libs/messages';
import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { type Transactions } from '../persistence/database/tx.js';
import { type LeaderRepository, type LockHolder } from '../persistence/repositories/leader.repository.js';
import { type Scheduler } from './scheduler/scheduler.js';
import { HealthChecks } from './health-checks.js';

const HOLDER: LockHolder = { name: 'nas/7', silentMs: 900 };

/** What the health of an api says of the leader. */
async function leaderAs(isLeader: boolean, holder: LockHolder | null): Promise<readonly [boolean, string]> {
  const health = new HealthRegistry({ service: 'api', node: 'a', version: '1' });
  const leaders = { holder: () => Promise.resolve(holder) } as unknown as LeaderRepository;
  new HealthChecks(health, {} as Transactions, {} as Storage, { isLeader } as Scheduler, leaders);
  const found = (await health.report()).checks.find(({ name }) => name === 'leader');
  return [found?.ok ?? false, found?.message ? english(found.message) : ''];
}

it('the check of the leader says which api leads, and fails while none does', async () => {
  expect(await leaderAs(true, null)).toEqual([true, 'this api is the leader']);
  expect(await leaderAs(false, HOLDER)).toEqual([true, 'nas/7 is the leader']);
  expect(await leaderAs(false, null)).toEqual([false, 'no api is the leader, so Vodkeep detects no streams']);
  expect(await leaderAs(false, { ...HOLDER, silentMs: 6200 })).toEqual([
    false,
    'the leading api nas/7 has not reported for 6 s',
  ]);
});
