import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { type Bus } from '#libs/bus';
import { EVENTS, PULSES, type Assignment, type PartEndCause, type Payload } from '#libs/contracts';
import { localizedOf } from '#libs/errors';
import { english, isSameMessage, message, type Message, type OwnMessage } from '#libs/messages';
import {
  type BufferPool,
  type Clock,
  captureHls,
  type CaptureEnd,
  type CaptureResume,
  type HlsSource,
} from '#libs/media';
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
import { Part, type PartRendition } from './part.js';
import { type SourceOpener, type OpenedSource } from './source-opener.js';

/** Dependencies of a capture, shared by all captures of the process. */
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

/**
 * Half of a capture's 32 MB: one half is for segments that wait in the engine, the other for segments that wait for
 * storage.
 */
const HALF_BYTES = 16 * 1024 * 1024;
/** ms: an attempt that lasts longer than this resets the retry back-off. */
const CALM_MS = 60_000;

/**
 * Records one VOD under one lease. Opens the source and writes a part. If the source ends or goes silent, waits for the
 * next one, until `stop`. An error ends only the current part; the capture then retries.
 */
export class Capture {
  /** Settles when everything is stored or given up. */
  finished: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();
  private readonly memory = new MemoryBudget(HALF_BYTES);
  /** Parts that have ended and wait for storage. */
  private readonly finishing = new Map<Part, Promise<void>>();
  private opened: OpenedSource | null = null;
  private part: Part | null = null;
  private resume: CaptureResume | null = null;
  private standingBy = false;
  private stopCause: StopCause = 'stopped';
  private draining = false;
  private note: Message | null = null;
  private refusal: Message | null = null;
  private retryMs: number;
  private readonly chat: ChatCapture;
  /** Set if the assignment names another source than the open one. */
  private otherSource: { readonly keepsPlace: boolean } | null = null;
  /** Aborted if the source changes while nothing is being written, so that waits for the old source end. */
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
  /** True while media of the current part is being written. If false, stopping loses nothing. */
  get isWriting(): boolean {
    return this.part?.hasMedia ?? false;
  }

  /**
   * Applies a changed assignment. A new source, login or quality takes effect at the next part, or at once if nothing
   * is being written.
   */
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
   * Stops the capture; `run` resolves when everything is stored. Another recorder may write at the same time, because
   * each one has its own key prefix.
   */
  stop(cause: StopCause): void {
    if (this.stopping.signal.aborted) return;
    this.stopCause = cause;
    this.stopping.abort();
  }

  /** Marks the capture as draining after the lease was released. It continues to write until a successor does. */
  drain(): void {
    this.draining = true;
    this.pulse();
  }

  /** Stops waiting for storage: everything that is not stored yet goes to the spool, for the next start. */
  giveUp(): void {
    for (const writer of [this.chat, this.part, ...this.finishing.keys()]) writer?.giveUp();
  }

  /** Runs until the capture is stopped; see {@link Capture.finished}. */
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
      await this.applyChangedSource();
      try {
        await this.onePart();
      } catch (error) {
        if (this.isStopping()) break;
        if (this.idle.signal.aborted) continue;
        await this.failed(error);
        if (this.ports.clock.now() - since > CALM_MS) this.retryMs = this.ports.times.retryMs;
        await wait(this.retryMs, undefined, { signal: this.stopOrSourceChange() }).catch(() => undefined);
        this.retryMs = Math.min(this.ports.times.retryMaxMs, this.retryMs * 2);
      }
    }
    await Promise.all([...this.finishing.values(), this.chat.end()]);
    await this.close();
  }

  /** Aborted by a stop, or by a changed source while nothing is being written. */
  private stopOrSourceChange(): AbortSignal {
    return AbortSignal.any([this.stopping.signal, this.idle.signal]);
  }

  /** Closes the source if the assignment names another one, and resets its state. */
  private async applyChangedSource(): Promise<void> {
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

  /** Publishes the state of the capture. Never throws, because timers call it. */
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
          note: (this.opened && skippedRendition(this.opened.source)) ?? this.note,
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

  /** Runs one part, from opening the source to its end. `part` stays set until the next part, for the snapshots. */
  private async onePart(): Promise<void> {
    const signal = this.stopOrSourceChange();
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
    // The capture left this source without recording from it, so its position must not count as recorded.
    if (!isOnlyMoved) {
      this.resume = end.resume ?? this.resume;
      this.standingBy = true;
    }
    const cause = end.cause === 'stopped' ? this.stopCause : end.cause;
    if (part.hasMedia) await this.finish(part, cause, REASON[cause]);
    this.part = null;
    this.pulse();
  }

  /** Storing the rest may take long, so the next part does not wait for it. */
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
      { partId: this.lease.partId, vodUuid: this.vodUuid, recorder, pageMs },
      {
        rendition: () => renditionOf(source),
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

  /** Handles a source that cannot be recorded now. Reports each reason once; the caller retries. */
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

/** The fields of an assignment that identify the media source, without the login. */
const sourceOf = ({ sourceUrl, qualities, nearestBelow }: Assignment): string =>
  JSON.stringify([sourceUrl, qualities, nearestBelow]);

/** Why another rendition than the best suitable one is recorded; null if it is the best one. */
const skippedRendition = ({ skipped, variant }: HlsSource): Message | null =>
  skipped && message('capture.rendition-skipped', { ...skipped, used: variant?.name ?? '' });

/** A bare media playlist has no rendition: it is the source itself. */
function renditionOf({ variant, targetMs }: HlsSource): PartRendition {
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

/** The snapshot that the recorder publishes. Totals are those of the part that is being written. */
function snapshotOf({ part, ...head }: Head & { readonly part: Part | null }): Snapshot {
  const totals = part?.totals ?? new PartTotals();
  const { spooledBytes, rendition } = part
    ? { spooledBytes: part.spooledBytes, rendition: part.rendition }
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
