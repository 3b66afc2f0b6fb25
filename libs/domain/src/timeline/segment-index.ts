import { TS_WRAP_MS } from '#libs/contracts';
import { type PlacedSegment } from './part-info.js';

/** Time stamps in names are rounded. */
const PTS_TOLERANCE_MS = 2;
/** Equal bytes with dates further apart than this are a repetition: a still picture, or a loop. */
const MIN_REPEAT_MS = 10_000;

/**
 * Width of the lookup buckets for programme date-times, so that a day of segments needs a map lookup and not a scan.
 */
const BUCKET_MS = 1000;

/**
 * Index of the source seconds that are already used, so that overlapping parts contribute each of them once. Within a
 * part, the recorder has decided what is new, and (epoch, sequence) is unique. Across parts, equal bytes with equal time
 * stamps are the same media, whatever their dates; other bytes are the same if their programme date-times agree within
 * half a segment.
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
    return this.sameBody(s) ?? (s.pdtMs === null ? null : this.sameTime(s, s.pdtMs));
  }

  private sameBody(s: PlacedSegment): PlacedSegment | null {
    return this.byBody.get(bodyOf(s))?.find((other) => other.partId !== s.partId && isSameMoment(s, other)) ?? null;
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

const bodyOf = (s: PlacedSegment): string => `${s.crc}/${s.bytes}`;

function isSameMoment(a: PlacedSegment, b: PlacedSegment): boolean {
  if (a.pdtMs !== null && b.pdtMs !== null && Math.abs(a.pdtMs - b.pdtMs) > MIN_REPEAT_MS) return false;
  // Two parts may have unwrapped the clock differently.
  const apart = Math.abs(a.ptsMs - b.ptsMs) % TS_WRAP_MS;
  return Math.min(apart, TS_WRAP_MS - apart) <= PTS_TOLERANCE_MS;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
