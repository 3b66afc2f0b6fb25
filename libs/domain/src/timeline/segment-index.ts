import { type PlacedSegment } from './part-info.js';

/** Programme date-times are looked up in buckets of this width, so that a day of segments costs a map, not a scan. */
const BUCKET_MS = 1000;

/**
 * Knows which source seconds are already taken, so that overlapping parts give each of them once. Inside a part the
 * (epoch, sequence) is the identity; across parts it is the programme date-time, give or take half a segment, else the
 * bytes themselves.
 */
export class SegmentIndex {
  private readonly own = new Set<string>();
  private readonly byTime = new Map<number, PlacedSegment[]>();
  private readonly byBody = new Map<string, PlacedSegment[]>();

  /** @returns false when the same source second is there already, from this part or from another one */
  add(s: PlacedSegment): boolean {
    const own = `${s.partId}/${s.epoch}/${s.seq}`;
    if (this.own.has(own) || this.twinOf(s) !== null) return false;
    this.own.add(own);
    if (s.pdtMs !== null) push(this.byTime, Math.floor(s.pdtMs / BUCKET_MS), s);
    push(this.byBody, bodyOf(s), s);
    return true;
  }

  /** The segment of another part that holds the same source second. */
  twinOf(s: PlacedSegment): PlacedSegment | null {
    return s.pdtMs === null ? this.sameBody(s) : this.sameTime(s, s.pdtMs);
  }

  private sameBody(s: PlacedSegment): PlacedSegment | null {
    return this.byBody.get(bodyOf(s))?.find((other) => other.partId !== s.partId) ?? null;
  }

  private sameTime(s: PlacedSegment, pdtMs: number): PlacedSegment | null {
    const reach = s.durMs / 2;
    for (let b = Math.floor((pdtMs - reach) / BUCKET_MS); b <= Math.floor((pdtMs + reach) / BUCKET_MS); b += 1) {
      const twin = this.byTime
        .get(b)
        ?.find(
          (other) =>
            other.partId !== s.partId && Math.abs((other.pdtMs ?? 0) - pdtMs) < Math.min(reach, other.durMs / 2),
        );
      if (twin) return twin;
    }
    return null;
  }
}

const bodyOf = (s: PlacedSegment): string => `${s.crc}/${s.bytes}/${s.ptsMs}/${s.durMs}`;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
