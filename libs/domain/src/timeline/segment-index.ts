import { TS_WRAP_MS } from '#libs/contracts';
import { type PlacedSegment } from './part-info.js';

/** Time stamps in names are rounded. */
const PTS_TOLERANCE_MS = 2;
/** Equal bytes with dates further apart than this are a repetition: a still picture, or a loop. */
const MIN_REPEAT_MS = 10_000;

/**
 * Width of the lookup buckets for programme date-times and time stamps, so that a day of segments needs a map lookup and
 * not a scan.
 */
const BUCKET_MS = 1000;
const PTS_BUCKET_MS = 10;
/** Dates of one segment do not differ by more, however long it claims to be. */
const MAX_REACH_MS = 30_000;
/** Most segments of one bucket that are compared, the newest ones. No source has more at one time. */
const MAX_COMPARED = 500;

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
    if (s.pdtMs !== null) addToList(this.byTime, Math.floor(s.pdtMs / BUCKET_MS), s);
    addToList(this.byBody, bodyAt(s, s.ptsMs), s);
    return true;
  }

  /** The segment of another part with the same source second. */
  twinOf(s: PlacedSegment): PlacedSegment | null {
    return this.sameBody(s) ?? (s.pdtMs === null ? null : this.sameTime(s, s.pdtMs));
  }

  private sameBody(s: PlacedSegment): PlacedSegment | null {
    const reach = PTS_TOLERANCE_MS + 0.5;
    for (const key of new Set([bodyAt(s, s.ptsMs - reach), bodyAt(s, s.ptsMs + reach)])) {
      const twin = firstOf(this.byBody.get(key), (other) => other.partId !== s.partId && isSameMoment(s, other));
      if (twin) return twin;
    }
    return null;
  }

  private sameTime(s: PlacedSegment, pdtMs: number): PlacedSegment | null {
    const reach = Math.min(s.durMs / 2, MAX_REACH_MS);
    for (let b = Math.floor((pdtMs - reach) / BUCKET_MS); b <= Math.floor((pdtMs + reach) / BUCKET_MS); b += 1) {
      const twin = firstOf(
        this.byTime.get(b),
        (other) => other.partId !== s.partId && Math.abs((other.pdtMs ?? 0) - pdtMs) < Math.min(reach, other.durMs / 2),
      );
      if (twin) return twin;
    }
    return null;
  }
}

/** Bucket of segments with these bytes and a time stamp. Two parts may have unwrapped the clock differently. */
function bodyAt({ crc, bytes }: PlacedSegment, ptsMs: number): string {
  const wrapped = ((ptsMs % TS_WRAP_MS) + TS_WRAP_MS) % TS_WRAP_MS;
  return `${crc}/${bytes}/${Math.floor(wrapped / PTS_BUCKET_MS)}`;
}

function firstOf(
  list: readonly PlacedSegment[] | undefined,
  fits: (s: PlacedSegment) => boolean,
): PlacedSegment | undefined {
  return list && (list.length > MAX_COMPARED ? list.slice(-MAX_COMPARED) : list).find(fits);
}

function isSameMoment(a: PlacedSegment, b: PlacedSegment): boolean {
  if (a.pdtMs !== null && b.pdtMs !== null && Math.abs(a.pdtMs - b.pdtMs) > MIN_REPEAT_MS) return false;
  const apart = Math.abs(a.ptsMs - b.ptsMs) % TS_WRAP_MS;
  return Math.min(apart, TS_WRAP_MS - apart) <= PTS_TOLERANCE_MS;
}

/** Adds a value to the list of its key. */
export function addToList<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
