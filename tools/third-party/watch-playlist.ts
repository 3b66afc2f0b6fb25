import type { OfferedSegment } from '../provider-sim/index.js';

const CHECK_MS = 250;

interface Listed {
  readonly seq: number;
  readonly url: string;
  readonly durationS: number;
}

function listedIn(text: string): Listed[] {
  let seq = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0);
  return [...text.matchAll(/#EXTINF:([\d.]+),[^\n]*\n(?:#[^\n]*\n)*([^#\n]+)/g)].map(([, duration, url = '']) => ({
    seq: seq++,
    url: url.trim(),
    durationS: Number(duration),
  }));
}

/**
 * Records the segments of a playlist by polling it. Frame numbers are computed from the segment durations, from the
 * first segment on; audio that ends after the video adds no frame.
 */
export class PlaylistWatch {
  readonly segments: OfferedSegment[] = [];
  private readonly timer: NodeJS.Timeout;
  private checkedAt = Date.now();

  constructor(
    private readonly url: string,
    private readonly source: { readonly fps: number; readonly frames: number },
  ) {
    this.timer = setInterval(() => void this.check(), CHECK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Whether all frames of the source were listed. */
  get isWhole(): boolean {
    return this.segments.reduce((sum, { frameCount }) => sum + frameCount, 0) >= this.source.frames;
  }

  /** Must also be called at the end of a stream, for segments listed since the last check. */
  async check(): Promise<void> {
    const text = await fetch(this.url).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    );
    if (text === '') return;
    const now = Date.now();
    const listed = listedIn(text);
    this.age(listed[0]?.seq ?? 0, now);
    const known = this.segments.at(-1)?.seq ?? -1;
    for (const segment of listed) if (segment.seq > known) this.add(segment, now);
    this.checkedAt = now;
  }

  private age(oldest: number, now: number): void {
    for (const segment of this.segments) {
      if (segment.removedAt !== null) continue;
      if (segment.seq < oldest) segment.removedAt = now;
      else segment.reachableMs += now - this.checkedAt;
    }
  }

  private add({ seq, url, durationS }: Listed, now: number): void {
    const { fps, frames } = this.source;
    const before = this.segments.at(-1);
    const firstFrame = before ? before.firstFrame + before.frameCount : 0;
    this.segments.push({
      seq,
      epoch: 0,
      url,
      firstFrame,
      frameCount: Math.min(Math.round(durationS * fps), frames - firstFrame),
      durationMs: Math.round(durationS * 1000),
      bytes: 0,
      publishedAt: now,
      removedAt: null,
      reachableMs: 0,
      withheld: false,
    });
  }
}
