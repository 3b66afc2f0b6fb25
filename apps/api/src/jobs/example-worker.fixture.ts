import { COMMAND_POLICY, connectBus, ConsumptionSwitch } from '#libs/bus';
import { type JobInput, type JobResult, type WorkerJobDef } from '#libs/contracts';
import { UserError, untranslated } from '#libs/errors';
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
import {
  exampleChunkJob,
  exampleDeadlyJob,
  exampleJoinJob,
  exampleKeys,
  examplePlanJob,
  ExampleWorkerArgs,
} from './example-jobs.fixture.js';

// A worker process for example jobs, one of each kind at a time. Tests kill it during a job.
const { name, servers, token, storageDir } = ExampleWorkerArgs.parse(JSON.parse(process.argv[2] ?? ''));
const bus = await connectBus({ servers, token, name });
const storage = await openStorage({ kind: 'file', rootDir: storageDir, sync: 'off' });
const log = new Log({ service: 'converter', node: name, pid: process.pid }, 'toy', () => undefined);
const unreported = new Set<string>();
const runner = new WorkerJobRunner({
  bus: {
    publish: async (def, payload, options) =>
      def.name === 'job-done' && unreported.has((payload as { attempt: string }).attempt)
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

async function untilAllowed({ jobName, signal, count }: RunningJob<typeof exampleChunkJob>): Promise<void> {
  const progress = count({ total: 2 });
  while ((await storage.head(exampleKeys.go(jobName))) === null) {
    progress.move(1, verbatim('half of it'));
    await wait(20, undefined, { signal });
  }
}

async function makeChunk(job: RunningJob<typeof exampleChunkJob>): Promise<JobResult<typeof exampleChunkJob>> {
  const { text, way }: JobInput<typeof exampleChunkJob> = job.input;
  await put(exampleKeys.run(job, ulid()), name);
  if (way === 'fails') throw new UserError(untranslated('toy-broken', 'The chunk is broken.'));
  if (way === 'ends-unreported') unreported.add(job.attempt);
  if (way === 'waits')
    await untilAllowed(job).catch(async (thrown: unknown) => {
      await put(exampleKeys.aborted(job), name);
      throw thrown;
    });
  return put(exampleKeys.out(job), text);
}

async function joinChunks(job: RunningJob<typeof exampleJoinJob>): Promise<JobResult<typeof exampleJoinJob>> {
  await put(exampleKeys.run(job, ulid()), name);
  const texts: string[] = [];
  for (const key of job.input.keys) texts.push((await storage.read(key)).toString());
  if (texts.includes('cannot be joined') && (await storage.head(exampleKeys.go(job.jobName))) === null)
    throw new UserError(untranslated('toy-broken', 'The chunks do not fit.'));
  return put(exampleKeys.out(job), texts.join('|'));
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
    consumptionSwitch: new ConsumptionSwitch(),
    policy: ackWaitMs === undefined ? policy : { ...policy, unanswered: 2 },
    hungMs,
    ...(ackWaitMs === undefined ? {} : { ackWaitMs }),
    defOf: () => def.command,
    handle: (_, command, delivered) => runner.run(def, { command: command as JobCommand<D>, delivered }, { run }),
  });
}

await work(examplePlanJob, ({ input }) => Promise.resolve(input));
await work(exampleChunkJob, makeChunk);
await work(exampleJoinJob, joinChunks);
await work(
  exampleDeadlyJob,
  () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => undefined);
  },
  1_000,
);
process.stdout.write('ready\n');
// Exits with the spec that started it, however that spec ends.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit();
}, 1_000);
