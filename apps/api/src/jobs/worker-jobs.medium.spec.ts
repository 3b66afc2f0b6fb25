import { COMMAND_POLICY, type Consumption, ConsumptionSwitch, EVENT_POLICY } from '#libs/bus';
import { EVENTS, type Job, objectKeys, type Payload, type WorkerJobDef } from '#libs/contracts';
import { english, message, verbatim } from '#libs/messages';
import { runSource } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { ulid } from 'ulid';
import { Transactions } from '../persistence/database/tx.js';
import { type JobEntity } from '../persistence/entities/job.entity.js';
import { JobRepository } from '../persistence/repositories/job.repository.js';
import { Recording } from '../recordings/recording.js';
import { newJob } from './new-job.js';
import { TestApp, eventually } from '../testing/test-app.js';
import { aChannel, aVod, store } from '../testing/rows.js';
import { remuxJobName } from '../vods/job-names.js';
import { Sweeper } from '../workflows/sweeper.js';
import {
  TOY_KIND,
  exampleChunkJob,
  type ExampleChunk,
  exampleDeadlyJob,
  exampleJoinJob,
  exampleKeys,
  examplePlanJob,
  toyUnclaimedJob,
} from './example-jobs.fixture.js';
import { type WorkerJobStage } from './worker-job-stage.js';
import { type NewWorkerJob, WorkerJobs } from './worker-jobs.js';

jest.setTimeout(120_000);

const PROGRAM = path.join(import.meta.dirname, 'example-worker.fixture.ts');

let testApp: TestApp;
let workers: ExampleWorkers;
let events: Events;
beforeAll(async () => {
  testApp = await TestApp.start();
  register(testApp);
  events = await Events.listen(testApp);
  workers = await ExampleWorkers.start('a', 'b');
});
afterAll(async () => {
  await workers.stop();
  await testApp.stop();
});

/** Worker processes; one that dies is started again. */
class ExampleWorkers {
  private readonly running = new Map<string, ChildProcess>();
  private isEnded = false;

  static async start(...names: readonly string[]): Promise<ExampleWorkers> {
    const all = new ExampleWorkers();
    await Promise.all(names.map((name) => all.begin(name)));
    return all;
  }

  /** SIGKILL; resolves when it is gone. */
  async kill(name: string): Promise<void> {
    const child = this.running.get(name);
    if (!child) throw new RangeError(`no worker ${name}`);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    this.isEnded = true;
    await Promise.all([...this.running.keys()].map((name) => this.kill(name)));
  }

  private async begin(name: string): Promise<void> {
    const child = runSource(PROGRAM, [JSON.stringify({ name, storageDir: testApp.storageDir, ...testApp.busServer })]);
    this.running.set(name, child);
    child.once('exit', () => {
      if (!this.isEnded) void this.begin(name);
    });
    if (child.stdout) await once(child.stdout, 'data');
  }
}

type Started = Payload<typeof EVENTS.jobStarted>;
type Done = Payload<typeof EVENTS.jobDone>;

/** Events that workers have published. */
class Events {
  readonly started: Started[] = [];
  readonly done: Done[] = [];
  private consumption: Consumption | null = null;

  static async listen({ bus }: TestApp): Promise<Events> {
    const received = new Events();
    received.consumption = await bus.consume({
      stream: 'EVT',
      durable: 'evt-spec',
      filter: 'evt.>',
      concurrency: 1,
      consumptionSwitch: new ConsumptionSwitch(),
      policy: EVENT_POLICY,
      defOf: (subject) =>
        [EVENTS.jobStarted, EVENTS.jobDone].find(({ name }) => subject.startsWith(`evt.${name}.`)) ?? null,
      handle: ({ name }, payload) => {
        if (name === EVENTS.jobStarted.name) received.started.push(payload as Started);
        else received.done.push(payload as Done);
        return Promise.resolve();
      },
    });
    return received;
  }

  /** Names of the children of these jobs, in the order in which workers started them. */
  begun(...parents: readonly string[]): string[] {
    return this.started.map(({ jobName }) => jobName).filter((name) => parents.some((p) => name.startsWith(`${p}#`)));
  }

  async close(): Promise<void> {
    await this.consumption?.close();
  }
}

/** Jobs whose hook `stopped` was called. */
const stoppedPlans: string[] = [];
const PLAN: WorkerJobStage<typeof examplePlanJob> = {
  name: 'toy-plan',
  kind: TOY_KIND,
  def: examplePlanJob,
  locksVod: 'never',
  needsWholeRecording: true,
  done: ({ result: { chunks } }) =>
    Promise.resolve({ children: chunks.map((input) => ({ stage: 'toy-chunk', input, weight: input.weight })) }),
  joined: (results) =>
    Promise.resolve({
      next: { stage: 'toy-join', input: { keys: results.map(({ key }) => key) }, say: verbatim('all chunks are made') },
    }),
  stopped: ({ name }) => {
    stoppedPlans.push(name);
    return Promise.resolve();
  },
};
const single = <D extends WorkerJobDef>(def: D): WorkerJobStage<D> => ({
  name: def.kind,
  kind: TOY_KIND,
  def,
  locksVod: 'never',
  done: () => Promise.resolve({}),
});
const CHUNK = single(exampleChunkJob);
const JOIN = single(exampleJoinJob);
const DEADLY = single(exampleDeadlyJob);
const UNCLAIMED = single(toyUnclaimedJob);

function register({ nest: app }: TestApp): void {
  const jobs = app.get(WorkerJobs, { strict: false });
  jobs.register(PLAN);
  jobs.register(CHUNK);
  jobs.register(JOIN);
  jobs.register(DEADLY);
  jobs.register(UNCLAIMED);
}

const of = <T>(kind: abstract new (...args: never[]) => T): T => testApp.nest.get(kind as never, { strict: false });
const ABOUT = { kind: TOY_KIND, unit: 'items', vodUuid: null, channelUuid: null } as const;
const chunk = (text: string, way: ExampleChunk['way'] = 'waits', weight = 1): ExampleChunk => ({ text, way, weight });
const waiting = (count: number): ExampleChunk[] => Array.from({ length: count }, (_, n) => chunk(`text ${n}`));
const child = (parent: string, n: number): string => `${parent}#${String(n).padStart(6, '0')}`;

async function add(name: string, chunks: readonly ExampleChunk[], priority = 0): Promise<void> {
  await addTo(PLAN, { name, priority, input: { chunks: [...chunks] } });
}
async function addTo<D extends WorkerJobDef>(
  stage: WorkerJobStage<D>,
  job: Pick<NewWorkerJob<D>, 'name' | 'input' | 'priority'> & { readonly vodUuid?: string },
): Promise<void> {
  await of(Transactions).run((tx) => of(WorkerJobs).add(stage, { ...ABOUT, title: verbatim(job.name), ...job }, tx));
  of(WorkerJobs).added(job.name);
}
const rowOf = async (name: string): Promise<JobEntity> => {
  const row = await of(JobRepository).find(name);
  if (!row) throw new RangeError(`no job ${name}`);
  return row;
};
const childrenOf = (parent: string): Promise<JobEntity[]> => of(JobRepository).childrenOf(parent);
const inStatus = (name: string, status: Job['status']): Promise<JobEntity> =>
  eventually(
    async () => {
      const row = await of(JobRepository).find(name);
      return row?.status === status ? row : null;
    },
    `${status} of ${name}`,
    90_000,
  );
/** Children of a parent that are at work. @returns them, once there are so many */
const atWork = (parent: string, count: number): Promise<JobEntity[]> =>
  eventually(async () => {
    const found = (await childrenOf(parent)).filter(({ status }) => status === 'RUNNING');
    return found.length === count ? found : null;
  }, `${count} children of ${parent} at work`);
const allow = (name: string): Promise<unknown> => testApp.storage.put(exampleKeys.go(name), Buffer.from(''));
async function allowAll(parent: string): Promise<void> {
  for (const { name } of await childrenOf(parent)) await allow(name);
}
const exists = async (key: string): Promise<boolean> => (await testApp.storage.head(key)) !== null;
const readText = async (key: string): Promise<string> => (await testApp.storage.read(key)).toString();
const runsOf = async (name: string): Promise<number> => (await testApp.objects(exampleKeys.runs(name))).length;
const aborted = (row: JobEntity): Promise<boolean> =>
  eventually(
    () => exists(exampleKeys.aborted({ jobName: row.name, attempt: row.attempt ?? '' })),
    `abort of ${row.name}`,
  );

describe('a job with children', () => {
  it('progresses with its children, by weight, and continues with their results in order', async () => {
    await add('weighted', [chunk('first', 'waits', 3), chunk('second')]);
    await atWork('weighted', 2);
    const moved = (progress: number) =>
      eventually(async () => {
        const row = await rowOf('weighted');
        return row.progress === progress ? row : null;
      }, `progress ${progress}`);
    expect((await moved(0.5)).note).toEqual(message('job.n-of-all', { n: 0, all: 2 }));
    await allow(child('weighted', 1));
    expect((await moved(0.625)).note).toEqual(message('job.n-of-all', { n: 1, all: 2 }));
    const listed = (await testApp.call<Job[]>('GET', '/jobs')).body.data ?? [];
    expect(listed.map(({ name }) => name).filter((name) => name.startsWith('weighted'))).toEqual(['weighted']);
    await allow(child('weighted', 0));
    const { progress, result, attempt } = await inStatus('weighted', 'STOPPED');
    expect([progress, result?.['key']]).toEqual([1, exampleKeys.out({ jobName: 'weighted', attempt: attempt ?? '' })]);
    expect(await readText(String(result?.['key']))).toBe('first|second');
  });

  it('shares the workers with other jobs of its kind, child by child; children of a more urgent job go first', async () => {
    const all = ['fair-a', 'fair-b', 'fair-p'];
    /** One waiting child, or every child, was sent: the API sends no further one before a worker takes a child. */
    const isNextSent = async (): Promise<boolean> => {
      const children = (await Promise.all(all.map((parent) => childrenOf(parent)))).flat();
      const ahead = children.filter(({ status, sentAt }) => status === 'WAITING' && sentAt !== null);
      return ahead.length === 1 || children.every(({ sentAt }) => sentAt !== null);
    };
    await add('fair-a', waiting(6));
    await atWork('fair-a', 2);
    await add('fair-b', waiting(6));
    await inStatus('fair-b', 'RUNNING');
    for (let n = 0; n < 14; n += 1) {
      const name = await eventually(() => Promise.resolve(events.begun(...all)[n]), `start ${n}`);
      await inStatus(name, 'RUNNING');
      if (n === 5) {
        await add('fair-p', waiting(2), 5);
        await inStatus('fair-p', 'RUNNING');
      }
      await eventually(isNextSent, 'one child to be sent ahead');
      const before = events.begun(...all)[n - 1];
      if (before !== undefined) await allow(before);
    }
    const order = events.begun(...all).map((name) => `${name.at('fair-'.length)}${Number(name.slice(-6))}`);
    expect(order.join(' ')).toBe('a0 a1 a2 b0 a3 b1 a4 p0 p1 b2 a5 b3 b4 b5');
    for (const parent of all) await allowAll(parent);
    for (const parent of all) await inStatus(parent, 'STOPPED');
  });

  /** Two children of a stage that no worker claims. @returns the row of one of them, once its command is sent */
  async function addUnclaimed(parent: string): Promise<(n: number) => Promise<JobEntity>> {
    const about = { ...ABOUT, title: verbatim(parent) };
    await of(JobRepository).save(newJob({ ...about, name: parent, stage: 'of-nobody' }));
    for (const n of [0, 1])
      await of(JobRepository).save(
        newJob({ ...about, name: child(parent, n), parent, stage: UNCLAIMED.name, attempt: ulid(), input: {} }),
      );
    return (n) =>
      eventually(async () => {
        const row = await rowOf(child(parent, n));
        return row.sentAt && row;
      }, `child ${n} of ${parent} to be sent`);
  }

  it('sends its next child when a worker has answered, whatever the worker reports', async () => {
    const sent = await addUnclaimed('answered');
    const { name: jobName, attempt } = await sent(0);
    expect((await rowOf(child('answered', 1))).sentAt).toBeNull();
    const reason = message('job.waits-converter');
    await of(WorkerJobs).failed({ jobName, attempt: attempt ?? '', at: Date.now(), reason, waiting: true });
    await sent(1);
    for (const n of [0, 1]) await of(WorkerJobs).stop(child('answered', n));
  });

  it('sends its next child when the command of the previous child is lost', async () => {
    const sent = await addUnclaimed('lost');
    await sent(0);
    expect((await rowOf(child('lost', 1))).sentAt).toBeNull();
    // Takes commands out of the queue and reports nothing.
    const losing = await testApp.bus.consume({
      stream: 'CMD',
      durable: 'cmd-toy-unclaimed',
      filter: 'cmd.toy-unclaimed.*',
      concurrency: 1,
      consumptionSwitch: new ConsumptionSwitch(),
      policy: COMMAND_POLICY,
      defOf: () => toyUnclaimedJob.command,
      handle: () => Promise.resolve(),
    });
    await sent(1);
    await losing.close();
    for (const n of [0, 1]) await of(WorkerJobs).stop(child('lost', n));
  });

  it('is done once when a worker is killed during a child: the other worker does that child', async () => {
    await add('killed', waiting(3));
    const [victim] = await atWork('killed', 2);
    const { name = '', node = '' } = victim ?? {};
    await workers.kill(node ?? '');
    const killedAt = Date.now();
    for (const { name: other } of await childrenOf('killed')) if (other !== name) await allow(other);
    const again = await eventually(
      () => Promise.resolve(events.started.filter(({ jobName }) => jobName === name)[1]),
      'its second start',
      60_000,
    );
    await allow(name);
    const { endedAt } = await inStatus('killed', 'STOPPED');
    const seconds = (at = 0): string => ((at - killedAt) / 1000).toFixed(1);
    process.stdout.write(
      `a killed worker's child: taken after ${seconds(again.at)} s, its parent done after ${seconds(endedAt?.getTime())} s\n`,
    );
    const children = await childrenOf('killed');
    expect(again).toMatchObject({ attempt: victim?.attempt });
    expect(await Promise.all(children.map((row) => runsOf(row.name)))).toEqual(
      children.map((row) => (row.name === name ? 2 : 1)),
    );
    expect((await testApp.objects(exampleKeys.outs('killed'))).map(({ key }) => key).sort()).toEqual(
      [...children, await rowOf('killed')]
        .map((row) => exampleKeys.out({ jobName: row.name, attempt: row.attempt ?? '' }))
        .sort(),
    );
    // The events of a stream arrive in order, so all reports of the children have arrived by then.
    await eventually(() => Promise.resolve(events.done.filter(({ jobName }) => jobName === 'killed')[1]), 'its end');
    expect(events.done.filter(({ jobName }) => jobName.startsWith('killed#'))).toHaveLength(3);
  });

  it('that is stopped stops its children; a retry repeats only the children that are not done', async () => {
    await add('stopped', waiting(5));
    const [{ name: done } = { name: '' }] = await atWork('stopped', 2);
    await allow(done);
    await inStatus(done, 'STOPPED');
    const running = await atWork('stopped', 2);
    expect((await testApp.call('DELETE', '/jobs/stopped')).status).toBe(200);
    const sent = (await childrenOf('stopped')).map(({ sentAt }) => sentAt);
    await Promise.all(running.map((row) => aborted(row)));
    // The workers are free now, but get no further command.
    const children = await childrenOf('stopped');
    expect(children.map(({ sentAt }) => sentAt)).toEqual(sent);
    expect(children.map(({ name, status }) => [name === done, status])).toEqual(
      children.map(({ name }) => (name === done ? [true, 'STOPPED'] : [false, 'NONE'])),
    );
    expect((await rowOf('stopped')).status).toBe('STOPPED');
    expect((await testApp.call('POST', '/jobs/stopped/retry')).status).toBe(200);
    await allowAll('stopped');
    const { result } = await inStatus('stopped', 'STOPPED');
    expect(await readText(String(result?.['key']))).toBe('text 0|text 1|text 2|text 3|text 4');
    expect(await runsOf(done)).toBe(1);
  });

  it('that converts a VOD stops with its children when the stream comes back', async () => {
    const channel = aChannel();
    const vod = aVod({ channelUuid: channel.uuid });
    await store(of(DataSource), channel, vod);
    const name = remuxJobName(vod);
    await addTo(PLAN, { name, vodUuid: vod.uuid, input: { chunks: waiting(2) } });
    const running = await atWork(name, 2);
    const { streamId, title, startedAt } = vod;
    const { changed } = await of(Recording).begin(channel, { streamId, title, startedAt, category: null });
    expect(changed).toBe(true);
    await Promise.all(running.map((row) => aborted(row)));
    expect((await childrenOf(name)).map(({ status }) => status)).toEqual(['NONE', 'NONE']);
    expect(await rowOf(name)).toMatchObject({ status: 'STOPPED', note: message('job.stream-came-back') });
    expect(stoppedPlans).toContain(name);
  });

  it('fails with a child that fails for good, and stops the others', async () => {
    await add('broken', [chunk('text'), chunk('', 'fails')]);
    expect(english((await inStatus('broken', 'ERROR')).error!)).toBe('The chunk is broken.');
    const [other] = await childrenOf('broken');
    await aborted(other!);
    expect(other?.status).toBe('NONE');
  });

  it('that failed in the stage after its children is retried in that stage, and ignores reports of the earlier stage', async () => {
    await add('misfit', [chunk('cannot be joined', 'ends')]);
    const failed = await inStatus('misfit', 'ERROR');
    expect(english(failed.error!)).toBe('The chunks do not fit.');
    const ofIt = ({ jobName }: { jobName: string }): boolean => jobName === 'misfit';
    // The API and this spec receive the same events at different times.
    const planned = await eventually(() => Promise.resolve(events.done.find(ofIt)), 'the plan');
    const begun = await eventually(() => Promise.resolve(events.started.find(ofIt)), 'its start');
    await of(WorkerJobs).started({ ...begun, at: Date.now() });
    await of(WorkerJobs).failed({ ...begun, at: Date.now(), reason: verbatim('of the stage before'), waiting: false });
    await of(WorkerJobs).done(planned);
    expect(await rowOf('misfit')).toEqual(failed);
    await allow('misfit');
    expect((await testApp.call('POST', '/jobs/misfit/retry')).status).toBe(200);
    await inStatus('misfit', 'STOPPED');
    // `misfit` counts its child, too: one run of the child, two of the join.
    expect([await runsOf(child('misfit', 0)), await runsOf('misfit')]).toEqual([1, 3]);
  });

  it('keeps its children when the event that created them arrives twice', async () => {
    await add('twice', waiting(1));
    const [before] = await atWork('twice', 1);
    const planned = () => Promise.resolve(events.done.find(({ jobName }) => jobName === 'twice'));
    await of(WorkerJobs).done(await eventually(planned, 'the plan'));
    expect((await childrenOf('twice')).map(({ attempt }) => attempt)).toEqual([before?.attempt]);
    await allowAll('twice');
    await inStatus('twice', 'STOPPED');
  });

  it('continues at once if there are no children', async () => {
    await add('empty', []);
    expect((await inStatus('empty', 'STOPPED')).result).toMatchObject({ sizeBytes: 0 });
  });
});

describe('a job of a worker', () => {
  const one = { text: 'text', weight: 1 };

  it('whose event is lost ends by its receipt', async () => {
    await addTo(CHUNK, { name: 'unreported', input: { ...one, way: 'ends-unreported' } });
    const { attempt, result, progress } = await inStatus('unreported', 'STOPPED');
    const key = exampleKeys.out({ jobName: 'unreported', attempt: attempt ?? '' });
    expect([progress, result]).toEqual([1, { key, sizeBytes: 4 }]);
    expect(events.done.filter(({ jobName }) => jobName === 'unreported')).toEqual([]);
  });

  it('that is done is answered from its receipt when its command comes again', async () => {
    const input = { ...one, way: 'ends' as const };
    await addTo(CHUNK, { name: 'again', input });
    const { attempt } = await inStatus('again', 'STOPPED');
    const command = { jobName: 'again', attempt: attempt ?? '', input };
    const ends = () => events.done.filter(({ jobName }) => jobName === 'again');
    const publish = () => testApp.bus.publish(exampleChunkJob.command, command, { msgId: ulid() });
    await eventually(async () => (await publish()).outcome === 'stored', 'the first delivery to be acked');
    await eventually(() => Promise.resolve(ends().length === 2), 'a second answer');
    expect([ends()[1]?.result, ends()[1]?.at, await runsOf('again')]).toEqual([ends()[0]?.result, ends()[0]?.at, 1]);
  });

  it('loses its receipt a week after its end', async () => {
    const open = newJob({ ...ABOUT, name: 'open', title: verbatim('open'), stage: 'of-nobody', attempt: ulid() });
    await of(JobRepository).save(open);
    const [ended, younger] = [ulid(), ulid()];
    const keys = [ended, younger, open.attempt ?? ''].map((attempt) => objectKeys.jobReceipt('toy-chunk', attempt));
    for (const key of keys) await testApp.storage.put(key, Buffer.from('{}'));
    for (const [n, days] of [7.1, 6.9, 30].entries()) {
      const at = new Date(Date.now() - days * 86_400_000);
      await utimes(path.join(testApp.storageDir, 'store', keys[n] ?? ''), at, at);
    }
    await of(Sweeper).run();
    expect(await Promise.all(keys.map((key) => exists(key)))).toEqual([false, true, true]);
  });

  it('that kills each of its workers fails with this reason', async () => {
    await addTo(DEADLY, { name: 'deadly', input: {} });
    expect(english((await inStatus('deadly', 'ERROR')).error!)).toBe(
      'given up: converters started it 2 times, and none finished it',
    );
  });
});

// Keep this test last: it restarts the API that the others use.
it('a job continues when the API dies after the end of its last child', async () => {
  await add('orphan', waiting(2));
  await atWork('orphan', 2);
  const join = jest.spyOn(of(WorkerJobs), 'join').mockResolvedValue();
  await allowAll('orphan');
  await Promise.all([0, 1].map((n) => inStatus(child('orphan', n), 'STOPPED')));
  expect((await rowOf('orphan')).status).toBe('RUNNING');
  await events.close();
  testApp = await testApp.restarted();
  join.mockRestore();
  register(testApp);
  const { result } = await inStatus('orphan', 'STOPPED');
  expect(await readText(String(result?.['key']))).toBe('text 0|text 1');
});
