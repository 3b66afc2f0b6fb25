import { type EpochCause } from '#libs/contracts';
import { type Inspected } from '../inspect/inspect-segment.js';
import { MAX_LEAD_S } from '../inspect/track-limits.js';

/** The known properties of a fetched segment, in the order of the source. */
export interface FetchedInfo extends Inspected {
  readonly durMs: number;
  /** Another statement about its length; null or absent if there is none. */
  readonly otherMs?: number | null;
  readonly pdtMs: number | null;
  readonly arrivalAt: number;
  readonly discontinuity: boolean;
  readonly reset: boolean;
  /** The source marks a discontinuity before every segment, so the mark says nothing. */
  readonly marksEach?: boolean;
  /** CRC-32 of its init section, 8 hex digits; null if it needs none. */
  readonly initCrc: string | null;
  /** Describes what its decoders need to know; null if that cannot be determined. Called only if it decides. */
  readonly format?: () => string | null;
}

export interface Epoch {
  readonly epoch: number;
  readonly cause: EpochCause;
  /** Whole ms since the Unix epoch. */
  readonly startAt: number;
  readonly firstPtsMs: number;
  /** The media have no time stamps: their times count from 0. */
  readonly untimed?: true | undefined;
  readonly initCrc: string | null;
  readonly container: Inspected['container'];
}

/**
 * Where an earlier run of the same source stopped: its newest epoch, and the expected times of the next segment (ms).
 */
export interface EpochResume {
  readonly epoch: Epoch;
  readonly nextPtsMs: number;
  readonly nextPdtMs: number | null;
}

/** Where an earlier part of the same source stopped on its clock: `startAt` is the wall clock of `firstPtsMs`. */
export interface ClockEnd {
  readonly startAt: number;
  readonly firstPtsMs: number;
  readonly nextPtsMs: number;
}

/** Where the next segment is expected on a clock. */
interface Expected extends ClockEnd {
  nextPtsMs: number;
  /** Where the next segment starts if the other statement about the length is right. */
  otherPtsMs: number;
  slackMs: number;
}

interface Current extends Expected {
  readonly epoch: Epoch;
  readonly format: string | null;
  /** Start and end of the newest segment by its own time stamps; null after missing media, or if unknown. */
  media: { readonly startMs: number; readonly endMs: number | null; readonly isByVideo: boolean } | null;
  nextPdtMs: number | null;
}

/**
 * `ignoreContentDiscontinuity`: the site marks discontinuities inside the broadcast where there are none. They count
 * only if something besides the mark changes.
 */
export interface EpochRules {
  readonly ignoreContentDiscontinuity: boolean;
}

const JUMP_MS = 1000;
const TRUSTED_MS = 10_000;
/** A number of lengths of a segment, and ms: the arrival of a segment is not more exact than this. */
const ARRIVAL = { lengths: 2, leastMs: 2000 };

/**
 * Places segments on the source's clocks. An epoch is a run of segments on one clock
 * (docs/reference/hls.md#discontinuity). A new epoch starts at a discontinuity, at a sequence reset, with another init
 * section, or if the time stamps differ from the expected ones by more than a second, even if they later match again.
 * Inside an epoch, the tracker unwraps the 33-bit clock of MPEG-TS.
 */
export class EpochTracker {
  private current: Current | null = null;
  /** Where the earlier part stopped, until this one has an epoch. */
  private readonly previous: Expected | null;
  private broken = false;
  /** The end of the previous segment is missing. */
  private truncated = false;
  /** The source's clock minus the local clock, of the newest epoch that had both, ms. */
  private offsetMs = 0;

  /**
   * @param resume continues this epoch instead of starting one
   * @param previous where an earlier part stopped whose numbers continue
   */
  constructor(
    private readonly rules: EpochRules = { ignoreContentDiscontinuity: false },
    resume: EpochResume | null = null,
    previous: ClockEnd | null = null,
  ) {
    this.previous = previous && { ...previous, otherPtsMs: previous.nextPtsMs, slackMs: 0 };
    if (resume)
      this.current = {
        ...resume,
        otherPtsMs: resume.nextPtsMs,
        media: null,
        startAt: resume.epoch.startAt,
        firstPtsMs: resume.epoch.firstPtsMs,
        format: null,
        slackMs: 0,
      };
  }

  /**
   * Accounts for media that is missing before the next segment.
   * @param discontinuity one of the missing segments started with a discontinuity
   */
  lost(durMs: number, discontinuity: boolean): void {
    if (discontinuity) this.broken = true;
    const { current } = this;
    const expected = current ?? this.previous;
    if (!expected) return;
    expected.nextPtsMs += durMs;
    expected.otherPtsMs += durMs;
    expected.slackMs += durMs / 2;
    if (!current) return;
    current.media = null;
    if (current.nextPdtMs !== null) current.nextPdtMs += durMs;
  }

  /** The end of the previous segment is missing: the next one starts an epoch, on the same clock if it goes on. */
  lostEnd(durMs: number): void {
    this.lost(durMs, false);
    this.truncated = true;
  }

  /** Something replaces the broadcast: its clock stops, and the next segment starts an epoch. */
  interrupted(): void {
    this.broken = true;
  }

  /**
   * Converts a programme date-time to the local wall clock, ms since the Unix epoch. Uses the clock of the source if it
   * is plausible, otherwise the arrival time.
   */
  wallOf(pdtMs: number | null, arrivalAt: number): number {
    if (pdtMs === null) return arrivalAt;
    return [pdtMs, pdtMs - this.offsetMs].find((stamp) => Math.abs(stamp - arrivalAt) <= TRUSTED_MS) ?? arrivalAt;
  }

  /**
   * @returns the segment's position, and the epoch if the segment starts one. `stepsBack`: its time stamps start more
   *   than a frame before the end of the previous segment, and the source does not mark that.
   */
  place(info: FetchedInfo): {
    readonly begins: Epoch | null;
    readonly epoch: number;
    readonly ptsMs: number;
    readonly stepsBack: boolean;
  } {
    const cause = this.causeOf(info);
    const isUnmarked = cause === null || (cause === 'timestamp-jump' && !info.discontinuity);
    const stepsBack = isUnmarked && this.current !== null && overlaps(info, this.current);
    const startAt = this.wallAfterLoss(info, cause);
    this.broken = false;
    this.truncated = false;
    const ptsMs = Math.max(0, this.ptsOf(info, cause === null));
    const begins = cause === null ? null : this.begin(info, { cause, firstPtsMs: ptsMs, startAt });
    const current = this.current;
    if (current) moveOn(current, info, ptsMs);
    return { begins, epoch: current?.epoch.epoch ?? 0, ptsMs, stepsBack };
  }

  /**
   * Wall clock of the expected next segment of the current epoch, ms since the Unix epoch; null before the first
   * segment.
   */
  get nextAt(): number | null {
    return this.current && endOf(this.current);
  }

  /** Where the next part continues; null if something else than missing segments may follow. */
  get clockEnd(): ClockEnd | null {
    const expected = this.current ?? this.previous;
    if (!expected || this.broken) return null;
    const { startAt, firstPtsMs, nextPtsMs } = expected;
    return { startAt, firstPtsMs, nextPtsMs };
  }

  get epoch(): number {
    return this.current?.epoch.epoch ?? 0;
  }

  /** Why the segment would start an epoch; null if it would not. */
  causeOf(info: FetchedInfo): EpochCause | null {
    if (!this.current) return 'start';
    if (info.reset) return 'sequence-reset';
    const { epoch } = this.current;
    if (info.initCrc !== epoch.initCrc || info.container !== epoch.container) return 'init-changed';
    if (this.broken || this.truncated || (info.discontinuity && !this.isFalse(info, this.current)))
      return 'discontinuity';
    return jumps(info, this.current) ? 'timestamp-jump' : null;
  }

  /**
   * Whether the site marks a discontinuity by mistake: both clocks continue and the decoders need nothing new
   * (streamlink #6022).
   */
  private isFalse(info: FetchedInfo, { nextPdtMs, slackMs, format }: Current): boolean {
    const mayBeFalse = this.rules.ignoreContentDiscontinuity || info.marksEach === true;
    if (!mayBeFalse || info.firstPtsMs === null) return false;
    if (info.pdtMs !== null && nextPdtMs !== null && Math.abs(info.pdtMs - nextPdtMs) > JUMP_MS + slackMs) return false;
    return format === (info.format?.() ?? null);
  }

  /** Wall clock of a segment after missing media, by the clock before that; null: decide by date or arrival. */
  private wallAfterLoss(info: FetchedInfo, cause: EpochCause | null): number | null {
    if (cause === 'start') return this.wallByNumbers(info);
    if (cause === 'timestamp-jump') return this.wallByJump(info);
    return this.truncated ? wallOn(this.current, info) : null;
  }

  /**
   * Wall clock of the first segment after an earlier part by what is missing between them: by its time stamp, or else by
   * the lengths of the missing numbers. Null if it does not continue them, if its arrival contradicts that, or if it has
   * a date.
   */
  private wallByNumbers(info: FetchedInfo): number | null {
    const { previous } = this;
    if (!previous || this.broken || info.reset) return null;
    return this.ifItArrivesThen(wallOn(previous, info) ?? Math.round(endOf(previous)), info);
  }

  /** Wall clock of a segment by the jump of its time stamps, as after a silence of a source whose encoder went on. */
  private wallByJump(info: FetchedInfo): number | null {
    const { current } = this;
    if (!current || info.firstPtsMs === null || info.discontinuity) return null;
    const ptsMs = unwrap(info.firstPtsMs, current.nextPtsMs, info.wrapMs);
    return ptsMs < current.nextPtsMs ? null : this.ifItArrivesThen(Math.round(wallAt(ptsMs, current)), info);
  }

  /** @returns `startAt`; null if the arrival of the segment contradicts it, or the segment has a date */
  private ifItArrivesThen(startAt: number, { arrivalAt, durMs, pdtMs }: FetchedInfo): number | null {
    const isDated = pdtMs !== null && this.wallOf(pdtMs, arrivalAt) !== arrivalAt;
    const isPlausible = Math.abs(startAt - arrivalAt) <= Math.max(ARRIVAL.leastMs, ARRIVAL.lengths * durMs);
    return isPlausible && !isDated ? startAt : null;
  }

  private ptsOf({ firstPtsMs, wrapMs }: FetchedInfo, goesOn: boolean): number {
    if (!goesOn || !this.current) return firstPtsMs ?? 0;
    return firstPtsMs === null ? this.current.nextPtsMs : unwrap(firstPtsMs, this.current.nextPtsMs, wrapMs);
  }

  private begin(
    info: FetchedInfo,
    {
      cause,
      firstPtsMs,
      startAt: onClock,
    }: { readonly cause: EpochCause; readonly firstPtsMs: number; readonly startAt: number | null },
  ): Epoch {
    const { pdtMs, arrivalAt, initCrc, container } = info;
    const stamp = this.wallOf(pdtMs, arrivalAt);
    const startAt = onClock ?? Math.round(Math.max(stamp, this.nextAt ?? stamp));
    const epoch = {
      epoch: this.current ? this.current.epoch.epoch + 1 : 0,
      cause,
      startAt,
      firstPtsMs: Math.round(firstPtsMs),
      ...(info.firstPtsMs === null && { untimed: true as const }),
      initCrc,
      container,
    };
    if (pdtMs !== null) this.offsetMs = pdtMs - startAt;
    const needsFormat = this.rules.ignoreContentDiscontinuity || info.marksEach === true;
    this.current = {
      epoch,
      startAt,
      firstPtsMs,
      format: needsFormat ? (info.format?.() ?? null) : null,
      nextPtsMs: firstPtsMs,
      otherPtsMs: firstPtsMs,
      media: null,
      nextPdtMs: null,
      slackMs: 0,
    };
    return epoch;
  }
}

/** Its first time stamp is that of video; it is that of audio also if the video starts far later. */
const isByVideo = ({ tracks = [] }: FetchedInfo): boolean =>
  tracks.some(({ kind, spans: [first] }) => kind === 'video' && first && first.fromMs <= MAX_LEAD_S * 1000);

function moveOn(current: Current, info: FetchedInfo, ptsMs: number): void {
  const { firstPtsMs, mediaMs, durMs, otherMs, pdtMs } = info;
  current.nextPtsMs = ptsMs + durMs;
  current.otherPtsMs = ptsMs + (otherMs ?? durMs);
  const endMs = mediaMs ? ptsMs + mediaMs : null;
  current.media = firstPtsMs === null ? null : { startMs: ptsMs, endMs, isByVideo: isByVideo(info) };
  current.nextPdtMs = pdtMs === null ? null : pdtMs + durMs;
  current.slackMs = 0;
}

const wallAt = (ptsMs: number, { startAt, firstPtsMs }: ClockEnd): number => startAt + ptsMs - firstPtsMs;
/** Wall clock of the expected next segment. */
const endOf = (clock: ClockEnd): number => wallAt(clock.nextPtsMs, clock);

/** Wall clock of a segment on this clock; null if it is on another one. */
function wallOn(clock: Expected | null, info: FetchedInfo): number | null {
  if (!clock || info.firstPtsMs === null || info.discontinuity || info.reset || jumps(info, clock)) return null;
  return Math.round(wallAt(unwrap(info.firstPtsMs, clock.nextPtsMs, info.wrapMs), clock));
}

const jumps = ({ firstPtsMs, wrapMs }: FetchedInfo, { nextPtsMs, otherPtsMs, slackMs }: Expected): boolean =>
  firstPtsMs !== null &&
  [nextPtsMs, otherPtsMs].every((at) => Math.abs(unwrap(firstPtsMs, at, wrapMs) - at) > JUMP_MS + slackMs);

/** Time stamps of video and of audio are not compared: the tracks of a segment start apart. */
function overlaps(info: FetchedInfo, { media, nextPtsMs }: Current): boolean {
  const { firstPtsMs, wrapMs, frameMs = 0 } = info;
  if (firstPtsMs === null || media === null || media.isByVideo !== isByVideo(info)) return false;
  const ptsMs = unwrap(firstPtsMs, nextPtsMs, wrapMs);
  return ptsMs < (media.endMs ?? media.startMs) - frameMs - 1;
}

/** Unwraps `raw` to the time nearest to `expected`, on a clock that restarts every `wrapMs`. */
function unwrap(raw: number, expected: number, wrapMs: number | null): number {
  return wrapMs === null ? raw : raw + Math.round((expected - raw) / wrapMs) * wrapMs;
}
