import { JOIN_MS, NO_RECORDER, type StoredDump } from '#libs/chat';
import { type chatDumpJob, type ChatRecord, objectKeys } from '#libs/contracts';
import { messageOf } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type ChatSource } from '#libs/providers';
import { type JobProgress, type RunningJob } from '#libs/service-kit';
import { ulid } from 'ulid';
import { ChatLog } from '../chat/chat-log.js';
import { type ChatLogPorts } from '../chat/chat-ports.js';
import { FollowedRoom } from '../chat/followed-room.js';
import { type RecorderTimes } from '../core/tokens.js';

type Job = RunningJob<typeof chatDumpJob>;
/** `snapshotMs`: how often the job says how far it is, and the bus learns that somebody works on it. */
export interface DumpPorts extends ChatLogPorts {
  readonly times: ChatLogPorts['times'] & Pick<RecorderTimes, 'snapshotMs' | 'dumpMarkMs'>;
}
interface Given {
  readonly before: StoredDump;
  readonly progress: JobProgress;
  readonly ports: DumpPorts;
}

/** What the site has said by now may be on its way for so long. */
const ON_ITS_WAY_MS = 2000;
/** A process that ends waits so long for storage; the rest lies in its spool. */
const LEAVE_MS = 5000;

/**
 * One delivery of a dump: follows the chat and stores it, as that of a recording is, in a folder of its own, until the
 * operator ends it or this recorder leaves. What an earlier delivery has stored stays;
 * the time between the two is a gap.
 */
export class DumpRun {
  private readonly folder: string;
  private readonly about: { readonly job: string };
  private readonly log: ChatLog;
  private readonly room: FollowedRoom;
  private readonly leftAt: number;
  private hasJoined = false;
  private messages: number;
  private checkedAt = -Infinity;
  private markedAt = -Infinity;
  /** Known once it is stopped in the room. */
  private receivedUntil: number | null = null;
  /** What the source tells of the time before it was in the room: since when it had tried by then. */
  private triedSince: number | null = null;
  /** Until when the source has reported why nothing was received. */
  private reportedUntil: number | null = null;

  constructor(
    private readonly job: Job,
    private readonly given: Given,
  ) {
    const {
      jobName,
      input: {
        workPrefix,
        startedAt,
        streamer: { id, login },
      },
    } = job;
    const { before, ports } = given;
    this.about = { job: jobName };
    this.folder = ulid();
    this.log = new ChatLog(() => objectKeys.chatDumpRun(workPrefix, this.folder), this.about, ports);
    this.room = new FollowedRoom(
      {
        target: { sourceId: id, login },
        about: this.about,
        onRecord: (record) => {
          this.take(record);
        },
        onJoined: () => {
          this.setJoined();
        },
      },
      ports,
    );
    this.leftAt = before.receivedUntil ?? startedAt + JOIN_MS;
    this.messages = before.count;
  }

  /**
   * Resolves when all is stored and somebody has ended it.
   * @throws the signal's reason when this recorder leaves: the next one goes on
   */
  async follow(source: ChatSource): Promise<void> {
    const { signal, ended } = this.job;
    const stop = AbortSignal.any([signal, ended]);
    // All that was said before somebody asked to leave is received: the room is left in order.
    stop.addEventListener(
      'abort',
      () => {
        if (this.room.state === 'joined') this.receivedUntil = this.given.ports.wall();
      },
      { once: true },
    );
    const beat = setInterval(() => {
      this.beat();
    }, this.given.ports.times.snapshotMs);
    this.beat();
    try {
      await this.room.follow(source, stop);
      if (!this.hasJoined && this.triedSince !== null) this.recordGap(this.triedSince);
      await this.store(signal);
      await this.recordReceived();
    } finally {
      clearInterval(beat);
    }
    signal.throwIfAborted();
  }

  /** @param end when the operator ended it, by another clock: one that was in the room then has received everything */
  async recordReceived(end = 0): Promise<void> {
    const until = Math.max(
      this.reportedUntil ?? 0,
      this.receivedUntil === null ? 0 : Math.max(this.receivedUntil, end),
    );
    if (until > 0) await this.mark(until);
  }

  private take(record: ChatRecord): void {
    this.log.add(record);
    if (record.t === 'message' || record.t === 'notice') this.messages += 1;
    if (record.t !== 'gap') return;
    if (!this.hasJoined) this.triedSince ??= record.at;
    this.reportedUntil = record.until;
  }

  /**
   * Once it tried, the source pushes why it was not in the room; of the few moments of a join without problem
   * it tells nothing.
   */
  private setJoined(): void {
    if (!this.hasJoined) this.recordGap(this.triedSince ?? this.given.ports.wall());
    this.hasJoined = true;
  }

  private recordGap(until: number): void {
    if (until > this.leftAt)
      this.log.add({
        t: 'gap',
        at: this.given.before.receivedUntil ?? this.job.input.startedAt,
        seenAt: this.given.ports.wall(),
        until,
        reason: NO_RECORDER,
      });
  }

  private beat(): void {
    this.given.progress.move(this.messages, this.status);
    const {
      now,
      times: { dumpMarkMs },
    } = this.given.ports;
    if (this.room.state !== 'joined' || this.room.lastReceivedAt === null || now() - this.checkedAt < dumpMarkMs)
      return;
    this.checkedAt = now();
    void this.mark(this.room.lastReceivedAt - ON_ITS_WAY_MS);
  }

  private get status(): Message {
    const { state, reason } = this.room;
    const n = this.messages;
    if (state === 'away') return message('job.messages-chat-away', { n, why: reason ?? '' });
    return state === 'joined' ? message('job.messages', { n }) : message('job.messages-joining-chat', { n });
  }

  /**
   * Notes that all that was said until then is on storage: what lies on this machine alone is not, for the machine may
   * never come back. Never rejects: a mark that is missing makes a gap look longer than it is.
   */
  private async mark(receivedUntil: number): Promise<void> {
    const { storage, log } = this.given.ports;
    const { missingSince } = this.log;
    const at = missingSince === null ? receivedUntil : Math.min(receivedUntil, missingSince - ON_ITS_WAY_MS);
    if (at <= this.markedAt) return;
    this.markedAt = at;
    const body = Buffer.from(JSON.stringify({ at }));
    await storage
      .put(objectKeys.chatDumpMark(this.job.input.workPrefix, this.folder), body, {
        contentType: 'application/json',
        signal: AbortSignal.timeout(LEAVE_MS),
      })
      .catch((error: unknown) => {
        log.warn('progress of the chat dump not saved', { ...this.about, reason: messageOf(error) });
      });
  }

  /** For as long as storage takes; a recorder that leaves leaves the rest in its spool. */
  private async store(leaving: AbortSignal): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const leave = (): void => {
      late = setTimeout(() => {
        this.log.giveUp();
      }, LEAVE_MS);
    };
    if (leaving.aborted) leave();
    else leaving.addEventListener('abort', leave, { once: true });
    await this.log.end();
    leaving.removeEventListener('abort', leave);
    clearTimeout(late);
  }
}
