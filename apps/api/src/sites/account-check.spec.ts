import { message, type Message } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { type Transactions, type Tx } from '../persistence/database/tx.js';
import { type NewNotification, type Notifications } from '../platform/notifications.service.js';
import { type Scheduler } from '../platform/scheduler/scheduler.js';
import { AccountCheck } from './account-check.js';
import { type AccountVault } from './account-vault.js';
import { type Sites } from './sites.js';

/** Runs the check of one signed-in user. @returns the reported events */
async function check(answer: { readonly ok: boolean; readonly fault: Message | null }): Promise<NewNotification[]> {
  const reported: NewNotification[] = [];
  const runs: (() => Promise<void>)[] = [];
  const account = {
    checkUser: () => Promise.resolve({ ok: answer.ok, message: message('verdict.queued') }),
    fault: () => answer.fault,
  };
  new AccountCheck(
    { every: (_name: string, _ms: number, run: () => Promise<void>) => runs.push(run) } as unknown as Scheduler,
    { all: () => [{ kind: 'site', account }] } as unknown as Sites,
    { user: () => Promise.resolve({ userId: '7', login: 'quay', expiresAt: 1 }) } as unknown as AccountVault,
    { run: (work: (tx: Tx) => Promise<void>) => work({} as Tx) } as unknown as Transactions,
    {
      add: (event: NewNotification) => {
        reported.push(event);
        return Promise.resolve();
      },
      committed: () => undefined,
    } as unknown as Notifications,
  );
  for (const run of runs) await run();
  return reported;
}

it('a sign-in that the site refuses is reported, each time with the same id', async () => {
  const fault = message('verdict.queued');
  const event = { eventId: 'token-expired site 7 1', category: 'tokenExpired', level: 'error', text: fault };
  expect(await check({ ok: false, fault })).toMatchObject([event]);
});

it('a sign-in that holds, or that the site could not be asked about, is not reported', async () => {
  expect(await check({ ok: true, fault: null })).toEqual([]);
  expect(await check({ ok: false, fault: null })).toEqual([]);
});
