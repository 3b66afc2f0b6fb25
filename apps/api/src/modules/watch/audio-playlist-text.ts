import { mayFollow, type Placed, SMALLEST_AUDIO_GAP_MS, SpanIndex, type VideoSpan } from '#libs/domain';
import { type PlaylistText } from './playlist-text.js';

/** First entry of a playlist while no audio is stored; shorter than segments, so that none is left out. */
const FIRST_GAP_MS = 1000;

/**
 * The playlist of audio beside a video. It has the discontinuities of the video, because players count them (RFC 8216
 * section 6.2.4), and its length: missing audio is EXT-X-GAP. Audio in a gap of the video is left out.
 */
export class AudioPlaylistText {
  /** Audio that may belong to video that is not stored yet. */
  private waiting: Placed[] = [];
  /** Number of the span that the newest entry belongs to. */
  private current = 0;
  /** End of the newest entry in its span, ms. */
  private endMs = 0;

  constructor(private readonly text: PlaylistText) {}

  add(placed: Placed): void {
    this.waiting.push(placed);
  }

  /**
   * Lists the audio that belongs to the video so far.
   * @param spans of the video, one for each discontinuity; the list only grows
   */
  follow(spans: readonly VideoSpan[]): void {
    if (this.waiting.length === 0) return;
    const waiting: Placed[] = [];
    const first = this.current;
    const last = spans.at(-1);
    const index = new SpanIndex(spans.slice(first));
    for (const placed of this.waiting) {
      const [found] = index.find(placed, this.current - first);
      if (found) this.list(placed, spans, { span: first + found.index, atMs: found.atMs });
      else if (!last || mayFollow(placed, last)) waiting.push(placed);
    }
    this.waiting = waiting;
  }

  /** Lists the audio that is missing at the end. */
  finish(spans: readonly VideoSpan[]): void {
    if (spans.length > 0) this.fill(spans, { span: spans.length - 1, toMs: spans.at(-1)?.durMs ?? 0 });
  }

  /**
   * Lists as missing what is not there at a time before the end of the video. A playlist that does not grow stops its
   * players, and so does one without entries.
   */
  fillUntil(spans: readonly VideoSpan[], beforeEndMs: number): void {
    let span = spans.length - 1;
    let toMs = lengthOf(spans[span]) - beforeEndMs;
    while (toMs <= 0 && span > 0) {
      span -= 1;
      toMs += lengthOf(spans[span]);
    }
    if (span >= this.current) this.fill(spans, { span, toMs });
    if (this.text.segments === 0) this.fillTo(Math.min(FIRST_GAP_MS, lengthOf(spans[this.current])));
  }

  private list(
    { s, epoch }: Placed,
    spans: readonly VideoSpan[],
    { span, atMs }: { readonly span: number; readonly atMs: number },
  ): void {
    this.fill(spans, { span, toMs: atMs });
    const startAt = (spans[span]?.startAt ?? 0) + this.endMs;
    const durMs = atMs + s.durMs - this.endMs;
    if (durMs <= 0) return;
    this.text.append(s, epoch, { startAt, durMs });
    this.endMs += durMs;
  }

  /** Lists what is missing between the newest entry and a moment of a span, and the discontinuities between them. */
  private fill(spans: readonly VideoSpan[], { span, toMs }: { readonly span: number; readonly toMs: number }): void {
    for (; this.current < span; this.current += 1) {
      this.fillTo(spans[this.current]?.durMs ?? 0);
      this.text.addDiscontinuity();
      this.endMs = 0;
    }
    this.fillTo(toMs);
  }

  private fillTo(toMs: number): void {
    if (toMs - this.endMs < SMALLEST_AUDIO_GAP_MS) return;
    this.text.addGap(toMs - this.endMs);
    this.endMs = toMs;
  }
}

const lengthOf = (span: VideoSpan | undefined): number => span?.durMs ?? 0;
