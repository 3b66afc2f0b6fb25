import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { type Bus } from '#libs/bus';
import { EVENTS, PULSES, type Assignment, type PartEndCause, type Payload } from '#libs/contracts';
import { localizedOf } from '#libs/errors';
import { english, isSameMessage, message, type Message, type OwnMessage } from '#libs/messages';
import { type BufferPool, type Clock, captureHls, type CaptureEnd, type HlsSource, type Resume } from '#libs/media';
import { type Log } from '#libs/service-kit';
import { type Storage } from '#libs/storage';
import { ChatCapture } from '../chat/chat-capture.js';
import { type ChatPorts } from '../chat/chat-ports.js';
import { type EventOutbox } from '../core/event-outbox.js';
import { type RecorderIdentity, type RecorderTimes } from '../core/tokens.js';
import { type LeaseHolder } from '../slots/lease-holder.js';
import { MemoryBudget } from '../store/memory-budget.js';
import { type Spool } from '../store/spool.js';
import { WriteQueue } from '../store/write-queue.js';
import { PartTotals } from './part-totals.js';
import { Part, type PartPlan } from './part.js';
import { type SourceOpener, type OpenedSource } from './source-opener.js';

/** What a capture stands on; shared by all captures of the process. */
export interface CapturePorts {
  readonly identity: RecorderIdentity;
  readonly times: RecorderTimes;
  readonly storage: Pick<Storage, 'put'>;
  readonly spool: Spool;
  readonly pool: BufferPool;
  readonly sources: SourceOpener;
  readonly outbox: EventOutbox;
  readonly bus: Pick<Bus, 'pulse'>;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly wall: () => number;
  readonly chat: ChatPorts;
}

export type StopCause = Extract<PartEndCause, 'stopped' | 'superseded' | 'drained'>;

/** Half of a capture's 32 MB waits for its turn in the engine, half for storage. */
const HALF_BYTES = 16 * 1024 * 1024;
/** After this the first half hour of failures is forgotten. */
const CALM_MS = 60_000;

/**
 * Records one VOD under one lease: opens the source, writes a part, and when the source ends or falls silent stands by
 * for the next one, until it is asked to stop. Its errors end nothing but its own part, and are tried again.
 */
export class Capture {
  /** Settles when everything is stored, or given up. */
  finished: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly memory = new MemoryBudget(HALF_BYTES);
  /** Parts that came to their end and wait for storage. */
  private readonly finishing = new Map<Part, Promise<void>>();
  private opened: OpenedSource | null = null;
  private part: Part | null = null;
  private resume: Resume | null = null;
  private standingBy = false;
  private stopCause: StopCause = 'stopped';
  private draining = false;
  private note: Message | null = null;
  private refusal: Message | null = null;
  private retryMs: number;
  private readonly chat: ChatCapture;
  /** Another source was named than the one that is open. */
  private otherSource: { readonly keepsPlace: boolean } | null = null;
  /** Aborted by another source while nothing is written: no wait for the old one is worth anything. */
  private idle = new AbortController();

  constructor(
    private assignment: Assignment,
    readonly lease: LeaseHolder,
    private readonly ports: CapturePorts,
  ) {
    this.retryMs = ports.times.retryMs;
    this.chat = new ChatCapture(assignment, () => this.lease.partId, ports.chat);
  }

  get vodUuid(): string {
    return this.assignment.vodUuid;
  }
  get channelName(): string {
    return this.assignment.channelName;
  }
  /** Media of the current part is being written; nothing is lost by stopping when not. */
  get isWriting(): boolean {
    return this.part?.hasMedia ?? false;
  }

  /** Another source, login or quality is taken at the next part; at once when nothing is being written. */
  update(assignment: Assignment): void {
    const before = this.assignment;
    this.assignment = assignment;
    this.chat.moved(assignment.login ?? '');
    if (sourceOf(assignment) === sourceOf(before) && assignment.sealedHeaders === before.sealedHeaders) return;
    this.otherSource = {
      keepsPlace: sourceOf(assignment) === sourceOf(before) && this.otherSource?.keepsPlace !== false,
    };
    if (!this.isWriting) this.idle.abort();
  }

  /**
   * Ends it; `run` resolves when everything is stored. What another recorder writes at the same time is safe: each has
   * a prefix of its own.
   */
  stop(cause: StopCause): void {
    if (this.stopping.signal.aborted) return;
    this.stopCause = cause;
    this.stopping.abort();
  }

  /** The lease was given back; it goes on writing until a successor does. */
  drain(): void {
    this.draining = true;
    this.pulse();
  }

  /** Gives up on storage: what is not stored by now goes to the spool, for the next start. */
  giveUp(): void {
    for (const writer of [this.chat, this.part, ...this.finishing.keys()]) writer?.giveUp();
  }

  /** Runs until it is stopped; see {@link Capture.finished}. */
  run(): Promise<void> {
    this.finished = this.record();
    return this.finished;
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async record(): Promise<void> {
    const { signal } = this.stopping;
    this.chat.start();
    while (!signal.aborted) {
      const since = this.ports.clock.now();
      await this.takeSource();
      try {
        await this.onePart();
      } catch (error) {
        if (this.isStopping()) break;
        if (this.idle.signal.aborted) continue;
        await this.failed(error);
        if (this.ports.clock.now() - since > CALM_MS) this.retryMs = this.ports.times.retryMs;
        await wait(this.retryMs, undefined, { signal: this.untilOtherwise() }).catch(() => undefined);
        this.retryMs = Math.min(this.ports.times.retryMaxMs, this.retryMs * 2);
      }
    }
    await Promise.all([...this.finishing.values(), this.chat.end()]);
    await this.close();
  }

  /** Aborted by a stop, and by another source while nothing is written. */
  private untilOtherwise(): AbortSignal {
    return AbortSignal.any([this.stopping.signal, this.idle.signal]);
  }

  /** Lets go of a source that is not the one of the assignment any more, with what was learned of it. */
  private async takeSource(): Promise<void> {
    if (!this.otherSource) return;
    if (!this.otherSource.keepsPlace) this.resume = null;
    this.otherSource = null;
    this.idle = new AbortController();
    this.refusal = null;
    this.retryMs = this.ports.times.retryMs;
    await this.close();
  }

  private async close(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    await opened?.http.close().catch((error: unknown) => {
      this.ports.log.failure('connections to the source not closed', error, { vod: this.vodUuid });
    });
  }

  /** Says where it stands. Never throws: it is called by timers. */
  pulse(): void {
    const { identity, wall, bus, log } = this.ports;
    const { part } = this;
    try {
      bus.pulse(
        PULSES.captureSnapshot,
        snapshotOf({
          vodUuid: this.vodUuid,
          partId: part?.id ?? this.lease.partId,
          recorder: identity.name,
          at: wall(),
          state: this.state,
          part,
          note: this.note,
          chat: this.chat.snapshot,
        }),
      );
    } catch (error) {
      log.failure('snapshot not sent', error, { vod: this.vodUuid });
    }
  }

  private get state(): Payload<typeof PULSES.captureSnapshot>['state'] {
    if (this.draining) return 'draining';
    if (this.part?.isSpooling === true) return 'spooling';
    if (this.part?.hasMedia === true) return 'writing';
    return this.standingBy ? 'standby' : 'opening';
  }

  /** From opening to the end of one part; `part` stays set until the next one, for the snapshots. */
  private async onePart(): Promise<void> {
    const signal = this.untilOtherwise();
    this.pulse();
    this.opened ??= await this.ports.sources.open(this.assignment, this.ports.pool, signal);
    const { source, http, dialect } = this.opened;
    const part = this.newPart(source);
    this.part = part;
    try {
      const end = await captureHls({
        source,
        http,
        dialect,
        sink: part,
        signal,
        staleTargets: this.assignment.staleTargets,
        resume: this.resume,
        waitForFirst: this.standingBy,
        heldBytes: HALF_BYTES,
        onFault: (failed) => {
          this.note = localizedOf(failed);
        },
      });
      await this.ended(part, end);
    } catch (error) {
      if (part.hasMedia) await this.finish(part, 'failed', localizedOf(error));
      throw error;
    }
  }

  private async ended(part: Part, end: CaptureEnd): Promise<void> {
    const isOnlyMoved = this.idle.signal.aborted && !part.hasMedia;
    // What was seen but not taken of a source that is left must not count as taken.
    if (!isOnlyMoved) {
      this.resume = end.resume ?? this.resume;
      this.standingBy = true;
    }
    const cause = end.cause === 'stopped' ? this.stopCause : end.cause;
    if (part.hasMedia) await this.finish(part, cause, REASON[cause]);
    this.part = null;
    this.pulse();
  }

  /** Storing the rest may take long; the next part does not wait for it. */
  private async finish(part: Part, cause: PartEndCause, reason: Message): Promise<void> {
    const done = part.end(cause, reason).catch((error: unknown) => {
      this.ports.log.failure('part not ended', error, { part: part.id });
    });
    this.finishing.set(
      part,
      done.finally(() => {
        this.finishing.delete(part);
      }),
    );
    this.ports.log.info(`${this.channelName}: part ended (${english(reason)})`, {
      vod: this.vodUuid,
      part: part.id,
      cause,
      ...part.totals.snapshot(),
    });
    if (this.stopping.signal.aborted) return;
    if (!(await this.lease.nextPart(ulid()))) this.stop('superseded');
  }

  private newPart(source: HlsSource): Part {
    const { storage, spool, log, outbox, wall } = this.ports;
    const queue = new WriteQueue({
      storage,
      spool,
      memory: this.memory,
      checkLease: () => this.checkLease(),
      onLoss: (error) => {
        log.failure(`${this.channelName}: segment lost`, error, { vod: this.vodUuid, part: this.lease.partId });
      },
      onFault: (fault) => {
        this.note = fault;
        log.warn(`${this.channelName}: storage refused a segment; it waits in the spool`, {
          vod: this.vodUuid,
          message: english(fault),
        });
        this.pulse();
      },
    });
    const {
      identity: { name: recorder },
      times: { pageMs },
    } = this.ports;
    return new Part(
      { partId: this.lease.partId, vodUuid: this.vodUuid, recorder, pageMs, ...renditionOf(source) },
      {
        queue,
        outbox,
        now: wall,
        onChange: () => {
          this.started();
        },
      },
    );
  }

  private started(): void {
    this.note = null;
    this.refusal = null;
    this.retryMs = this.ports.times.retryMs;
    this.pulse();
  }

  private async checkLease(): Promise<void> {
    if (!(await this.lease.mayWrite())) this.stop('superseded');
  }

  /** The source cannot be recorded now. It is said once for each reason, and tried again. */
  private async failed(error: unknown): Promise<void> {
    const { outbox, identity, wall, log } = this.ports;
    const reason = localizedOf(error);
    await this.close();
    this.part = null;
    this.note = reason;
    this.pulse();
    if (isSameMessage(reason, this.refusal)) return;
    this.refusal = reason;
    log.failure(`${this.channelName}: capture interrupted, retrying`, error, { vod: this.vodUuid });
    if (!this.standingBy)
      outbox.add(
        EVENTS.captureRefused,
        { vodUuid: this.vodUuid, recorder: identity.name, at: wall(), reason },
        `${this.lease.partId}:refused:${ulid()}`,
      );
  }
}

/** What an assignment says about where the media come from, without the login. */
const sourceOf = ({ sourceUrl, qualities, nearestBelow }: Assignment): string =>
  JSON.stringify([sourceUrl, qualities, nearestBelow]);

/** A bare media playlist has no rendition: it is the source itself. */
function renditionOf({
  variant,
  targetMs,
}: HlsSource): Pick<PartPlan, 'rendition' | 'width' | 'height' | 'fps' | 'targetDurationMs'> {
  const { name, width, height, fps } = variant ?? { name: 'source', width: null, height: null, fps: null };
  return { rendition: name, width, height, fps, targetDurationMs: targetMs };
}

const REASON = {
  endlist: message('capture.end.endlist'),
  stale: message('capture.end.stale'),
  unreadable: message('capture.end.unreadable'),
  stopped: message('capture.end.stopped'),
  superseded: message('capture.end.superseded'),
  drained: message('capture.end.drained'),
} as const satisfies Partial<Record<PartEndCause, OwnMessage>>;

type Snapshot = Payload<typeof PULSES.captureSnapshot>;
type Head = Pick<Snapshot, 'vodUuid' | 'partId' | 'recorder' | 'at' | 'state' | 'note' | 'chat'>;

/** Where a capture stands, as the others hear it. Totals are of the part that is being written. */
function snapshotOf({ part, ...head }: Head & { readonly part: Part | null }): Snapshot {
  const totals = part?.totals ?? new PartTotals();
  const { spooledBytes, rendition } = part
    ? { spooledBytes: part.spooledBytes, rendition: part.plan.rendition }
    : { spooledBytes: 0, rendition: '' };
  return {
    ...head,
    ...totals.snapshot(),
    startedAt: totals.startedAt ?? head.at,
    lastSegmentAt: totals.lastSegmentAt,
    bitrate: totals.bitrate,
    spooledBytes,
    rendition,
  };
}
