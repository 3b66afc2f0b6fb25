import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { type chatDump, chatDumped, objectKeys, type Payload } from '#libs/contracts';
import { UserError } from '#libs/errors';
import { type ChatSource } from '#libs/providers';
import { type Delivered, Log, msgId, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { ulid } from 'ulid';
import { SourceOpener } from '../capture/source-opener.js';
import { type RecorderTimes, TIMES } from '../core/tokens.js';
import { Spool } from '../store/spool.js';
import { DownloadRuns, type Endless } from './download-runs.js';
import { type DumpPorts, DumpRun } from './dump-run.js';
import { DumpedChat } from './dumped-chat.js';
import { fileOfDump } from './file-of-dump.js';

type Command = Payload<typeof chatDump>;
type Done = Payload<typeof chatDumped>;

const MAKING = 'its file is made';
/**
 * Of the job, what is done when everything is read; the rest is that its file stands and is told. A job that is done is
 * known by it.
 */
const READ_PART = 0.95;

/**
 * Writes down a channel's chat until the operator ends it, and makes one file of all that was heard. May be delivered
 * any number of times: each delivery goes on behind what the ones before it stored, and a
 * dump that is over is told again from its receipt. It is over when storage says so: a word that finds no end there
 * means that nobody wants the dump any more. It takes no slot: a chat costs a socket and
 * next to no work.
 */
@Injectable()
export class ChatDump {
  private readonly log: Log;
  private readonly ports: DumpPorts;

  constructor(
    private readonly runs: DownloadRuns,
    @Inject(SourceOpener) private readonly sources: Pick<SourceOpener, 'chatOf'>,
    @Inject(Bus) private readonly bus: Pick<Bus, 'publish'>,
    @Inject(STORAGE) private readonly storage: Storage,
    spool: Spool,
    @Inject(TIMES) times: RecorderTimes,
    log: Log,
  ) {
    this.log = log.child('download');
    this.ports = {
      storage,
      spool,
      times: { ...times, chatChunkMs: times.dumpChunkMs },
      log: log.child('chat'),
      now: () => performance.now(),
      wall: () => Date.now(),
    };
  }

  async run(command: Command, delivered: Delivered): Promise<void> {
    await this.runs.runUntilEnded(command, delivered, (one) => this.dump(command, one));
  }

  private async dump(command: Command, one: Endless): Promise<void> {
    const before = await DumpedChat.list(this.storage, command);
    if (before.receipt) {
      await this.tell({ ...before.receipt, attempt: command.attempt });
      return;
    }
    // Ended, and nothing says so any more: all of it was swept.
    if (before.end === null && command.endedAt !== null) {
      await this.tell(await fileOfDump(this.storage, command, one.signal));
      return;
    }
    const end = before.end ?? (await this.hear(command, before, one));
    if (end === null) this.log.info('a chat dump is not wanted any more', { job: command.jobName });
    else await this.finish(command, end, one);
  }

  /** @returns when the operator ended it; null: it is not wanted any more */
  private async hear(command: Command, before: DumpedChat, one: Endless): Promise<number | null> {
    const source = this.chatOf(command.providerKind);
    const progress = this.runs.progressOf(command, { unit: 'items', total: 0, doneBefore: before.count });
    const run = new DumpRun(command, { before, progress, ports: this.ports });
    await run.hear(source, one);
    const end = await DumpedChat.endOf(this.storage, command);
    if (end !== null) await run.noteHeard(end);
    return end;
  }

  /** @throws UserError `unknown-provider`, `no-chat` */
  private chatOf(kind: string): ChatSource {
    const source = this.sources.chatOf(kind);
    if (!source) throw new UserError('no-chat', 'This site has no chat that could be followed.');
    return source;
  }

  /** To a key of its own: another run that is at it too may have found more, or less. */
  private async finish(command: Command, end: number, { signal, progress: moved }: Endless): Promise<void> {
    const { jobName, attempt, outKey, workPrefix } = command;
    const run = ulid();
    const progress = this.runs.progressOf(command, { unit: 'bytes', total: 0 });
    let [read, total] = [0, 0];
    const beat = (): void => {
      progress.move(read, MAKING, total);
    };
    const beats = setInterval(beat, this.ports.times.snapshotMs);
    beat();
    try {
      const dumped = await DumpedChat.list(this.storage, command);
      total = Math.ceil(dumped.bytesToRead / READ_PART);
      const key = objectKeys.chatDumpFile(outKey, run);
      const written = await dumped.write({
        key,
        end,
        signal,
        onRead: (bytes) => {
          read += bytes;
          moved();
          beat();
        },
      });
      const done: Done = { jobName, attempt, at: Date.now(), key, ...written };
      await this.storage.put(objectKeys.chatDumpReceipt(workPrefix, run), Buffer.from(JSON.stringify(done)), {
        contentType: 'application/json',
        signal,
      });
      this.log.info('a chat dump is over', { job: jobName, messages: done.messages });
      await this.tell(done);
    } finally {
      clearInterval(beats);
    }
  }

  private async tell(done: Done): Promise<void> {
    await this.bus.publish(chatDumped, done, { msgId: msgId(done, 'chat-dumped') });
  }
}
