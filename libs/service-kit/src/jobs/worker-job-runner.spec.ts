import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { COMMAND_POLICY, ENDLESS_POLICY } from '#libs/bus';
import { defineWorkerJob, objectKeys } from '#libs/contracts';
import { BugError, OutsideError, UserError, untranslated } from '#libs/errors';
import { english, message, type Message, verbatim } from '#libs/messages';
import { once } from 'node:events';
import { z } from 'zod';
import { Log } from '../log.js';
import {
  claimJob,
  type Delivered,
  notWanted,
  type WorkerJobHandler,
  type WorkerJobPorts,
  WorkerJobRunner,
} from './worker-job-runner.js';

const File = z.object({ key: z.string(), sizeBytes: z.int() });
/** Makes one file. */
const bake = defineWorkerJob({
  kind: 'bake',
  worker: 'converter',
  unit: 'items',
  input: z.object({ loaves: z.int() }),
  result: File,
  interim: z.object({ baked: z.int() }),
  outputs: (file) => [file],
});
/** Runs until the operator ends it. */
const listen = defineWorkerJob({
  kind: 'listen',
  worker: 'recorder',
  unit: 'items',
  untilEnded: true,
  hungMs: 5000,
  input: z.object({ loaves: z.int() }),
  result: File,
});
type Def = typeof bake | typeof listen;
type Handler = WorkerJobHandler<Def>;
interface Cancel {
  readonly jobName: string;
  readonly reason: Message;
  readonly attempt?: string;
}

const BUS_UNAVAILABLE = new OutsideError(untranslated('bus-unavailable', 'NATS is unavailable'));
const OUTPUT = { key: 'out/1.json', sizeBytes: 4 };

class FakeBus {
  readonly events: { readonly name: string; readonly payload: Record<string, unknown> }[] = [];
  readonly pulses: unknown[] = [];
  /** The newest event as a failure, with its reason in English. */
  get failure(): { readonly waiting: unknown; readonly reason: string } {
    const { waiting, reason } = this.events.at(-1)?.payload ?? {};
    return { waiting, reason: english(reason as Message) };
  }
  /** Events that cannot be published. */
  readonly lost = new Set<string>();
  private readonly handlers = new Set<{ key: string; handler: (cancel: Cancel) => void }>();

  readonly port: WorkerJobPorts['bus'] = {
    publish: (def, payload) => {
      if (this.lost.has(def.name)) return Promise.reject(BUS_UNAVAILABLE);
      this.events.push({ name: def.name, payload: def.schema.parse(payload) as Record<string, unknown> });
      return Promise.resolve({} as never);
    },
    pulse: (def, payload) => {
      this.pulses.push(def.schema.parse(payload));
    },
    onPulse: (_def, key, handler) => {
      const subscribed = { key, handler: handler as (cancel: Cancel) => void };
      this.handlers.add(subscribed);
      return () => this.handlers.delete(subscribed);
    },
  };

  get subscriptions(): number {
    return this.handlers.size;
  }
  cancel(cancel: Cancel): void {
    for (const { key, handler } of this.handlers) if (key === cancel.jobName) handler(cancel);
  }
  /** Names of the events of one attempt. */
  names(attempt: string): string[] {
    return this.events.filter((e) => e.payload['attempt'] === attempt).map((e) => e.name);
  }
}

let bus: FakeBus;
let objects: Map<string, Buffer>;
let runner: WorkerJobRunner;
beforeEach(() => {
  bus = new FakeBus();
  objects = new Map();
  const storage = {
    head: (key: string) => {
      const found = objects.get(key);
      return Promise.resolve(found ? { key, sizeBytes: found.length } : null);
    },
    read: (key: string) => Promise.resolve(objects.get(key)),
    put: (key: string, body: Buffer) => {
      objects.set(key, body);
      return Promise.resolve({});
    },
  } as unknown as WorkerJobPorts['storage'];
  const log = new Log({ service: 'converter', node: 'n', pid: 1 }, 'spec', () => undefined);
  runner = new WorkerJobRunner({ bus: bus.port, storage, worker: { name: 'n1', pid: 7 }, log });
});

afterEach(() => {
  jest.restoreAllMocks();
});

const delivered = (over: Partial<Delivered> = {}): Delivered => ({
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
  ...over,
});
const command = (attempt = 'A') => ({ jobName: 'bake_x', attempt, input: { loaves: 2 } });
/** Runs one delivery of an attempt. */
const run = (
  handler: Handler,
  over: Partial<Delivered> = {},
  { def = bake, attempt = 'A' }: { readonly def?: Def; readonly attempt?: string } = {},
) => runner.run(def, { command: command(attempt), delivered: delivered(over) }, handler);
/** Makes the file of {@link OUTPUT}, and counts how often. */
function baker(): { readonly handler: Handler; runs: number } {
  const made = {
    runs: 0,
    handler: {
      run: () => {
        made.runs += 1;
        objects.set(OUTPUT.key, Buffer.from('loaf'));
        return Promise.resolve(OUTPUT);
      },
    },
  };
  return made;
}
const failing = (thrown: Error): Handler => ({ run: () => Promise.reject(thrown) });

/** Starts an attempt that runs until it is cancelled or ended; `end` resolves to the way in which it ended. */
async function begin(def: Def, attempt: string) {
  const started = Promise.withResolvers<undefined>();
  const state = { how: 'cancelled', hasEnded: false };
  const end = run(
    {
      run: async ({ signal, ended }) => {
        started.resolve(undefined);
        await Promise.race([once(signal, 'abort'), once(ended, 'abort')]);
        signal.throwIfAborted();
        state.how = 'ended';
        return OUTPUT;
      },
    },
    {},
    { def, attempt },
  ).then(() => {
    state.hasEnded = true;
    return state.how;
  });
  await started.promise;
  return { end, state };
}

describe('a worker job', () => {
  it('reports its start, its progress, an interim result and its result', async () => {
    let [alive, now] = [0, 1000];
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    await run(
      {
        run: async ({ input, count, report, alive: isAlive }) => {
          isAlive();
          count({ total: input.loaves }).move(1, message('job.writing'));
          await report({ baked: 1 });
          now = 9000;
          return OUTPUT;
        },
      },
      { progress: () => (alive += 1) },
    );
    const tried = { jobName: 'bake_x', attempt: 'A' };
    expect(bus.events).toMatchObject([
      { name: 'job-started', payload: { ...tried, at: 1000, worker: 'n1', pid: 7 } },
      { name: 'job-interim', payload: { ...tried, at: 1000, data: { baked: 1 } } },
      { name: 'job-done', payload: { ...tried, at: 9000, result: OUTPUT } },
    ]);
    expect(bus.pulses).toMatchObject([
      { ...tried, worker: 'n1', pid: 7, unit: 'items', progress: 0.5, note: { key: 'job.writing' } },
    ]);
    expect([alive, bus.subscriptions]).toEqual([2, 0]);
  });

  it('continues if the report of an interim result is lost', async () => {
    bus.lost.add('job-interim');
    await run({
      run: async ({ report }) => {
        await report({ baked: 1 });
        return OUTPUT;
      },
    });
    expect(bus.names('A')).toEqual(['job-started', 'job-done']);
  });

  it('reports why it waits, and starts only when it is ready', async () => {
    const names: string[][] = [];
    const { handler } = baker();
    await run({
      ...handler,
      ready: async (_job, wait) => {
        names.push(bus.names('A'));
        await wait(verbatim('the oven is cold'));
      },
    });
    expect([names, bus.names('A')]).toEqual([[[]], ['job-failed', 'job-started', 'job-done']]);
    expect(bus.events[0]?.payload).toMatchObject({
      waiting: true,
      reason: { key: 'text', params: { text: 'the oven is cold' } },
    });
  });

  it('fails as a bug if its result does not match its schema: it is not reported as done, and has no receipt', async () => {
    await expect(run({ run: () => Promise.resolve({ key: 7 } as never) })).rejects.toMatchObject({
      fault: 'bug',
      code: 'wrong-result',
    });
    expect([bus.names('A'), [...objects.keys()]]).toEqual([['job-started', 'job-failed'], []]);
    expect(bus.events.at(-1)?.payload).toMatchObject({ waiting: false });
  });
});

describe('the receipt of an attempt', () => {
  it('answers a second delivery without a run of the handler', async () => {
    const made = baker();
    await run(made.handler);
    const done = bus.events.at(-1);
    await run(made.handler, { attempt: 2 });
    expect([made.runs, bus.names('A')]).toEqual([1, ['job-started', 'job-done', 'job-done']]);
    expect(bus.events.at(-1)).toEqual(done);
  });

  it('answers a delivery whose report of the result was lost', async () => {
    const made = baker();
    bus.lost.add('job-done');
    await expect(run(made.handler)).rejects.toBe(BUS_UNAVAILABLE);
    bus.lost.clear();
    await run(made.handler, { attempt: 2 });
    expect([made.runs, bus.names('A').at(-1)]).toEqual([1, 'job-done']);
  });

  it.each([
    ['an output is gone', () => objects.delete(OUTPUT.key)],
    ['an output has another size', () => objects.set(OUTPUT.key, Buffer.from('half a loaf'))],
    ['it is half a file', () => objects.set(objectKeys.jobReceipt('bake', 'A'), Buffer.from('{"at":1,"res'))],
    [
      'it does not match its schema',
      () => objects.set(objectKeys.jobReceipt('bake', 'A'), Buffer.from('{"at":1,"result":{}}')),
    ],
  ])('does not count when %s: the handler runs again', async (_what, spoil) => {
    const made = baker();
    await run(made.handler);
    spoil();
    await run(made.handler, { attempt: 2 });
    expect([made.runs, bus.names('A')]).toEqual([2, ['job-started', 'job-done', 'job-started', 'job-done']]);
  });

  it('answers only commands of its own kind and attempt', async () => {
    const made = baker();
    await run(made.handler);
    await run(made.handler, {}, { def: listen });
    await run(made.handler, {}, { attempt: 'B' });
    expect(made.runs).toBe(3);
  });
});

describe.each([
  ['that ends by itself', bake as Def],
  ['that runs until it is ended', listen as Def],
])('cancelling a job %s', (_which, def) => {
  it('by an older attempt does not stop the newer one, and reports nothing more of the older one', async () => {
    const [older, newer] = [await begin(def, 'A'), await begin(def, 'B')];
    bus.cancel({ jobName: 'bake_x', attempt: 'A', reason: message('job.not-wanted-any-more') });
    expect(await older.end).toBe('cancelled');
    expect([bus.names('A'), newer.state.hasEnded, bus.names('B')]).toEqual([['job-started'], false, ['job-started']]);
    bus.cancel({ jobName: 'bake_x', reason: message('job.stopped') });
    expect(await newer.end).toBe(def.untilEnded ? 'ended' : 'cancelled');
  });

  it('by its name stops every attempt: it fails with the reason, or is done if it runs until it is ended', async () => {
    const all = [await begin(def, 'A'), await begin(def, 'B')];
    bus.cancel({ jobName: 'another', reason: verbatim('x') });
    expect(all.map(({ state }) => state.hasEnded)).toEqual([false, false]);
    bus.cancel({ jobName: 'bake_x', reason: message('job.stopped') });
    const [how, last] = def.untilEnded ? ['ended', 'job-done'] : ['cancelled', 'job-failed'];
    expect(await Promise.all(all.map(({ end }) => end))).toEqual([how, how]);
    expect(['A', 'B'].map((attempt) => bus.names(attempt))).toEqual([
      ['job-started', last],
      ['job-started', last],
    ]);
    if (!def.untilEnded)
      expect(bus.failure).toEqual({
        waiting: false,
        reason: 'cancelled: stopped by the operator',
      });
  });
});

it('a cancelled job is not delivered again even if its report is lost', async () => {
  const { end } = await begin(bake, 'A');
  bus.lost.add('job-failed');
  bus.cancel({ jobName: 'bake_x', reason: message('job.stopped') });
  expect(await end).toBe('cancelled');
});

it('an attempt whose handler finds that it is no longer wanted ends without a report', async () => {
  await run(failing(notWanted()), {}, { def: listen });
  expect(bus.names('A')).toEqual(['job-started']);
});

it('a drain returns the command to the queue without a report', async () => {
  const drain = new AbortController();
  const cut = new OutsideError(untranslated('cut', 'the oven was switched off'));
  const handler: Handler = {
    run: ({ signal }) => {
      drain.abort();
      return Promise.reject(signal.aborted ? cut : new BugError('not-reported', 'the drain is not reported'));
    },
  };
  await expect(run(handler, { signal: drain.signal })).rejects.toBe(cut);
  expect(bus.names('A')).toEqual(['job-started']);
});

describe('a fault', () => {
  const cold = new OutsideError(untranslated('cold', 'the oven is cold'));

  it.each([
    { what: 'waits for the next delivery', def: bake, attempt: COMMAND_POLICY.tries - 1, waiting: true },
    { what: 'fails the job at the last delivery', def: bake, attempt: COMMAND_POLICY.tries, waiting: false },
    { what: 'of a job that runs until it is ended always waits', def: listen, attempt: 20, waiting: true },
  ])('from outside $what', async ({ def, attempt, waiting }) => {
    await expect(run(failing(cold), { attempt }, { def })).rejects.toBe(cold);
    expect(bus.names('A')).toEqual(['job-started', 'job-failed']);
    expect(bus.failure).toEqual({
      waiting,
      reason: waiting ? 'the oven is cold (trying again)' : 'the oven is cold',
    });
  });

  it('in the code of Vodkeep is reported as failed, and thrown to the bus', async () => {
    const bug = new BugError('odd', 'there is no dough');
    await expect(run(failing(bug))).rejects.toBe(bug);
    expect(bus.events.at(-1)).toMatchObject({ name: 'job-failed', payload: { waiting: false } });
  });

  it('whose report is lost is thrown to the bus unchanged', async () => {
    bus.lost.add('job-failed');
    await expect(run(failing(cold))).rejects.toBe(cold);
  });

  it.each([bake as Def, listen as Def])('of the caller ends the job once it is reported: $kind', async (def) => {
    const burnt = failing(new UserError(untranslated('no-flour', 'There is no flour.')));
    bus.lost.add('job-failed');
    await expect(run(burnt, {}, { def })).rejects.toBe(BUS_UNAVAILABLE);
    bus.lost.clear();
    await run(burnt, { attempt: 2 }, { def });
    expect(bus.names('A')).toEqual(['job-started', 'job-started', 'job-failed']);
    expect(bus.failure).toEqual({ waiting: false, reason: 'There is no flour.' });
  });
});

it('a second delivery joins a running attempt of the same kind: it runs once, and its progress keeps both alive', async () => {
  const [started, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const alive: string[] = [];
  let runs = 0;
  const handler: Handler = {
    run: async ({ alive: isAlive }) => {
      runs += 1;
      started.resolve(undefined);
      await go.promise;
      isAlive();
      return OUTPUT;
    },
  };
  const first = run(handler, { progress: () => alive.push('first') });
  await started.promise;
  const second = run(handler, { attempt: 2, progress: () => alive.push('second') });
  const ofAnotherKind = run(handler, { progress: () => alive.push('another kind') }, { def: listen, attempt: 'A' });
  go.resolve(undefined);
  await Promise.all([first, second, ofAnotherKind]);
  expect([runs, alive]).toEqual([2, ['first', 'second', 'another kind']]);
  expect(bus.names('A')).toEqual(['job-started', 'job-started', 'job-done', 'job-done']);
  await run(handler, { attempt: 3 });
  expect(runs).toBe(3);
});

it('a job that runs until it is ended is claimed with its own hung time and endless retries', () => {
  expect([claimJob(listen, 3), claimJob(bake, 1)]).toEqual([
    { def: listen.command, concurrency: 3, hungMs: 5000, policy: ENDLESS_POLICY },
    { def: bake.command, concurrency: 1, hungMs: 60_000 },
  ]);
});
