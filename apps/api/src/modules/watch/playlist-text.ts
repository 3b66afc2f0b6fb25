import { type EpochInfo, type PlacedSegment } from '#libs/domain';

/** RFC 8216bis 4.4.3.8: the skip boundary must be at least six target durations from the end. */
const SKIP_TARGETS = 6;
/** A player that joins in the middle finds a date at most this many segments away. */
const DATE_EVERY = 100;
/** Two runs with the same source clock need no discontinuity if their times meet within this. */
const JOIN_MS = 100;

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

  /** @param query appended to every URL: the signature with its `?`, or empty */
  constructor(
    private readonly query: string,
    targetDurationMs: number,
  ) {
    this.targetS = Math.max(1, Math.ceil(targetDurationMs / 1000));
  }

  get segments(): number {
    return this.chunks.length;
  }

  append(s: PlacedSegment, epoch: EpochInfo): void {
    const epochKey = `${s.partId}/${s.epoch}`;
    const tags: string[] = [];
    const isBreak = this.last !== null && this.breaks(this.last, { s, initCrc: epoch.initCrc, epochKey });
    if (isBreak) tags.push('#EXT-X-DISCONTINUITY');
    if (epoch.initCrc !== null && epoch.initCrc !== this.last?.initCrc)
      tags.push(`#EXT-X-MAP:URI="i/${s.partId}/${epoch.initCrc}.init${this.query}"`);
    if (epochKey !== this.last?.epochKey || this.chunks.length % DATE_EVERY === 0)
      tags.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(epoch.startAt + (s.ptsMs - epoch.firstPtsMs)).toISOString()}`);
    const durMs = this.durationOf(s, epochKey, isBreak);
    tags.push(`#EXTINF:${(durMs / 1000).toFixed(3)},`, `s/${s.partId}/${s.name}${this.query}`);
    this.chunks.push(`${tags.join('\n')}\n`);
    this.endMs = s.ptsMs + s.durMs;
    this.totalMs += durMs;
    this.endsMs.push(this.totalMs);
    this.targetS = Math.max(this.targetS, Math.round(durMs / 1000));
    this.last = { s, initCrc: epoch.initCrc, epochKey };
  }

  render({ ended, delta }: { readonly ended: boolean; readonly delta: boolean }): string {
    const skip = delta && !ended ? this.skippable() : 0;
    const head = [
      '#EXTM3U',
      `#EXT-X-VERSION:${skip > 0 ? 9 : 7}`,
      `#EXT-X-TARGETDURATION:${this.targetS}`,
      ...(ended ? [] : [`#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${this.skipUntilS.toFixed(1)}`]),
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:EVENT',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      ...(skip > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skip}`] : []),
    ];
    return `${head.join('\n')}\n${this.chunks.slice(skip).join('')}${ended ? '#EXT-X-ENDLIST\n' : ''}`;
  }

  private get skipUntilS(): number {
    return this.targetS * SKIP_TARGETS;
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
  private durationOf(s: PlacedSegment, epochKey: string, isBreak: boolean): number {
    const exactMs = s.ptsMs + s.durMs - this.endMs;
    return isBreak || epochKey !== this.last?.epochKey || exactMs <= 0 ? s.durMs : exactMs;
  }

  /**
   * A new epoch is a discontinuity, unless another recorder continued with the same source clock. A missing segment is
   * one too, because the times jump. Inside an epoch the clock goes on, whatever durations the source lists.
   */
  private breaks(last: LastSegment, next: LastSegment): boolean {
    const meets = Math.abs(last.s.ptsMs + last.s.durMs - next.s.ptsMs) <= JOIN_MS && last.initCrc === next.initCrc;
    if (last.epochKey === next.epochKey) return !meets && next.s.seq !== last.s.seq + 1;
    return !meets || next.s.partId === last.s.partId;
  }
}
