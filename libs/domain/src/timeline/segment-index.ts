import { type PlacedSegment } from './part-info.js';

/**
 * Width of the lookup buckets for programme date-times, so that a day of segments needs a map lookup and not a scan.
 */
const BUCKET_MS = 1000;

/**
 * Index of the source seconds that are already used, so that overlapping parts contribute each of them once. Within a
 * part the identity is (epoch, sequence). Across parts it is the programme date-time within half a segment; without
 * one, the bytes themselves.
 */
export class SegmentIndex {
  private readonly own = new Set<string>();
  private readonly byTime = new Map<number, PlacedSegment[]>();
  private readonly byBody = new Map<string, PlacedSegment[]>();

  /** @returns false if the same source second exists already, from this part or another one */
  add(s: PlacedSegment): boolean {
    const own = `${s.partId}/${s.epoch}/${s.seq}`;
    if (this.own.has(own) || this.twinOf(s) !== null) return false;
    this.own.add(own);
    if (s.pdtMs !== null) push(this.byTime, Math.floor(s.pdtMs / BUCKET_MS), s);
    push(this.byBody, bodyOf(s), s);
    return true;
  }

  /** The segment of another part with the same source second. */
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
