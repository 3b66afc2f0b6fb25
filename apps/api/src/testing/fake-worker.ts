import { COMMAND_POLICY, type Consumption, ConsumptionSwitch } from '#libs/bus';
import {
  type convertJob,
  EVENTS,
  type JobInput,
  type JobInterim,
  type JobResult,
  type JobTry,
  objectKeys,
  type WorkerJobDef,
} from '#libs/contracts';
import { verbatim } from '#libs/messages';
import { eventually, type TestApp } from './test-app.js';

export type JobCommand<D extends WorkerJobDef> = JobTry & { readonly input: JobInput<D> };

const WORKER = { worker: 'n/0', pid: 7 };

/** Sends a worker's events about jobs, as the case wants them. */
export class JobReports<D extends WorkerJobDef = WorkerJobDef> {
  constructor(protected readonly app: Pick<TestApp, 'bus'>) {}

  async started({ jobName, attempt }: JobTry): Promise<void> {
    await this.app.bus.publish(
      EVENTS.jobStarted,
      { jobName, attempt, at: Date.now(), ...WORKER },
      { msgId: `${attempt}:started:${Date.now()}` },
    );
  }

  async failed({ jobName, attempt }: JobTry, reason: string, waiting = false): Promise<void> {
    await this.app.bus.publish(
      EVENTS.jobFailed,
      { jobName, attempt, at: Date.now(), reason: verbatim(reason), waiting },
      { msgId: `${attempt}:failed:${reason}` },
    );
  }

  async interim({ jobName, attempt }: JobTry, data: JobInterim<D>): Promise<void> {
    await this.app.bus.publish(
      EVENTS.jobInterim,
      { jobName, attempt, at: Date.now(), data: data as Record<string, unknown> },
      { msgId: `${attempt}:interim:${JSON.stringify(data)}` },
    );
  }

  /** @param id suffix of the message id, for a result that is reported twice */
  async done({ jobName, attempt }: JobTry, result: JobResult<D>, id = JSON.stringify(result)): Promise<void> {
    await this.app.bus.publish(
      EVENTS.jobDone,
      { jobName, attempt, at: Date.now(), result: result as Record<string, unknown> },
      { msgId: `${attempt}:done:${id}` },
    );
  }
}

/** Consumes commands like a worker and reports only what the case wants; each command is acked at once. */
export class FakeWorker<D extends WorkerJobDef> extends JobReports<D> {
  readonly commands: JobCommand<D>[] = [];
  private consumption: Consumption | null = null;

  private constructor(
    app: TestApp,
    readonly def: D,
  ) {
    super(app);
  }

  static async start<D extends WorkerJobDef>(app: TestApp, def: D): Promise<FakeWorker<D>> {
    const worker = new FakeWorker(app, def);
    worker.consumption = await app.bus.consume({
      stream: 'CMD',
      durable: `cmd-${def.kind}`,
      filter: `cmd.${def.kind}.*`,
      concurrency: 8,
      consumptionSwitch: new ConsumptionSwitch(),
      policy: COMMAND_POLICY,
      defOf: () => def.command,
      handle: (_, command) => {
        worker.commands.push(command as JobCommand<D>);
        return Promise.resolve();
      },
    });
    return worker;
  }

  async stop(): Promise<void> {
    await this.consumption?.close();
  }

  /**
   * Waits for an attempt of a job.
   * @param tries number of the attempt, from 1
   */
  command(jobName: string, tries = 1): Promise<JobCommand<D>> {
    return eventually(
      () => Promise.resolve(this.commands.filter((c) => c.jobName === jobName).at(tries - 1)),
      `try ${tries} of ${jobName}`,
    );
  }
}

/** Waits for the first command of this kind. */
export async function takeCommand<D extends WorkerJobDef>(app: TestApp, def: D): Promise<JobCommand<D>> {
  const worker = await FakeWorker.start(app, def);
  const command = await eventually(() => Promise.resolve(worker.commands[0]), `a command ${def.kind}`);
  await worker.stop();
  return command;
}

/** Fakes a worker that finished a job and wrote its receipt, but whose event was lost. */
export async function leaveReceipt<D extends WorkerJobDef>(
  { storage }: TestApp,
  { kind, attempt }: { readonly kind: D['kind']; readonly attempt: string },
  result: JobResult<D>,
): Promise<void> {
  await storage.put(objectKeys.jobReceipt(kind, attempt), Buffer.from(JSON.stringify({ at: Date.now(), result })));
}

/**
 * Stores a container file of six bytes like a converter, and returns the result that names it.
 * @param endings of English subtitles beside it
 */
export async function madeFile(
  { storage }: TestApp,
  {
    vodUuid,
    attempt,
    basename,
    endings = [],
    container = 'mp4',
  }: {
    readonly vodUuid: string;
    readonly attempt: string;
    readonly basename: string;
    readonly endings?: readonly string[];
    readonly container?: 'mp4' | 'mkv';
  },
): Promise<JobResult<typeof convertJob>> {
  const key = objectKeys.file(vodUuid, 'f0', `${attempt}.${container}`);
  await storage.put(key, Buffer.from('a file'));
  const subtitles = endings.map((ending) => ({
    key: objectKeys.file(vodUuid, 'f0', `${attempt}.${ending.slice(1)}`),
    ending,
    language: 'en',
    name: 'English',
    sizeBytes: 6,
  }));
  for (const one of subtitles) await storage.put(one.key, Buffer.from('WEBVTT'));
  return {
    warnings: [],
    files: [
      {
        fileId: 'f0',
        attempt,
        key,
        basename: `${basename}.${container}`,
        sizeBytes: 6,
        startMs: 0,
        endMs: 4000,
        videoMs: 4000,
        metadata: { type: 'video', container, size: 6, duration: 4, full_duration: 4, bitrate: 1 },
        thumbKey: null,
        keyframesKey: null,
        ...(subtitles.length > 0 && { subtitles }),
      },
    ],
  };
}
