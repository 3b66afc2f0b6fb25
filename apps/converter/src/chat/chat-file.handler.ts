import { Controller, Inject, Logger } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { type DumpStorage, findDumpFile, StoredDump } from '#libs/chat';
import { chatFileJob, type JobInput, type JobResult, objectKeys } from '#libs/contracts';
import { english, message } from '#libs/messages';
import { type Delivered, type JobCommand, type RunningJob, STORAGE, WorkerJobRunner } from '#libs/service-kit';
import { ulid } from 'ulid';
import { ChatFileMaker } from './chat-file-maker.js';

type Job = RunningJob<typeof chatFileJob>;
type Result = JobResult<typeof chatFileJob>;
type Source<F extends 'vod' | 'dump'> = Extract<JobInput<typeof chatFileJob>['source'], { readonly from: F }>;

/**
 * Progress when all chunks of a dump are read. It reaches 1 only with the complete file, because the API treats a dump
 * job with progress 1 as complete.
 */
const READ_PART = 0.95;

/** Makes a chat file from the stored chunks of a VOD or a dump. */
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

  /** Writes to a new key: a parallel run of the same job may have found more or fewer chunks. */
  private async makeOfDump(job: Job, source: Source<'dump'>): Promise<Result> {
    const dump = await StoredDump.list(this.storage, source.workPrefix);
    // A file is requested only for an ended dump. If the end object is missing, the chunks were already deleted.
    if (dump.end === null) return { ...(await findDumpFile(this.storage, source, job.signal)), pictures: 0 };
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
