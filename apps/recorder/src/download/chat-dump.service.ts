import { Inject, Injectable } from '@nestjs/common';
import { Bus } from '#libs/bus';
import { type chatDump, chatDumped, objectKeys, type Payload } from '#libs/contracts';
import { isAppError, UserError } from '#libs/errors';
import { type ChatSource } from '#libs/providers';
import { type Delivered, Log, msgId, STORAGE } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { SourceOpener } from '../capture/source-opener.js';
import { type RecorderTimes, TIMES } from '../core/tokens.js';
import { Spool } from '../store/spool.js';
import { DownloadRuns, type Endless } from './download-runs.js';
import { type DumpPorts, DumpRun } from './dump-run.js';
import { DumpedChat } from './dumped-chat.js';

type Command = Payload<typeof chatDump>;
type Done = Payload<typeof chatDumped>;

/**
 * Writes down a channel's chat until the operator ends it, and makes one file of all that was heard. May be delivered any number of times: each delivery goes on behind what the ones before it stored, and a
 * dump that is over is told again from its receipt. It takes no slot: a chat costs a socket and next to no work.
 */
@Injectable()
export class ChatDump {
  private readonly log: Log;
  private readonly ports: DumpPorts;

  constructor(
    private readonly runs: DownloadRuns, @Inject(SourceOpener) private readonly sources: Pick<SourceOpener, 'chatOf'>, @Inject(Bus) private readonly bus: Pick<Bus, 'publish'>, @Inject(STORAGE) private readonly storage: Storage,
    spool: Spool, @Inject(TIMES) times: RecorderTimes, log: Log,
  ) {
    this.log = log.child('download');
    this.ports = { storage, spool, times, log: log.child('chat'), now: () => performance.now(), wall: () => Date.now() };
  }

  async run(command: Command, delivered: Delivered): Promise<void> {
    await this.runs.runUntilEnded(command, delivered, (one) => this.dump(command, one));
  }

  private async dump(command: Command, one: Endless): Promise<void> {
    const receipt = await this.receiptOf(command);
    if (receipt) { await this.tell(receipt); return; }
    const before = await DumpedChat.list(this.storage, command);
    // A file without a receipt: its maker died just then, or who asked has cleared the rest since. Either way nothing more is to be heard.
    const isWritten = await this.has(command.outKey);
    if (isWritten && before.isEmpty) return;
    if (!isWritten && !await this.has(objectKeys.chatDumpEnd(command.workPrefix))) await this.hear(command, before, one);
    await this.finish(command, one);
  }

  private async hear(command: Command, before: DumpedChat, one: Endless): Promise<void> {
    const source = this.chatOf(command.providerKind);
    const progress = this.runs.progressOf(command, { unit: 'items', total: 0, doneBefore: before.count });
    await new DumpRun(command, { before, progress, ports: this.ports }).hear(source, one);
    await this.storage.put(objectKeys.chatDumpEnd(command.workPrefix), Buffer.from('{}'), { contentType: 'application/json', signal: one.signal });
  }

  /** @throws UserError `unknown-provider`, `no-chat` */
  private chatOf(kind: string): ChatSource {
    const source = this.sources.chatOf(kind);
    if (!source) throw new UserError('no-chat', 'This site has no chat that could be followed.');
    return source;
  }

  private async finish(command: Command, { signal, progress }: Endless): Promise<void> {
    const { jobName, attempt, outKey, workPrefix } = command;
    const written = await (await DumpedChat.list(this.storage, command)).write({ signal, onRead: progress });
    const done: Done = { jobName, attempt, at: Date.now(), key: outKey, ...written };
    await this.storage.put(objectKeys.chatDumpReceipt(workPrefix), Buffer.from(JSON.stringify(done)), { contentType: 'application/json', signal });
    this.log.info('a chat dump is over', { job: jobName, messages: done.messages });
    await this.tell(done);
  }

  private async receiptOf({ workPrefix, attempt }: Command): Promise<Done | null> {
    const key = objectKeys.chatDumpReceipt(workPrefix);
    const text = await this.storage.read(key).catch((error: unknown) => { if (isAppError(error) && error.code === 'object-missing') return null; throw error; });
    const done = text === null ? null : chatDumped.schema.safeParse(JSON.parse(text.toString('utf8'))).data;
    return done ? { ...done, attempt } : null;
  }

  private async has(key: string): Promise<boolean> { return await this.storage.head(key) !== null; }

  private async tell(done: Done): Promise<void> { await this.bus.publish(chatDumped, done, { msgId: msgId(done, 'chat-dumped') }); }
}
