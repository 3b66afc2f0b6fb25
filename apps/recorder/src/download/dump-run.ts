import { type ChatRecord, type chatDump, objectKeys, type Payload } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { type ChatSource } from '#libs/providers';
import { type JobProgress } from '#libs/service-kit';
import { ulid } from 'ulid';
import { ChatLog } from '../chat/chat-log.js';
import { type ChatLogPorts } from '../chat/chat-ports.js';
import { FollowedRoom } from '../chat/followed-room.js';
import { type RecorderTimes } from '../core/tokens.js';
import { type DumpedChat } from './dumped-chat.js';
import { type Endless } from './download-runs.js';

type Command = Payload<typeof chatDump>;
/** `snapshotMs`: how often the job says how far it is, and the bus hears that somebody works on it. */
export interface DumpPorts extends ChatLogPorts { readonly times: ChatLogPorts['times'] & Pick<RecorderTimes, 'snapshotMs'> }
interface Given { readonly before: DumpedChat; readonly progress: JobProgress; readonly ports: DumpPorts }

/** How often it is noted that the chat was heard: where a hole begins when this process is killed. */
const MARK_MS = 30_000;
/** What the site has said by now may be on its way for so long. */
const ON_ITS_WAY_MS = 2000;
/** A process that ends waits so long for storage; the rest lies in its spool. */
const LEAVE_MS = 5000;
/** Longer than this a first recorder does not take to be in the room; else the time until then is a hole too. */
const JOIN_MS = 10_000;

/**
 * One delivery of a dump: follows the chat and stores it, as that of a recording is, in a folder of its own, until the operator ends it or this recorder leaves. What an earlier delivery has stored stays;
 * the time between the two is a hole.
 */
export class DumpRun {
  private readonly folder: string;
  private readonly about: { readonly job: string };
  private readonly log: ChatLog;
  private readonly room: FollowedRoom;
  private readonly leftAt: number;
  private hasJoined = false;
  private messages: number;
  private markedAt = -Infinity;
  /** Known once it is stopped in the room. */
  private heardUntil: number | null = null;

  constructor(private readonly command: Command, private readonly given: Given) {
    const { workPrefix, startedAt, streamer: { id, login }, jobName } = command;
    const { before, ports } = given;
    this.about = { job: jobName };
    this.folder = ulid();
    this.log = new ChatLog(() => objectKeys.chatDumpRun(workPrefix, this.folder), this.about, ports);
    this.room = new FollowedRoom({ target: { sourceId: id, login }, about: this.about, onRecord: (record) => { this.take(record); }, onJoined: () => { this.noteJoined(); } }, ports);
    this.leftAt = before.heardUntil ?? startedAt + JOIN_MS;
    this.messages = before.count;
  }

  /** Resolves when all is stored and the operator has ended it. @throws the signal's reason when this recorder leaves: the next one goes on */
  async hear(source: ChatSource, one: Endless): Promise<void> {
    const ended = this.command.endedAt === null ? one.ended : AbortSignal.abort();
    const stop = AbortSignal.any([one.signal, ended]);
    // All that was said before somebody asked to leave is heard: the room is left in order.
    stop.addEventListener('abort', () => { if (this.room.state === 'joined') this.heardUntil = this.given.ports.wall(); }, { once: true });
    const beat = setInterval(() => { this.beat(one); }, this.given.ports.times.snapshotMs);
    this.beat(one);
    try {
      await this.room.follow(source, stop);
      if (!this.hasJoined && !one.signal.aborted) this.noteHole(this.command.endedAt ?? this.given.ports.wall());
      if (this.heardUntil !== null) await this.mark(this.heardUntil);
      await this.store(one.signal);
    } finally { clearInterval(beat); }
    one.signal.throwIfAborted();
  }

  private take(record: ChatRecord): void {
    this.log.add(record);
    if (record.t === 'message' || record.t === 'notice') this.messages += 1;
  }

  private noteJoined(): void {
    if (!this.hasJoined) this.noteHole(this.given.ports.wall());
    this.hasJoined = true;
  }

  private noteHole(until: number): void {
    if (until > this.leftAt) this.log.add({ t: 'gap', at: this.given.before.heardUntil ?? this.command.startedAt, seenAt: this.given.ports.wall(), until, reason: 'no recorder was there' });
  }

  private beat(one: Endless): void {
    one.progress();
    this.given.progress.move(this.messages, this.inWords());
    const { now } = this.given.ports;
    if (this.room.state !== 'joined' || now() - this.markedAt < MARK_MS) return;
    this.markedAt = now();
    void this.mark(this.given.ports.wall() - ON_ITS_WAY_MS);
  }

  private inWords(): string {
    const { state, reason } = this.room;
    const count = `${this.messages} messages`;
    if (state === 'away') return `${count}; the chat is away: ${reason}`;
    return state === 'joined' ? count : `${count}; joining the chat`;
  }

  /** Never rejects: a mark that is missing makes a hole look longer than it is. */
  private async mark(at: number): Promise<void> {
    const { storage, log } = this.given.ports;
    const body = Buffer.from(JSON.stringify({ at }));
    await storage.put(objectKeys.chatDumpMark(this.command.workPrefix, this.folder), body, { contentType: 'application/json', signal: AbortSignal.timeout(LEAVE_MS) })
      .catch((error: unknown) => { log.warn('it is not noted how far a chat was heard', { ...this.about, reason: messageOf(error) }); });
  }

  /** For as long as storage takes; a recorder that leaves leaves the rest in its spool. */
  private async store(leaving: AbortSignal): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const leave = (): void => { late = setTimeout(() => { this.log.giveUp(); }, LEAVE_MS); };
    if (leaving.aborted) leave();
    else leaving.addEventListener('abort', leave, { once: true });
    await this.log.end();
    leaving.removeEventListener('abort', leave);
    clearTimeout(late);
  }
}
