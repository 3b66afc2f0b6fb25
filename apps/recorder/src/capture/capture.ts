import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { type Bus } from '#libs/bus';
import { EVENTS, PULSES, type Assignment, type PartEndCause } from '#libs/contracts';
import { localizedOf } from '#libs/errors';
import { english, isSameMessage, type Message } from '#libs/messages';
import {
  type RenditionCapture,
  type RenditionsCaptureEnd,
  type RenditionsRest,
  type MediaRendition,
  type BufferPool,
  captureWithRenditions,
  type Clock,
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
import { type CaptureSnapshot, snapshotOf } from './capture-snapshot.js';
import { CurrentFaults } from './current-faults.js';
import { END_REASONS } from './end-reasons.js';
import { Part } from './part.js';
import {
  chooseRenditions,
  type ChosenRenditions,
  describeRendition,
  RENDITION_KINDS,
  renditionOf,
  skippedRendition,
  trackOf,
} from './recorded-renditions.js';
import { TraceFile } from './trace-file.js';
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
  /** The audio and subtitles renditions of the part. */
  private renditions: readonly Part[] = [];
  /** Where the video of the previous part stopped. */
  private resume: RenditionsCaptureEnd['resume'] = null;
  /** The last segments of the renditions of the previous part. */
  private renditionsRest: RenditionsRest | null = null;
  /** Where each rendition stopped. */
  private renditionResumes: Awaited<RenditionsRest['done']> = new Map();
  /** The stream of this source has ended or gone silent at least once: the capture waits for it to go on. */
  private standingBy = false;
  private stopCause: StopCause = 'stopped';
  private draining = false;
  private readonly faults: CurrentFaults;
  /** Why the source cannot be recorded; null once a segment is stored. Each reason is reported once. */
  private refusal: Message | null = null;
  private retryMs: number;
  private readonly chat: ChatCapture;
  private readonly traceFile: TraceFile;
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
    this.faults = new CurrentFaults(ports.log, assignment.channelName, assignment.vodUuid);
    const { storage, log, clock } = ports;
    this.traceFile = new TraceFile(assignment.vodUuid, lease.partId, { storage, log, now: () => clock.now() });
    const { isHandedOver } = lease;
    this.chat = new ChatCapture(assignment, { partId: () => this.lease.partId, isHandedOver }, ports.chat);
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
    const { isOther, isOtherAccess } = this.ports.sources.compare(before, assignment);
    if (!isOther && !isOtherAccess) return;
    this.otherSource = { keepsPlace: !isOther && this.otherSource?.keepsPlace !== false };
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
    for (const writer of [this.chat, this.part, ...this.renditions, ...this.finishing.keys()]) writer?.giveUp();
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
    await this.close();
    if (!this.otherSource.keepsPlace) [this.resume, this.renditionResumes, this.standingBy] = [null, new Map(), false];
    this.otherSource = null;
    this.idle = new AbortController();
    this.refusal = null;
    this.retryMs = this.ports.times.retryMs;
  }

  private async close(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    // After this, a request of a rendition whose connection closes fails without another attempt.
    this.renditionsRest?.stop();
    await opened?.http.close().catch((error: unknown) => {
      this.ports.log.failure('connections to the source not closed', error, { vod: this.vodUuid });
    });
    await this.settleRenditions();
  }

  /** Publishes the state of the capture. Never throws, because timers call it. */
  pulse(): void {
    this.traceFile.saveIfDue();
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
          finishing: this.finishing.keys(),
          note: this.refusal ?? this.faults.shown ?? (this.opened && skippedRendition(this.opened.source)),
          chat: this.chat.snapshot,
        }),
      );
    } catch (error) {
      log.failure('snapshot not sent', error, { vod: this.vodUuid });
    }
  }

  private get state(): CaptureSnapshot['state'] {
    if (this.draining && this.isWriting) return 'draining';
    if (this.part?.isSpooling === true) return 'spooling';
    if (this.isWriting) return 'writing';
    return this.standingBy ? 'standby' : 'opening';
  }

  /** Runs one part, from opening the source to its end. `part` stays set until the next part, for the snapshots. */
  private async onePart(): Promise<void> {
    const signal = this.stopOrSourceChange();
    this.pulse();
    this.opened ??= await this.ports.sources.open(
      this.assignment,
      { pool: this.ports.pool, trace: this.traceFile.trace },
      signal,
    );
    const { source, http, dialect } = this.opened;
    const chosen = chooseRenditions(source, this.assignment);
    const part = this.newPart(source, chosen);
    const { targetMs: targetDurationMs } = source;
    const captures = RENDITION_KINDS.flatMap((kind) =>
      chosen[kind].map((one) => this.newRendition(kind, one, { video: part, targetDurationMs })),
    );
    const parts = { part, renditions: captures.map(({ sink }) => sink) };
    this.part = part;
    this.renditions = parts.renditions;
    this.faults.clear();
    try {
      const end = await captureWithRenditions({
        source,
        http,
        dialect,
        sink: part,
        renditions: captures,
        signal,
        staleTargets: this.assignment.staleTargets,
        resume: this.resume,
        waitForFirst: this.standingBy,
        heldBytes: HALF_BYTES,
        ...this.faults.callbacks,
      });
      await this.ended(parts, end);
    } catch (error) {
      if (part.hasMedia) await this.finish(parts, 'failed', localizedOf(error));
      this.part = null;
      throw error;
    }
  }

  private async ended({ part, renditions }: Recorded, end: RenditionsCaptureEnd): Promise<void> {
    const isOnlyMoved = this.idle.signal.aborted && !part.hasMedia;
    // The capture left this source without recording from it, so its position must not count as recorded.
    if (!isOnlyMoved) {
      this.resume = end.resume ?? this.resume;
      await this.settleRenditions();
      this.renditionsRest = end.rest;
      this.standingBy = true;
    }
    const cause = end.cause === 'stopped' ? this.stopCause : end.cause;
    if (part.hasMedia) await this.finish({ part, renditions, rest: end.rest }, cause, END_REASONS[cause]);
    this.part = null;
    this.pulse();
  }

  /** Storing the rest may take long, so the next part does not wait for it. */
  private async finish({ part, renditions, rest }: Recorded, cause: PartEndCause, reason: Message): Promise<void> {
    // The event of the part comes last, so that its reader finds the renditions.
    const end = async (): Promise<void> => {
      await rest?.done;
      await Promise.all(renditions.map((rendition) => rendition.end(cause, reason)));
      await part.end(cause, reason);
    };
    const writers = [part, ...renditions];
    const done = end()
      .catch((error: unknown) => {
        this.ports.log.failure('part not ended', error, { part: part.id });
      })
      .finally(() => {
        for (const writer of writers) this.finishing.delete(writer);
        this.pulse();
      });
    for (const writer of writers) this.finishing.set(writer, done);
    this.ports.log.info(`${this.channelName}: part ended (${english(reason)})`, {
      vod: this.vodUuid,
      part: part.id,
      cause,
      ...part.totals.snapshot(),
    });
    void this.traceFile.save();
    if (this.stopping.signal.aborted) return;
    if (!(await this.lease.nextPart(ulid()))) this.stop('superseded');
  }

  /** Ends the renditions of the previous part. @returns where each rendition stopped */
  private async settleRenditions(): Promise<typeof this.renditionResumes> {
    const rest = this.renditionsRest;
    rest?.stop();
    if (rest) this.renditionResumes = new Map([...this.renditionResumes, ...(await rest.done)]);
    if (this.renditionsRest === rest) this.renditionsRest = null;
    return this.renditionResumes;
  }

  private newRendition(
    kind: RenditionCapture['kind'],
    rendition: MediaRendition,
    { video, targetDurationMs }: { readonly video: Part; readonly targetDurationMs: number },
  ): RenditionCapture & { readonly sink: Part } {
    const { outbox, wall } = this.ports;
    const { id, name } = rendition;
    const sink = new Part(
      { ...this.plan, renditionId: id },
      {
        rendition: () => ({ rendition: name, width: null, height: null, fps: null, targetDurationMs }),
        queue: this.newQueue(),
        outbox,
        now: wall,
        onChange: () => undefined,
        onStart: () => undefined,
        beside: { video, missing: `${kind}-missing` },
      },
    );
    return { kind, rendition, sink, resume: async () => (await this.settleRenditions()).get(id) ?? null };
  }

  private newPart(source: HlsSource, { audio, subtitles }: ChosenRenditions): Part {
    const { outbox, wall } = this.ports;
    const plan = {
      ...this.plan,
      ...(audio.length > 0 && { renditions: audio.map(trackOf) }),
      ...(subtitles.length > 0 && { subtitles: subtitles.map(trackOf) }),
    };
    return new Part(plan, {
      rendition: () => renditionOf(source),
      queue: this.newQueue(),
      outbox,
      now: wall,
      onChange: () => {
        this.pulse();
      },
      onStart: () => {
        this.started();
      },
    });
  }

  private get plan() {
    const { identity, times } = this.ports;
    const { vodUuid, lease } = this;
    return { partId: lease.partId, vodUuid, recorder: identity.name, pageMs: times.pageMs };
  }

  private newQueue(): WriteQueue {
    const { storage, spool, log } = this.ports;
    // The queue of a part may still store when the lease names the next part.
    const { partId } = this.lease;
    return new WriteQueue({
      storage,
      spool,
      memory: this.memory,
      checkLease: () => this.checkLease(),
      onLoss: (error) => {
        log.failure(`${this.channelName}: segment lost`, error, { vod: this.vodUuid, part: partId });
      },
      onFault: (fault) => {
        this.faults.begin('storage', fault);
        this.pulse();
      },
      onRecovered: () => {
        this.faults.end('storage');
      },
    });
  }

  private started(): void {
    this.logRendition();
    this.refusal = null;
    this.retryMs = this.ports.times.retryMs;
    this.pulse();
  }

  private logRendition(): void {
    if (!this.opened) return;
    const { source } = this.opened;
    const { qualities } = this.assignment;
    this.ports.log.info(`${this.channelName}: records ${describeRendition(renditionOf(source))}`, {
      vod: this.vodUuid,
      part: this.lease.partId,
      wanted: qualities.length === 0 ? ['best'] : qualities,
      offered: source.offered,
    });
  }

  private async checkLease(): Promise<void> {
    if (!(await this.lease.mayWrite())) this.stop('superseded');
  }

  /** Handles a source that cannot be recorded now. Reports each reason once; the caller retries. */
  private async failed(error: unknown): Promise<void> {
    const { outbox, identity, wall, log } = this.ports;
    const reason = localizedOf(error);
    await this.close();
    const isReported = isSameMessage(reason, this.refusal);
    this.refusal = reason;
    this.pulse();
    if (isReported) return;
    void this.traceFile.save();
    log.failure(`${this.channelName}: capture interrupted, retrying`, error, { vod: this.vodUuid });
    if (!this.standingBy)
      outbox.add(
        EVENTS.captureRefused,
        { vodUuid: this.vodUuid, recorder: identity.name, at: wall(), reason },
        `${this.lease.partId}:refused:${ulid()}`,
      );
  }
}

/** A part with its renditions. */
interface Recorded {
  readonly part: Part;
  readonly renditions: readonly Part[];
  /** The last segments of the renditions; absent if the part failed. */
  readonly rest?: RenditionsRest;
}
