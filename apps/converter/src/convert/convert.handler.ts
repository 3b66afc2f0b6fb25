import { setTimeout as wait } from 'node:timers/promises';
import { Controller, Inject, Logger } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { convertJob, ConvertTimeline, type JobInput, type JobResult } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { english, type Message } from '#libs/messages';
import { type Delivered, type JobCommand, type RunningJob, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { SpaceLedger } from '../core/space-ledger.js';
import { type Worker, WORKER } from '../core/tokens.js';
import { FileMaker } from './file-maker.js';
import { bytesOf, sourceRun } from './source-runs.js';

type Job = RunningJob<typeof convertJob>;

/** Makes container files from segments. */
@Controller()
export class ConvertHandler {
  private readonly log = new Logger('convert');

  constructor(
    private readonly runner: WorkerJobRunner,
    private readonly maker: FileMaker,
    private readonly space: SpaceLedger,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(WORKER) private readonly worker: Worker,
  ) {}

  @OnCommand(convertJob.command)
  async run(command: JobCommand<typeof convertJob>, delivered: Delivered): Promise<void> {
    await this.runner
      .run(
        convertJob,
        { command, delivered },
        {
          ready: (job, report) => this.waitForSpace(job, report),
          run: (job) => this.convert(job),
        },
      )
      .finally(() => {
        this.space.release(command.attempt);
      });
  }

  private async convert(job: Job): Promise<JobResult<typeof convertJob>> {
    const { input, attempt, signal } = job;
    const timeline = await this.readTimeline(input);
    const progress = job.count({ total: 2 * mediaBytes(timeline) });
    const made = await this.maker.make({
      command: { ...input, attempt },
      timeline,
      signal,
      report: (doneBytes, note) => {
        progress.move(doneBytes, note);
      },
    });
    this.log.log(
      `${input.basename}: converted to ${made.files.map((f) => f.basename).join(', ')}${made.warnings.length > 0 ? `; ${made.warnings.map(english).join('; ')}` : ''}`,
    );
    return made;
  }

  private async readTimeline({ timelineKey }: JobInput<typeof convertJob>): Promise<ConvertTimeline> {
    const parsed = ConvertTimeline.safeParse(JSON.parse((await this.storage.read(timelineKey)).toString()));
    if (!parsed.success || parsed.data.runs.length === 0)
      throw new BugError('bad-timeline', `${timelineKey} is not a timeline, or is empty`);
    return parsed.data;
  }

  /** Waits until there is enough space. This is not a failure: the segments are playable in the meantime. */
  private async waitForSpace(
    { input, attempt, alive, signal }: Job,
    report: (reason: Message) => Promise<void>,
  ): Promise<void> {
    const bytes = mediaBytes(await this.readTimeline(input));
    for (let isReported = false; ; isReported = true) {
      const missing = await this.space.reserve(attempt, bytes);
      if (missing === null) return;
      if (!isReported) await report(missing);
      alive();
      await wait(this.worker.checkAgainMs, undefined, { signal });
    }
  }
}

const mediaBytes = (timeline: ConvertTimeline): number =>
  bytesOf(timeline.runs.map((run) => sourceRun(timeline.vodUuid, run)));
