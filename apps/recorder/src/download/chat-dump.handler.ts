import { Controller, Inject } from '@nestjs/common';
import { OnCommand } from '#libs/bus';
import { endOfDump, StoredDump } from '#libs/chat';
import { chatDumpJob, type JobResult } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type ChatSource } from '#libs/providers';
import {
  type Delivered,
  type JobCommand,
  Log,
  notWanted,
  type RunningJob,
  STORAGE,
  WorkerJobRunner,
} from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { SourceOpener } from '../capture/source-opener.js';
import { type RecorderTimes, TIMES } from '../core/tokens.js';
import { Spool } from '../store/spool.js';
import { type DumpPorts, DumpRun } from './dump-run.js';

/**
 * Records a channel's chat until the operator ends it. Repeated deliveries are safe: each one continues after what
 * earlier ones stored. A dump takes no slot, because it costs one socket and almost no CPU.
 */
@Controller()
export class ChatDumpHandler {
  private readonly ports: DumpPorts;

  constructor(
    private readonly runner: WorkerJobRunner,
    @Inject(SourceOpener) private readonly sources: Pick<SourceOpener, 'chatOf'>,
    @Inject(STORAGE) private readonly storage: Storage,
    spool: Spool,
    @Inject(TIMES) times: RecorderTimes,
    log: Log,
  ) {
    this.ports = {
      storage,
      spool,
      times: { ...times, chatChunkMs: times.dumpChunkMs },
      log: log.child('chat'),
      now: () => performance.now(),
      wall: () => Date.now(),
    };
  }

  @OnCommand(chatDumpJob.command)
  run(command: JobCommand<typeof chatDumpJob>, delivered: Delivered): Promise<void> {
    return this.runner.run(chatDumpJob, { command, delivered }, { run: (job) => this.dump(job) });
  }

  /**
   * Ends if storage or the command records an end, even if the job was cancelled.
   * @throws UserError `unknown-provider`, `no-chat`; {@link notWanted}: if the job was cancelled and storage records no
   *   end
   */
  private async dump(job: RunningJob<typeof chatDumpJob>): Promise<JobResult<typeof chatDumpJob>> {
    const { workPrefix, providerKind } = job.input;
    const before = await StoredDump.list(this.storage, workPrefix);
    // The command carries the end if the sweeper has deleted all objects of an ended dump.
    const end = before.end ?? job.input.endedAt;
    if (end !== undefined) return { endedAt: end };
    const source = this.chatOf(providerKind);
    const progress = job.count({ total: 0, doneBefore: before.count });
    // Its timers end with `follow`.
    const run = new DumpRun(job, { before, progress, ports: this.ports });
    await run.follow(source);
    const endedAt = await endOfDump(this.storage, workPrefix);
    if (endedAt === null) throw notWanted();
    await run.recordReceived(endedAt);
    return { endedAt };
  }

  private chatOf(kind: string): ChatSource {
    const source = this.sources.chatOf(kind);
    if (!source) throw new UserError(message('error.no-chat'));
    return source;
  }
}
