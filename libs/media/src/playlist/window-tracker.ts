import { type MediaPlaylist, type MediaSegment } from './media-playlist.js';

/** Where a list has a segment: its sequence number in one of the source's numberings. */
export interface Place {
  readonly numbering: number;
  readonly seq: number;
}

/** A segment that the playlist listed for the first time. */
export interface ListedSegment {
  readonly kind: 'segment';
  readonly segment: MediaSegment;
  readonly baseUrl: string;
  /** Counts the numberings of the source; a reset of its sequence starts the next one. */
  readonly numbering: number;
  /** It is the first one after a reset. */
  readonly reset: boolean;
  /** Wall clock of its first sample as its distance from the live edge tells, ms since the Unix epoch. */
  readonly arrivalAt: number;
  /** Its EXT-X-MAP was announced for ads; it may be none of its own. */
  readonly mapOfAd?: true;
  /** Where a newer numbering lists it, when that is not its own. */
  readonly place?: Place;
}

/** Segments that were in the playlist's numbering but in no list that we saw. */
export interface MissedSegments {
  readonly kind: 'missed';
  readonly numbering: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly durMs: number;
  readonly at: number;
}
export type Tracked = ListedSegment | MissedSegments;

/** The newest segment that was listed, and when (ms since the Unix epoch). */
export interface Resume {
  readonly newest: SeenSegment;
  readonly at: number;
  /** Address of the list that it stood in. */
  readonly mediaUrl?: string;
}

const REMEMBERED = 256;
/** A new session that lags so far behind has another clock: then its programme date-times tell nothing. */
const BEHIND_MS = 60_000;

interface Fresh {
  readonly fresh: readonly MediaSegment[];
  readonly missed: MissedSegments | null;
}
const NOTHING: Fresh = { fresh: [], missed: null };

/**
 * Says what is new in each load of the playlist, in order. Knows a sequence reset from an old copy that a cache serves,
 * and both from segments that went by unseen. Pure: the time is passed in.
 */
export class WindowTracker {
  private readonly seen = new Map<number, SeenSegment>();
  private newest: SeenSegment | null;
  private listed = 0;
  private newAt: number | null = null;
  private suspect: { readonly since: number; readonly last: number; readonly count: number } | null = null;
  /** The next list comes from another session of the source, with a numbering of its own. */
  private session = false;
  numbering = 0;

  /** @param resume where an earlier part of the same source stopped: what it covers is not taken again */
  constructor(resume: Resume | null = null) {
    this.newest = resume?.newest ?? null;
    this.newAt = resume?.at ?? null;
    if (resume) this.seen.set(resume.newest.seq, resume.newest);
  }

  /** Where the next part goes on from; null before the first segment. */
  get resume(): Resume | null {
    return this.newest && this.newAt !== null ? { newest: this.newest, at: this.newAt } : null;
  }

  /**
   * The list comes from another address from now on: a session of its own may number from 0
   * (docs/reference/hls.md#segment-identity). Where both sides tell programme date-times, these say what is new, and
   * the numbers nothing.
   */
  moved(): void {
    this.session = this.newest !== null;
  }

  /** @param wall ms since the Unix epoch, when the list was loaded */
  update(list: MediaPlaylist, wall: number): readonly Tracked[] {
    const last = list.segments.at(-1);
    if (!last) return [];
    const goesOn = this.session ? this.joined(list, last) : null;
    if (goesOn) return this.take(list, goesOn, wall);
    const fresh = this.isReset(list, last, wall)
      ? this.restart(list)
      : list.segments.filter((s) => this.newest === null || s.seq > this.newest.seq);
    return this.take(list, { fresh, missed: fresh[0] ? this.missed(fresh[0], wall) : null }, wall);
  }

  private take(list: MediaPlaylist, { fresh, missed }: Fresh, wall: number): readonly Tracked[] {
    const first = fresh[0];
    if (!first) return [];
    const found: Tracked[] = [];
    const reset = this.newest === null && this.listed > 0;
    if (missed) found.push(missed);
    let ahead = fresh.reduce((sum, s) => sum + s.durMs, 0);
    for (const segment of fresh) {
      found.push({
        kind: 'segment',
        segment,
        baseUrl: list.baseUrl,
        numbering: this.numbering,
        reset: reset && segment === first,
        arrivalAt: wall - ahead,
      });
      ahead -= segment.durMs;
      this.remember(segment);
    }
    this.listed = list.segments.length;
    this.newAt = wall;
    return found;
  }

  /**
   * What a new session brings that the one before did not; null where its programme date-times cannot tell, and the
   * numbers must. A session that is some segments behind brings nothing yet.
   */
  private joined(list: MediaPlaylist, last: MediaSegment): Fresh | null {
    const { newest } = this;
    if (!newest || newest.pdtMs === null || last.pdtMs === null || last.pdtMs < newest.pdtMs - BEHIND_MS) {
      this.session = false;
      return null;
    }
    const seenUntil = newest.pdtMs + newest.durMs / 2;
    const fresh = list.segments.filter((s) => s.pdtMs === null || s.pdtMs >= seenUntil);
    const [first] = fresh;
    if (!first) return NOTHING;
    this.session = false;
    const missed = gapBefore(newest, first, this.numbering);
    if (!this.isSameNumbering(list, first, newest)) this.restart(list);
    return { fresh, missed };
  }

  /**
   * Only the address changed: a segment that we know stands under its number, or the first new one follows on the
   * newest.
   */
  private isSameNumbering(list: MediaPlaylist, first: MediaSegment, newest: SeenSegment): boolean {
    const known = list.segments.filter((s) => this.seen.has(s.seq));
    return first.seq > newest.seq && (known.length > 0 ? !this.clashes(list) : first.seq === newest.seq + 1);
  }

  /** Forgets the numbering, so that all of the list counts as new. */
  private restart(list: MediaPlaylist): readonly MediaSegment[] {
    this.numbering += 1;
    this.seen.clear();
    this.newest = null;
    this.suspect = null;
    this.listed = Math.max(1, this.listed);
    return list.segments;
  }

  private isReset(list: MediaPlaylist, last: MediaSegment, wall: number): boolean {
    if (!this.newest) return false;
    if (last.seq >= this.newest.seq) {
      this.suspect = null;
      return this.clashes(list) || this.jumpsTooFar(list, wall);
    }
    return this.wentBack(list, last, wall);
  }

  /**
   * Numbers that we know stand for other media now. Every one that we know must differ: one odd date-time is no
   * restart.
   */
  private clashes(list: MediaPlaylist): boolean {
    const known = list.segments.flatMap((now) => {
      const then = this.seen.get(now.seq);
      return then ? [{ then, now }] : [];
    });
    return known.length > 0 && known.every(({ then, now }) => !isSame(then, now));
  }

  /** More segments would have gone by than there was time for: the server counts from another number now. */
  private jumpsTooFar({ segments }: MediaPlaylist, wall: number): boolean {
    const first = segments[0];
    if (!first || !this.newest || first.seq <= this.newest.seq + 1 || this.newAt === null) return false;
    const window = segments.reduce((sum, s) => sum + s.durMs, 0);
    const missingMs = (first.seq - this.newest.seq - 1) * Math.max(100, Math.min(this.newest.durMs, first.durMs));
    return missingMs > wall - this.newAt + 3 * window + 10_000;
  }

  /**
   * The list ends before what we have. An old copy from a cache looks like that too: it is shallow, holds what we saw,
   * and passes. What stays behind for two target durations and still moves is a restart.
   */
  private wentBack(list: MediaPlaylist, last: MediaSegment, wall: number): boolean {
    const newest = this.newest;
    if (!newest) return false;
    const listed = this.missedBySeen(list, last, newest);
    if (listed !== 'unclear') return listed === 'reset';
    const depth = newest.seq - last.seq;
    if (depth > 2 * Math.max(list.segments.length, this.listed, 3)) return true;
    const suspect = this.suspect ?? { since: wall, last: last.seq, count: list.segments.length };
    this.suspect = suspect;
    const moved = last.seq !== suspect.last || list.segments.length !== suspect.count;
    return moved && wall - suspect.since > 2 * list.targetMs;
  }

  private missedBySeen(list: MediaPlaylist, last: MediaSegment, newest: SeenSegment): 'reset' | 'copy' | 'unclear' {
    const then = this.seen.get(last.seq);
    if (then) {
      const listed = byProgrammeTime(then, last);
      if (listed !== 'unclear') return listed === 'same' ? 'copy' : 'reset';
      if (pathOf(then.uri) !== pathOf(last.uri)) return 'reset';
    }
    if (isLater(last, newest)) return 'reset';
    return list.segments.some((s) => s.discontinuity && this.seen.get(s.seq)?.discontinuity === false)
      ? 'reset'
      : 'unclear';
  }

  private missed(first: MediaSegment, wall: number): MissedSegments | null {
    if (!this.newest || first.seq <= this.newest.seq + 1) return null;
    const { seq, durMs, pdtMs } = this.newest;
    const guess = (first.seq - seq - 1) * durMs;
    const byTime = first.pdtMs !== null && pdtMs !== null ? first.pdtMs - pdtMs - durMs : null;
    const missing = byTime !== null && byTime > 0 && byTime < guess * 3 + 10_000 ? byTime : guess;
    return {
      kind: 'missed',
      numbering: this.numbering,
      fromSeq: seq + 1,
      toSeq: first.seq - 1,
      durMs: Math.round(missing),
      at: pdtMs === null ? wall - missing : pdtMs + durMs,
    };
  }

  private remember(segment: MediaSegment): void {
    const { seq, uri, durMs, discontinuity, pdtMs } = segment;
    this.newest = { seq, uri, durMs, discontinuity, pdtMs };
    this.seen.set(seq, this.newest);
    for (const old of this.seen.keys()) {
      if (this.seen.size <= REMEMBERED) break;
      this.seen.delete(old);
    }
  }
}

/** What no session listed, by programme date-time. */
function gapBefore({ seq, durMs, pdtMs }: SeenSegment, first: MediaSegment, numbering: number): MissedSegments | null {
  const at = (pdtMs ?? 0) + durMs;
  const missing = (first.pdtMs ?? at) - at;
  if (missing < durMs / 2) return null;
  return {
    kind: 'missed',
    numbering,
    fromSeq: seq + 1,
    toSeq: seq + Math.max(1, Math.round(missing / Math.max(1, durMs))),
    durMs: Math.round(missing),
    at,
  };
}

const isLater = (a: SeenSegment, b: SeenSegment): boolean =>
  a.pdtMs !== null && b.pdtMs !== null && a.pdtMs >= b.pdtMs + b.durMs / 2;

/** What is remembered of a segment that was listed: enough to know it again. */
interface SeenSegment {
  readonly seq: number;
  readonly uri: string;
  readonly durMs: number;
  readonly discontinuity: boolean;
  readonly pdtMs: number | null;
}

/** `same`/`other` where the programme date-times decide; `unclear` where a side has none. */
function byProgrammeTime(a: SeenSegment, b: SeenSegment): 'same' | 'other' | 'unclear' {
  if (a.pdtMs === null || b.pdtMs === null) return 'unclear';
  return Math.abs(a.pdtMs - b.pdtMs) <= Math.max(500, a.durMs / 2) ? 'same' : 'other';
}

/**
 * Whether two listings with the same sequence number mean the same media. The address never decides alone: signed
 * addresses change at every reload (docs/reference/hls.md#segment-identity), and a restarted server uses its old names
 * again.
 */
function isSame(a: SeenSegment, b: SeenSegment): boolean {
  const listed = byProgrammeTime(a, b);
  if (listed !== 'unclear') return listed === 'same';
  if (!a.discontinuity && b.discontinuity) return false;
  return pathOf(a.uri) === pathOf(b.uri) || Math.abs(a.durMs - b.durMs) < 1;
}

const pathOf = (uri: string): string => uri.replace(/[?#].*$/, '');
