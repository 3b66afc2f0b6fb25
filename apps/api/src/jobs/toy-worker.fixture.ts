import { COMMAND_POLICY, connectBus, Gate } from '#libs/bus';
import { type JobInput, type JobResult, type WorkerJobDef } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { verbatim } from '#libs/messages';
import {
  claimJob,
  type JobCommand,
  Log,
  type RunningJob,
  type WorkerJobHandler,
  WorkerJobRunner,
} from '#libs/service-kit';
import { openStorage } from '#libs/storage';
import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { toyChunkJob, toyDeadlyJob, toyJoinJob, toyKeys, toyPlanJob, ToyWorkerArgs } from './toy-jobs.fixture.js';

// A worker process of toy jobs, one of each kind at a time: to be killed in the middle.
const { name, servers, token, storageDir } = ToyWorkerArgs.parse(JSON.parse(process.argv[2] ?? ''));
const bus = await connectBus({ servers, token, name });
const storage = await openStorage({ kind: 'file', rootDir: storageDir, sync: 'off' });
const log = new Log({ service: 'converter', node: name, pid: process.pid }, 'toy', () => undefined);
const unheard = new Set<string>();
const runner = new WorkerJobRunner({
  bus: {
    publish: async (def, payload, options) =>
      def.name === 'job-done' && unheard.has((payload as { attempt: string }).attempt)
        ? { outcome: 'stored', seq: 0 }
        : bus.publish(def, payload, options),
    pulse: bus.pulse.bind(bus),
    onPulse: bus.onPulse.bind(bus),
  },
  storage,
  worker: { name, pid: process.pid },
  log,
});

const put = async (key: string, text: string): Promise<{ key: string; sizeBytes: number }> => {
  await storage.put(key, Buffer.from(text));
  return { key, sizeBytes: text.length };
};

async function allowed({ jobName, signal, count }: RunningJob<typeof toyChunkJob>): Promise<void> {
  const progress = count({ total: 2 });
  while ((await storage.head(toyKeys.go(jobName))) === null) {
    progress.move(1, verbatim('half of it'));
    await wait(20, undefined, { signal });
  }
}

async function makeChunk(job: RunningJob<typeof toyChunkJob>): Promise<JobResult<typeof toyChunkJob>> {
  const { text, way }: JobInput<typeof toyChunkJob> = job.input;
  await put(toyKeys.run(job, ulid()), name);
  if (way === 'fails') throw new UserError('toy-broken', 'The chunk is broken.');
  if (way === 'ends-unheard') unheard.add(job.attempt);
  if (way === 'waits')
    await allowed(job).catch(async (thrown: unknown) => {
      await put(toyKeys.aborted(job), name);
      throw thrown;
    });
  return put(toyKeys.out(job), text);
}

async function joinChunks(job: RunningJob<typeof toyJoinJob>): Promise<JobResult<typeof toyJoinJob>> {
  await put(toyKeys.run(job, ulid()), name);
  const texts: string[] = [];
  for (const key of job.input.keys) texts.push((await storage.read(key)).toString());
  if (texts.includes('cannot be joined') && (await storage.head(toyKeys.go(job.jobName))) === null)
    throw new UserError('toy-broken', 'The chunks do not fit.');
  return put(toyKeys.out(job), texts.join('|'));
}

async function work<D extends WorkerJobDef>(
  def: D,
  run: WorkerJobHandler<D>['run'],
  ackWaitMs?: number,
): Promise<void> {
  const { policy = COMMAND_POLICY, hungMs = def.hungMs } = claimJob(def, 1);
  await bus.consume({
    stream: 'CMD',
    durable: `cmd-${def.kind}`,
    filter: `cmd.${def.kind}.*`,
    concurrency: 1,
    gate: new Gate(),
    policy: ackWaitMs === undefined ? policy : { ...policy, unanswered: 2 },
    hungMs,
    ...(ackWaitMs === undefined ? {} : { ackWaitMs }),
    defOf: () => def.command,
    handle: (_, command, delivered) => runner.run(def, { command: command as JobCommand<D>, delivered }, { run }),
  });
}

await work(toyPlanJob, ({ input }) => Promise.resolve(input));
await work(toyChunkJob, makeChunk);
await work(toyJoinJob, joinChunks);
await work(
  toyDeadlyJob,
  () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  },
  1_000,
);
process.stdout.write('ready\n');
// Killed with the spec that started it, whatever becomes of that.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit();
}, 1_000);
