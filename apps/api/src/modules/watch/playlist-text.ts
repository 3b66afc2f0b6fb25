import { renditionPath } from '#libs/contracts';
import { type EpochInfo, type PlacedSegment, type VideoSpan } from '#libs/domain';

/** RFC 8216bis 4.4.3.8: the skip boundary must be at least six target durations from the end. */
const SKIP_TARGET_DURATIONS = 6;
/** A player that joins in the middle finds a date at most this many segments back. */
const MAX_SEGMENTS_BETWEEN_DATES = 100;
/** Two days in segments of 1 s. */
const MAX_ENTRIES = 172_800;
/** Two parts with the same source clock need no discontinuity if the gap between them is at most this. */
const MAX_JOIN_GAP_MS = 100;

/** A rendition of a part in URLs; part ids contain no hyphen. */
const audioPart = (partId: string, rendition: string): string => `${partId}-${rendition}`;

/** The part of a URL, as in object keys. */
export function partInKeys(part: string): string {
  const [partId = '', rendition] = part.split('-');
  return rendition === undefined ? part : renditionPath(partId, rendition);
}

const extinf = (durMs: number): string => `#EXTINF:${(durMs / 1000).toFixed(3)},`;

/** Start of a segment on the wall clock, ms since the Unix epoch, and its length, ms. */
interface ExactPlace {
  readonly startAt: number;
  readonly durMs: number;
}

interface LastSegment {
  readonly s: PlacedSegment;
  readonly initCrc: string | null;
  readonly epochKey: string;
}

/**
 * The HLS EVENT playlist of the stored segments. It is append-only: the text of a segment is created once. A delta
 * update (RFC 8216bis, EXT-X-SKIP) only counts the skipped segments, so that the answer of a 24 h recording stays a few
 * kilobytes.
 */
export class PlaylistText {
  private readonly chunks: string[] = [];
  private readonly endsMs: number[] = [];
  private last: LastSegment | null = null;
  /** End of the listed media on the clock of the newest epoch, ms. */
  private endMs = 0;
  private totalMs = 0;
  private targetS: number;
  private bytes = 0;
  private readonly stretches: (VideoSpan & { durMs: number })[] = [];
  /** A discontinuity before the next entry. */
  private isInterrupted = false;

  /**
   * @param place for a playlist of a master, which is a folder deeper: `rendition` is the id of audio, whose
   *   discontinuities are those of the video ({@link addDiscontinuity})
   */
  constructor(
    targetDurationMs: number,
    private readonly place: { readonly rendition: string | null } | null = null,
  ) {
    this.targetS = Math.max(1, Math.ceil(targetDurationMs / 1000));
  }

  get segments(): number {
    return this.chunks.length;
  }

  /** Target duration, ms. */
  get targetMs(): number {
    return this.targetS * 1000;
  }

  /** Bits per second on average. */
  get bandwidth(): number {
    return Math.max(1, Math.round((this.bytes * 8000) / Math.max(1, this.totalMs)));
  }

  /** One for each discontinuity, and the start. */
  get spans(): readonly VideoSpan[] {
    return this.stretches;
  }

  /** @param exact of audio, by the clock of the video */
  append(s: PlacedSegment, epoch: EpochInfo, exact?: ExactPlace): void {
    const next: LastSegment = { s, initCrc: epoch.initCrc, epochKey: `${s.partId}/${s.epoch}` };
    const isBreak = this.isBreak(next);
    const startAt = exact?.startAt ?? epoch.startAt + (s.ptsMs - epoch.firstPtsMs);
    const durMs = exact?.durMs ?? this.durationOf(next, isBreak);
    const uri = `${this.folder('s', s.partId)}/${s.name}`;
    this.push([...this.tagsOf(next, { isBreak, startAt }), extinf(durMs), uri], durMs);
    const open = isBreak ? undefined : this.stretches.at(-1);
    if (open) open.durMs += durMs;
    else this.stretches.push({ startAt, firstPtsMs: s.ptsMs, durMs, container: epoch.container });
    this.endMs = s.ptsMs + s.durMs;
    this.bytes += s.bytes;
    this.last = next;
  }

  addDiscontinuity(): void {
    this.isInterrupted = true;
  }

  /**
   * Lists media that is missing, in entries of at most a target duration. The target duration grows if they were too
   * many: a source may state any length of its segments.
   */
  addGap(durMs: number): void {
    const room = Math.max(1, MAX_ENTRIES - this.chunks.length);
    const mostMs = Math.max(this.targetS * 1000, Math.ceil(durMs / room));
    for (let left = durMs; left > 0; left -= mostMs) {
      const one = Math.min(left, mostMs);
      const tags = this.isInterrupted ? ['#EXT-X-DISCONTINUITY'] : [];
      this.isInterrupted = false;
      this.push([...tags, '#EXT-X-GAP', extinf(one), 'missing'], one);
    }
  }

  render({ ended, delta }: { readonly ended: boolean; readonly delta: boolean }): string {
    const skip = delta && !ended ? this.skippable() : 0;
    const head = [
      '#EXTM3U',
      `#EXT-X-VERSION:${skip > 0 ? 9 : this.version}`,
      `#EXT-X-TARGETDURATION:${this.targetS}`,
      ...(ended ? [] : [`#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${this.skipUntilS.toFixed(1)}`]),
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:EVENT',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      ...(skip > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skip}`] : []),
    ];
    return `${head.join('\n')}\n${this.chunks.slice(skip).join('')}${ended ? '#EXT-X-ENDLIST\n' : ''}`;
  }

  private push(lines: readonly string[], durMs: number): void {
    this.chunks.push(`${lines.join('\n')}\n`);
    this.totalMs += durMs;
    this.endsMs.push(this.totalMs);
    this.targetS = Math.max(this.targetS, Math.round(durMs / 1000));
  }

  private tagsOf(
    { s, initCrc, epochKey }: LastSegment,
    { isBreak, startAt }: { readonly isBreak: boolean; readonly startAt: number },
  ): string[] {
    const tags = isBreak ? ['#EXT-X-DISCONTINUITY'] : [];
    if (initCrc !== null && initCrc !== this.last?.initCrc)
      tags.push(`#EXT-X-MAP:URI="${this.folder('i', s.partId)}/${initCrc}.init"`);
    const isFirst = epochKey !== this.last?.epochKey || (this.isOfAudio && isBreak);
    if (isFirst || this.chunks.length % MAX_SEGMENTS_BETWEEN_DATES === 0)
      tags.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(startAt).toISOString()}`);
    return tags;
  }

  private isBreak(next: LastSegment): boolean {
    const isBreak = this.isOfAudio ? this.isInterrupted : this.last !== null && this.breaks(this.last, next);
    this.isInterrupted = false;
    return isBreak;
  }

  private get isOfAudio(): boolean {
    return this.place !== null && this.place.rendition !== null;
  }

  private folder(kind: 'i' | 's', partId: string): string {
    if (!this.place) return `${kind}/${partId}`;
    return `../${kind}/${this.place.rendition === null ? partId : audioPart(partId, this.place.rendition)}`;
  }

  /** EXT-X-GAP needs version 8. */
  private get version(): number {
    return this.isOfAudio ? 8 : 7;
  }

  private get skipUntilS(): number {
    return this.targetS * SKIP_TARGET_DURATIONS;
  }

  /** Number of segments that end before the skip boundary. */
  private skippable(): number {
    const boundary = this.totalMs - this.skipUntilS * 1000;
    let n = this.endsMs.length;
    while (n > 0 && (this.endsMs[n - 1] ?? 0) > boundary) n -= 1;
    return n;
  }

  /**
   * The duration that makes the listed media as long as their clock shows. The source may round its durations, and an
   * error of one segment must not add up.
   */
  private durationOf({ s, epochKey }: LastSegment, isBreak: boolean): number {
    const exactMs = s.ptsMs + s.durMs - this.endMs;
    return isBreak || epochKey !== this.last?.epochKey || exactMs <= 0 ? s.durMs : exactMs;
  }

  /**
   * A new epoch is a discontinuity, unless another recorder continued with the same source clock. A missing segment is
   * one too, because the times jump. Inside an epoch, a segment with the next number is never one, whatever durations
   * the source lists.
   */
  private breaks(last: LastSegment, next: LastSegment): boolean {
    const meets =
      Math.abs(last.s.ptsMs + last.s.durMs - next.s.ptsMs) <= MAX_JOIN_GAP_MS && last.initCrc === next.initCrc;
    if (last.epochKey === next.epochKey) return !meets && next.s.seq !== last.s.seq + 1;
    return !meets || next.s.partId === last.s.partId;
  }
}
