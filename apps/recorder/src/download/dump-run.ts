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
/** `snapshotMs`: interval at which the job reports progress and keeps its delivery alive. */
export interface DumpPorts extends ChatLogPorts {
  readonly times: ChatLogPorts['times'] & Pick<RecorderTimes, 'snapshotMs' | 'dumpMarkMs'>;
}
interface DumpContext {
  readonly before: StoredDump;
  readonly progress: JobProgress;
  readonly ports: DumpPorts;
}

/** ms: messages that the site has already sent may still be in transit for this long. */
const ON_ITS_WAY_MS = 2000;
/** ms: a process that shuts down waits this long for storage; the rest stays in its spool. */
const LEAVE_MS = 5000;

/**
 * One delivery of a dump. Follows the chat and stores it like the chat of a recording, in its own folder, until the
 * operator ends the dump or this recorder shuts down. Keeps what an earlier delivery stored; the time between the two
 * is a gap.
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
  /** When the dump was stopped while it was in the room; null otherwise. ms since the Unix epoch. */
  private receivedUntil: number | null = null;
  /** Start of the first gap that the source reported before its first join; null if there is none. */
  private triedSince: number | null = null;
  /** End of the latest gap that the source reported. */
  private reportedUntil: number | null = null;

  constructor(
    private readonly job: Job,
    private readonly given: DumpContext,
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
   * Resolves when everything is stored and the dump has been ended or cancelled.
   * @throws the signal's reason: if this recorder shuts down; the next delivery continues
   */
  async follow(source: ChatSource): Promise<void> {
    const { signal, ended } = this.job;
    const stop = AbortSignal.any([signal, ended]);
    // The source leaves the room in order, so everything said before this moment is received.
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

  /**
   * Stores until when chat was received.
   * @param end when the operator ended the dump, by another machine's clock. A run that was in the room then has
   *   received everything
   */
  async recordReceived(end = 0): Promise<void> {
    const until = Math.max(
      this.reportedUntil ?? 0,
      this.receivedUntil === null ? 0 : Math.max(this.receivedUntil, end),
    );
    if (until > 0) await this.storeReceivedUntil(until);
  }

  private take(record: ChatRecord): void {
    this.log.add(record);
    if (record.t === 'message' || record.t === 'notice') this.messages += 1;
    if (record.t !== 'gap') return;
    if (!this.hasJoined) this.triedSince ??= record.at;
    this.reportedUntil = record.until;
  }

  /**
   * Records the gap before the first join. It ends where the source's own gaps start. A source reports no gap for a
   * join without problems; then it ends now.
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
    if (this.room.state !== 'joined' || this.room.completeUntil === null || now() - this.checkedAt < dumpMarkMs) return;
    this.checkedAt = now();
    void this.storeReceivedUntil(this.room.completeUntil - ON_ITS_WAY_MS);
  }

  private get status(): Message {
    const { state, reason } = this.room;
    const n = this.messages;
    if (state === 'away') return message('job.messages-chat-away', { n, why: reason ?? '' });
    return state === 'joined' ? message('job.messages', { n }) : message('job.messages-joining-chat', { n });
  }

  /**
   * Stores the time until which all chat is on storage. Chat that is only on this machine does not count, because the
   * machine may never come back. Never rejects: a missing mark only makes a gap look longer than it is.
   */
  private async storeReceivedUntil(receivedUntil: number): Promise<void> {
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

  /** Waits for storage without a limit. If this recorder shuts down, leaves the rest in its spool after `LEAVE_MS`. */
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
