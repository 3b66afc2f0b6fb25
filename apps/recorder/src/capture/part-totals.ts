import { type CaptureNotice, type SegmentInfo } from '#libs/contracts';
import { type NoticeCount } from '#libs/domain';

const RATE_SEGMENTS = 10;

/** Totals of one part: stored segments, gaps and ad breaks. */
export class PartTotals {
  segments = 0;
  /** With the renditions of the part. */
  bytes = 0;
  mediaMs = 0;
  missingMs = 0;
  gaps = 0;
  /** ms of ad breaks. Counted apart from gaps, because Vodkeep loses nothing of the broadcast in them. */
  adMs = 0;
  private adsBeforeMs = 0;
  /** ms since the Unix epoch. */
  startedAt: number | null = null;
  lastSegmentAt: number | null = null;
  private readonly counts = new Map<CaptureNotice, number>();
  private readonly recent: { readonly bytes: number; readonly durMs: number }[] = [];

  stored({ bytes, durMs }: SegmentInfo, at: number): void {
    this.segments += 1;
    this.bytes += bytes;
    this.mediaMs += durMs;
    this.startedAt ??= at;
    this.lastSegmentAt = at;
    this.recent.push({ bytes, durMs });
    if (this.recent.length > RATE_SEGMENTS) this.recent.shift();
  }

  storedRendition(bytes: number): void {
    this.bytes += bytes;
  }

  missed(durMs: number): void {
    this.gaps += 1;
    this.missingMs += durMs;
  }

  /**
   * Updates the length of the current ad break.
   * @param over true if the ad break has ended
   */
  advertised(durMs: number, over: boolean): void {
    this.adMs = this.adsBeforeMs + durMs;
    if (over) this.adsBeforeMs = this.adMs;
  }

  /** @returns how often this notice occurred so far */
  noticed(code: CaptureNotice): number {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    return count;
  }

  get notices(): NoticeCount[] {
    return [...this.counts].map(([code, count]) => ({ code, count }));
  }

  /** Bits per second of media over the last 10 segments. */
  get bitrate(): number {
    const durMs = this.recent.reduce((sum, s) => sum + s.durMs, 0);
    return durMs === 0 ? 0 : Math.round((this.recent.reduce((sum, s) => sum + s.bytes, 0) * 8000) / durMs);
  }

  snapshot() {
    const { segments, bytes, mediaMs, missingMs, gaps, adMs, notices } = this;
    return { segments, bytes, mediaMs, missingMs, gaps, adMs, notices };
  }
}
