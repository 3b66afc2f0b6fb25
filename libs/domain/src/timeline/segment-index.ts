import { type PlacedSegment } from './part-facts.js';

/** Programme date-times are looked up in buckets of this width, so that a day of segments costs a map, not a scan. */
const BUCKET_MS = 1000;

/**
 * Knows which source seconds are already taken, so that overlapping parts give each of them once (architecture 5.4). Inside a part the
 * (epoch, sequence) is the identity; across parts it is the programme date-time, give or take half a segment, else the bytes themselves.
 */
export class SegmentIndex {
  private readonly own = new Set<string>();
  private readonly byTime = new Map<number, PlacedSegment[]>();
  private readonly byBody = new Map<string, Set<string>>();

  /** @returns false when the same source second is there already, from this part or from another one */
  add(s: PlacedSegment): boolean {
    const own = `${s.partId}/${s.epoch}/${s.seq}`;
    if (this.own.has(own) || this.takenByOther(s)) return false;
    this.own.add(own);
    if (s.pdtMs !== null) push(this.byTime, Math.floor(s.pdtMs / BUCKET_MS), s);
    const body = bodyOf(s);
    this.byBody.set(body, (this.byBody.get(body) ?? new Set()).add(s.partId));
    return true;
  }

  private takenByOther(s: PlacedSegment): boolean {
    if (s.pdtMs === null) return [...(this.byBody.get(bodyOf(s)) ?? [])].some((part) => part !== s.partId);
    const reach = s.durMs / 2;
    for (let b = Math.floor((s.pdtMs - reach) / BUCKET_MS); b <= Math.floor((s.pdtMs + reach) / BUCKET_MS); b += 1) {
      for (const other of this.byTime.get(b) ?? []) {
        if (other.partId !== s.partId && Math.abs((other.pdtMs ?? 0) - s.pdtMs) < Math.min(reach, other.durMs / 2)) return true;
      }
    }
    return false;
  }
}

const bodyOf = (s: PlacedSegment): string => `${s.crc}/${s.bytes}/${s.ptsMs}/${s.durMs}`;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
