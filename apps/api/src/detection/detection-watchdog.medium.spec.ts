import { english } from '#libs/messages';
import { HealthRegistry } from '#libs/service-kit';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type NewNotice, type Notices } from '../platform/notices.service.js';
import { type Scheduler } from '../platform/scheduler/scheduler.js';
import { type TaskRepository } from '../persistence/repositories/task.repository.js';
import { soloScheduler } from '../testing/solo-scheduler.js';
import { DetectionWatchdog } from './detection-watchdog.js';

const MINUTE_MS = 60_000;
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

let did: string[];
let sinceOk: number | null;
let health: HealthRegistry;
let scheduler: Scheduler;

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  did = [];
  sinceOk = 0;
  health = new HealthRegistry({ service: 'api', node: 'a', version: '1' });
  scheduler = soloScheduler();
  const notices = {
    raise: ({ title }: NewNotice) => Promise.resolve(did.push(english(title))),
    resolve: () => Promise.resolve(did.push('resolved')),
  } as unknown as Notices;
  const tasks = { sinceOk: () => Promise.resolve(sinceOk) } as unknown as TaskRepository;
  new DetectionWatchdog(scheduler, health, tasks, notices);
  await scheduler.start();
});
afterEach(async () => {
  await scheduler.stop();
  jest.useRealTimers();
});

const check = async (): Promise<readonly [boolean | undefined, string | undefined]> => {
  const [found] = (await health.report()).checks;
  return [found?.ok, found?.message ? english(found.message) : undefined];
};

it('a notice is raised once while detection does not run for 60 s, and resolved when it runs again', async () => {
  await pass(2 * MINUTE_MS);
  expect([did, await check()]).toEqual([['resolved'], [true, 'running']]);
  sinceOk = MINUTE_MS + 1000;
  await pass(MINUTE_MS);
  expect([did.slice(1), await check()]).toEqual([['Detection has not run for 60 s'], [false, 'has not run for 61 s']]);
  sinceOk = 500;
  await pass(MINUTE_MS);
  expect([did.slice(2), await check()]).toEqual([['resolved'], [true, 'running']]);
});

it('the time in which no api ran does not count, nor that before the first detection', async () => {
  sinceOk = 8 * 60 * MINUTE_MS;
  await pass(MINUTE_MS - 1);
  expect((await check())[0]).toBe(true);
  sinceOk = null;
  await pass(MINUTE_MS);
  expect(did).toEqual(['resolved', 'Detection has not run for 60 s']);
});
