import { Controller, Inject, Logger } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { type DumpStorage, leftDumpFile, StoredDump } from '#libs/chat';
import { chatFileJob, type JobInput, type JobResult, objectKeys } from '#libs/contracts';
import { english, message } from '#libs/messages';
import { type Delivered, type JobCommand, type RunningJob, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { ulid } from 'ulid';
import { ChatFileMaker } from './chat-file-maker.js';

type Job = RunningJob<typeof chatFileJob>;
type Result = JobResult<typeof chatFileJob>;
type Source<F extends 'vod' | 'dump'> = Extract<JobInput<typeof chatFileJob>['source'], { readonly from: F }>;

/** Progress when every chunk of a dump is read: the job of a dump counts as over when it is whole. */
const READ_PART = 0.95;

/** Chunks of chat -> one chat file, of a VOD or of a dump. */
@Controller()
export class ChatFileHandler {
  private readonly log = new Logger('chat');

  constructor(
    private readonly runner: WorkerJobRunner,
    private readonly maker: ChatFileMaker,
    @Inject(STORAGE) private readonly storage: DumpStorage,
  ) {}

  @OnCommand(chatFileJob.command)
  run(command: JobCommand<typeof chatFileJob>, delivered: Delivered): Promise<void> {
    return this.runner.run(chatFileJob, { command, delivered }, { run: (job) => this.make(job) });
  }

  private async make(job: Job): Promise<Result> {
    const { source } = job.input;
    const made = source.from === 'vod' ? await this.makeOfVod(job, source) : await this.makeOfDump(job, source);
    this.log.log(
      `${job.jobName}: chat file written (${made.messages} messages)${made.warnings.length > 0 ? `; ${made.warnings.map(english).join('; ')}` : ''}`,
    );
    return made;
  }

  private makeOfVod(job: Job, source: Source<'vod'>): Promise<Result> {
    const progress = job.count({ total: 0 });
    const key = objectKeys.chatFile(source.vodUuid, job.attempt);
    return this.maker.make({ key, source, head: job.input, signal: job.signal }, (done, total, note) => {
      progress.move(done, note, { total });
    });
  }

  /** To a key of its own: another run that makes it too may have found more, or less. */
  private async makeOfDump(job: Job, source: Source<'dump'>): Promise<Result> {
    const dump = await StoredDump.list(this.storage, source.workPrefix);
    // Every dump whose file is asked for was ended: when nothing says so any more, its chunks were swept.
    if (dump.end === null) return { ...(await leftDumpFile(this.storage, source, job.signal)), pictures: 0 };
    const progress = job.count({ total: Math.ceil(dump.bytesToRead / READ_PART) });
    let bytesRead = 0;
    const onRead = (bytes: number): void => {
      bytesRead += bytes;
      progress.move(bytesRead, message('job.writing-chat'));
    };
    onRead(0);
    const written = await dump.write(this.storage, {
      key: objectKeys.chatDumpFile(source.outKey, ulid()),
      source,
      head: job.input,
      signal: job.signal,
      onRead,
    });
    return { ...written, pictures: 0 };
  }
}
