import { message } from '#libs/messages';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { freeLock } from '../../testing/solo-scheduler.js';
import { LEADER_TIMES, LeaderLock } from './leader-lock.js';
import { Scheduler } from './scheduler.js';

const INTERVAL_MS = 60_000;

/** The leader lock of a fake server: it can be acquired while `isFree`, and the server answers while `isReachable`. */
function aServer() {
  const server = { isFree: true, isReachable: true, calls: [] as string[] };
  const lock = new LeaderLock(() => {
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    const answer = <T>(value: T): Promise<T> => (server.isReachable ? Promise.resolve(value) : gone.promise);
    return Promise.resolve({
      tryLock: () => answer(server.isFree),
      ping: () => answer(undefined),
      destroy: () => {
        gone.reject(new RangeError('the connection ended'));
      },
      close: () => {
        server.calls.push('released the lock');
        return Promise.resolve();
      },
    });
  });
  return { server, lock };
}

/** Work whose run ends with `end()`; `runs` counts the started runs. */
function slowWork() {
  const work = { runs: 0, end: (): void => undefined, signals: [] as AbortSignal[] };
  const run = (signal: AbortSignal): Promise<void> => {
    work.runs += 1;
    work.signals.push(signal);
    return new Promise((resolve) => {
      work.end = resolve;
    });
  };
  return { work, run };
}

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);
let scheduler: Scheduler;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  Logger.overrideLogger(false);
  scheduler = new Scheduler(freeLock());
});
afterEach(async () => {
  jest.restoreAllMocks();
  await scheduler.stop();
  jest.useRealTimers();
});

describe('a task', () => {
  it('runs at the start, an interval after the end of each run, and when it is woken', async () => {
    const { work, run } = slowWork();
    const task = scheduler.every('slow', INTERVAL_MS, run);
    task.wake();
    expect(work.runs).toBe(0);
    await scheduler.start();
    await pass(2 * INTERVAL_MS);
    expect(work.runs).toBe(1);
    work.end();
    await pass(INTERVAL_MS - 1);
    expect(work.runs).toBe(1);
    await pass(1);
    expect(work.runs).toBe(2);
    work.end();
    await pass(1);
    task.wake();
    expect(work.runs).toBe(3);
    work.end();
  });

  it('that is woken while it runs is run once more, right after that run', async () => {
    const { work, run } = slowWork();
    const task = scheduler.every('slow', INTERVAL_MS, run);
    await scheduler.start();
    for (let n = 0; n < 3; n += 1) task.wake();
    expect(work.runs).toBe(1);
    work.end();
    await pass(0);
    expect(work.runs).toBe(2);
    work.end();
    await pass(INTERVAL_MS - 1);
    expect(work.runs).toBe(2);
  });

  it('that fails is retried, and logs a repeated error once', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const results = ['away', 'away', 'full', '', 'full'];
    const task = scheduler.every('failing', INTERVAL_MS, () => {
      const fault = results.shift() ?? '';
      return fault === '' ? Promise.resolve() : Promise.reject(new RangeError(fault));
    });
    await scheduler.start();
    expect(task.state).toMatchObject({
      lastError: message('error.internal', { text: 'away' }),
      lastOkAt: null,
      runs: 1,
      failures: 1,
    });
    await pass(4 * INTERVAL_MS);
    expect(logged.mock.calls.map(([text]) => String(text))).toEqual([
      'task failing: failed, retrying: away',
      'task failing: failed, retrying: full',
      'task failing: failed, retrying: full',
    ]);
    await pass(INTERVAL_MS);
    expect(task.state).toMatchObject({ lastError: null, lastOkAt: task.state.lastEndedAt, runs: 6, failures: 4 });
  });

  it('throws when it is registered twice, or after the start', async () => {
    const run = () => Promise.resolve();
    scheduler.every('one', INTERVAL_MS, run);
    expect(() => scheduler.every('one', INTERVAL_MS, run)).toThrow('Two services register the task one.');
    await scheduler.start();
    expect(() => scheduler.every('two', INTERVAL_MS, run)).toThrow('registered after the start');
  });
});

describe('a task of the leader', () => {
  it('runs only while its API leads; the loss of the lead aborts the run, and the next run waits for its end', async () => {
    const { server, lock } = aServer();
    server.isFree = false;
    scheduler = new Scheduler(lock);
    const { work, run } = slowWork();
    const task = scheduler.every('leading', INTERVAL_MS, run);
    const everywhere = slowWork();
    scheduler.every('everywhere', { intervalMs: INTERVAL_MS, where: 'every-instance' }, everywhere.run);
    await scheduler.start();
    await pass(INTERVAL_MS);
    task.wake();
    expect([work.runs, everywhere.work.runs]).toEqual([0, 1]);
    server.isFree = true;
    await pass(LEADER_TIMES.heartbeatMs);
    expect([work.runs, scheduler.isLeader, work.signals[0]?.aborted]).toEqual([1, true, false]);
    server.isReachable = false;
    await pass(LEADER_TIMES.leaseMs);
    expect([scheduler.isLeader, work.signals[0]?.aborted, everywhere.work.signals[0]?.aborted]).toEqual([
      false,
      true,
      false,
    ]);
    task.wake();
    server.isReachable = true;
    await pass(LEADER_TIMES.leaseMs);
    expect([scheduler.isLeader, work.runs]).toEqual([true, 1]);
    work.end();
    await pass(0);
    expect([work.runs, work.signals[1]?.aborted]).toEqual([2, false]);
    work.end();
    everywhere.work.end();
  });

  it('does not start after the lease has expired, even before the timer of the lease runs', async () => {
    const { lock } = aServer();
    scheduler = new Scheduler(lock);
    const { work, run } = slowWork();
    const task = scheduler.every('leading', INTERVAL_MS, run);
    await scheduler.start();
    work.end();
    await pass(1);
    const now = performance.now();
    // As in a process that was frozen: the clock continued, but no timer ran.
    jest.spyOn(performance, 'now').mockReturnValue(now + LEADER_TIMES.leaseMs);
    task.wake();
    expect([work.runs, work.signals[0]?.aborted, scheduler.isLeader]).toEqual([1, true, false]);
  });
});

describe('a stop of the scheduler', () => {
  it('waits for the present runs, does the last runs, and releases the lock although one of them fails', async () => {
    const { server, lock } = aServer();
    scheduler = new Scheduler(lock);
    const { work, run } = slowWork();
    scheduler.every('slow', INTERVAL_MS, run);
    let isStopping = false;
    scheduler.every('written', { intervalMs: INTERVAL_MS, last: true }, (signal) => {
      if (!isStopping) return Promise.resolve();
      server.calls.push(`tried, ${signal.aborted ? 'aborted' : 'not aborted'}`);
      return Promise.reject(new TypeError('storage is away'));
    });
    await scheduler.start();
    isStopping = true;
    const stopped = scheduler.stop();
    await pass(0);
    expect([server.calls, work.signals[0]?.aborted]).toEqual([[], true]);
    work.end();
    await stopped;
    expect(server.calls).toEqual(['tried, not aborted', 'released the lock']);
  });

  it('does no last run if the API does not lead', async () => {
    const { server, lock } = aServer();
    server.isFree = false;
    scheduler = new Scheduler(lock);
    const { work, run } = slowWork();
    scheduler.every('written', { intervalMs: INTERVAL_MS, last: true }, run);
    await scheduler.start();
    await scheduler.stop();
    expect(work.runs).toBe(0);
  });
});
