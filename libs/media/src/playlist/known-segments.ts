import { keepNewest } from './keep-newest.js';
import { type MediaPlaylist, type MediaSegment } from './media-playlist.js';

/** The data of a listed segment that identifies it later. `seq`: its number in the capture. */
export interface SeenSegment {
  readonly seq: number;
  /** See {@link nameOf}. */
  readonly name: string;
  readonly durMs: number;
  readonly discontinuity: boolean;
  readonly pdtMs: number | null;
}

/**
 * How the names of a list compare with the known ones. `usable`: no name occurs twice in the list, so that names can
 * identify. `offset`: listed number minus the number in the capture, for most of the known names; null if none is
 * known. `entry`: the newest segment with that offset.
 */
export interface NameFit {
  readonly usable: boolean;
  readonly offset: number | null;
  readonly entry: MediaSegment | null;
}

/** More than two windows of almost every source. Bounds the memory of a capture, and the search in an endless list. */
const REMEMBERED = 256;
const NO_FIT: NameFit = { usable: true, offset: null, entry: null };

/**
 * The path of a segment without host and query, and its byte range. A query may be a signature that changes at every
 * load, and another host may be another edge of the same source (docs/reference/hls.md#segment-identity).
 */
export function nameOf({ uri, range }: Pick<MediaSegment, 'uri' | 'range'>): string {
  const path = uri.replace(/[?#].*$/s, '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '');
  return range ? `${path} ${range.offset}+${range.length}` : path;
}

/** Remembers the newest segments that the playlists listed, by their number in the capture and by their names. */
export class KnownSegments {
  private readonly bySeq = new Map<number, SeenSegment>();
  /** A segment has several names if several edges list it. */
  private readonly byName = new Map<string, number>();

  get(seq: number): SeenSegment | undefined {
    return this.bySeq.get(seq);
  }

  clear(): void {
    this.bySeq.clear();
    this.byName.clear();
  }

  add(seen: SeenSegment): void {
    this.bySeq.set(seen.seq, seen);
    keepNewest(this.bySeq, REMEMBERED);
    this.addName(seen.name, seen.seq);
  }

  /** Records a further name of a known segment, or the newer of two segments with the same name. */
  addName(name: string, seq: number): void {
    this.byName.delete(name);
    this.byName.set(name, seq);
    keepNewest(this.byName, 2 * REMEMBERED);
  }

  hasName(name: string): boolean {
    return this.byName.has(name);
  }

  seqOf(name: string): number | undefined {
    return this.byName.get(name);
  }

  /** Replaces what a newer list states about known segments. */
  update(segments: readonly MediaSegment[]): void {
    for (const { seq, discontinuity, pdtMs } of segments) {
      const seen = this.bySeq.get(seq);
      if (seen) this.bySeq.set(seq, { ...seen, discontinuity, pdtMs });
    }
  }

  fit(list: MediaPlaylist): NameFit {
    const tail = list.segments.slice(-REMEMBERED);
    const names = tail.map(nameOf);
    if (new Set(names).size < names.length) return { ...NO_FIT, usable: false };
    const votes = new Map<number, { readonly count: number; readonly entry: MediaSegment }>();
    for (const [i, entry] of tail.entries()) {
      const seq = this.byName.get(names[i] ?? '');
      if (seq === undefined) continue;
      const offset = entry.seq - seq;
      votes.set(offset, { count: (votes.get(offset)?.count ?? 0) + 1, entry });
    }
    // With equal votes, the offset of the newer segments counts: what follows them is new.
    const [best] = [...votes].sort(([, a], [, b]) => b.count - a.count || b.entry.seq - a.entry.seq);
    return best ? { usable: true, offset: best[0], entry: best[1].entry } : NO_FIT;
  }
}

type Dated = Pick<MediaSegment, 'pdtMs'>;

export const isLater = (a: Dated, b: SeenSegment): boolean =>
  a.pdtMs !== null && b.pdtMs !== null && a.pdtMs >= b.pdtMs + b.durMs / 2;

/** `same` or `other` if both sides have a programme date-time, otherwise `unclear`. */
export function byProgrammeTime(a: SeenSegment, b: Dated): 'same' | 'other' | 'unclear' {
  if (a.pdtMs === null || b.pdtMs === null) return 'unclear';
  return Math.abs(a.pdtMs - b.pdtMs) <= Math.max(200, a.durMs / 2) ? 'same' : 'other';
}

export const hasOtherDate = (a: SeenSegment | undefined, b: Dated): boolean =>
  a !== undefined && byProgrammeTime(a, b) === 'other';

/** Whether two listings with the same sequence number can be the same media; bytes decide if they cannot. */
export function isSame(a: SeenSegment, b: MediaSegment): boolean {
  const listed = byProgrammeTime(a, b);
  if (listed !== 'unclear') return listed === 'same';
  if (!a.discontinuity && b.discontinuity) return false;
  return a.name === nameOf(b) || Math.abs(a.durMs - b.durMs) < 1;
}

/**
 * If a new session is further behind than this, it uses another clock, so its programme date-times are not comparable.
 */
const BEHIND_MS = 60_000;

/**
 * From when on the dates of a list are newer than the newest segment, ms since the Unix epoch; null if they do not
 * compare.
 */
export function comparableFrom({ pdtMs, durMs }: SeenSegment, { segments }: MediaPlaylist): number | null {
  const listed = segments.at(-1)?.pdtMs ?? null;
  return pdtMs === null || listed === null || listed < pdtMs - BEHIND_MS ? null : pdtMs + durMs / 2;
}
