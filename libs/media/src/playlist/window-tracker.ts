import { type MediaPlaylist, type MediaSegment } from './media-playlist.js';

/** The position of a segment: its sequence number in one of the source's numberings. */
export interface Place {
  readonly numbering: number;
  readonly seq: number;
}

/** A segment that the playlist listed for the first time. */
export interface ListedSegment {
  readonly kind: 'segment';
  readonly segment: MediaSegment;
  readonly baseUrl: string;
  /** Index of the numbering of the source; a sequence reset starts the next one. */
  readonly numbering: number;
  /** True for the first segment after a reset. */
  readonly reset: boolean;
  /** Wall clock of its first sample, estimated from its distance to the live edge, ms since the Unix epoch. */
  readonly arrivalAt: number;
  /** Its EXT-X-MAP was announced for ads, so the segment may not need it. */
  readonly mapOfAd?: true;
  /** Its position in a newer numbering, if that differs from its own. */
  readonly place?: Place;
}

/** Segments that the source numbered but no loaded list contained. */
export interface MissedSegments {
  readonly kind: 'missed';
  readonly numbering: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly durMs: number;
  readonly at: number;
}
export type Tracked = ListedSegment | MissedSegments;

/** The newest listed segment, and when the list was loaded (ms since the Unix epoch). */
export interface Resume {
  readonly newest: SeenSegment;
  readonly at: number;
  /** Address of the list that contained it. */
  readonly mediaUrl?: string;
}

const REMEMBERED = 256;
/**
 * If a new session is further behind than this, it uses another clock, so its programme date-times are not comparable.
 */
const BEHIND_MS = 60_000;

interface Fresh {
  readonly fresh: readonly MediaSegment[];
  readonly missed: MissedSegments | null;
}
const NOTHING: Fresh = { fresh: [], missed: null };

/**
 * Returns the new segments of each load of the playlist, in order. Distinguishes a sequence reset from an old copy that
 * a cache serves, and both from missed segments. Pure: the caller passes the time in.
 */
export class WindowTracker {
  private readonly seen = new Map<number, SeenSegment>();
  private newest: SeenSegment | null;
  private listed = 0;
  private newAt: number | null = null;
  private suspect: { readonly since: number; readonly last: number; readonly count: number } | null = null;
  /** The next list comes from another session of the source, which may have its own numbering. */
  private session = false;
  numbering = 0;

  /**
   * @param resume where an earlier part of the same source stopped; the tracker does not return the segments before it
   *   again
   */
  constructor(resume: Resume | null = null) {
    this.newest = resume?.newest ?? null;
    this.newAt = resume?.at ?? null;
    if (resume) this.seen.set(resume.newest.seq, resume.newest);
  }

  /** Where the next part continues; null before the first segment. */
  get resume(): Resume | null {
    return this.newest && this.newAt !== null ? { newest: this.newest, at: this.newAt } : null;
  }

  /**
   * Call this when the address of the list changes: a new session may number from 0
   * (docs/reference/hls.md#segment-identity). If both sides have programme date-times, these decide what is new, not
   * the sequence numbers.
   */
  moved(): void {
    this.session = this.newest !== null;
  }

  /** @param wall when the list was loaded, ms since the Unix epoch */
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
   * Returns what is new in a new session; null if its programme date-times cannot decide, so that the sequence numbers
   * must. A session that is a few segments behind returns nothing yet.
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
   * Whether only the address changed: the known segments keep their numbers, or the first new segment directly follows
   * the newest one.
   */
  private isSameNumbering(list: MediaPlaylist, first: MediaSegment, newest: SeenSegment): boolean {
    const known = list.segments.filter((s) => this.seen.has(s.seq));
    return first.seq > newest.seq && (known.length > 0 ? !this.clashes(list) : first.seq === newest.seq + 1);
  }

  /** Starts a new numbering, so that the whole list counts as new. */
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
   * Known sequence numbers now refer to other media. Every known number must differ, because a single wrong date-time
   * is not a restart.
   */
  private clashes(list: MediaPlaylist): boolean {
    const known = list.segments.flatMap((now) => {
      const then = this.seen.get(now.seq);
      return then ? [{ then, now }] : [];
    });
    return known.length > 0 && known.every(({ then, now }) => !isSame(then, now));
  }

  /** More segments are missing than the elapsed time allows, so the server has restarted its numbering. */
  private jumpsTooFar({ segments }: MediaPlaylist, wall: number): boolean {
    const first = segments[0];
    if (!first || !this.newest || first.seq <= this.newest.seq + 1 || this.newAt === null) return false;
    const window = segments.reduce((sum, s) => sum + s.durMs, 0);
    const missingMs = (first.seq - this.newest.seq - 1) * Math.max(100, Math.min(this.newest.durMs, first.durMs));
    return missingMs > wall - this.newAt + 3 * window + 10_000;
  }

  /**
   * The list ends before the newest known segment. An old copy from a cache looks the same, but it is only a little
   * older, contains known segments and disappears soon. A list that stays behind for more than two target durations and
   * still changes is a restart.
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

/** Returns the segments that neither session listed, by programme date-time. */
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

/** The data of a listed segment that identifies it later. */
interface SeenSegment {
  readonly seq: number;
  readonly uri: string;
  readonly durMs: number;
  readonly discontinuity: boolean;
  readonly pdtMs: number | null;
}

/** `same` or `other` if both sides have a programme date-time, otherwise `unclear`. */
function byProgrammeTime(a: SeenSegment, b: SeenSegment): 'same' | 'other' | 'unclear' {
  if (a.pdtMs === null || b.pdtMs === null) return 'unclear';
  return Math.abs(a.pdtMs - b.pdtMs) <= Math.max(500, a.durMs / 2) ? 'same' : 'other';
}

/**
 * Whether two listings with the same sequence number are the same media. The address alone never decides: signed
 * addresses change at every reload (docs/reference/hls.md#segment-identity), and a restarted server reuses its old
 * names.
 */
function isSame(a: SeenSegment, b: SeenSegment): boolean {
  const listed = byProgrammeTime(a, b);
  if (listed !== 'unclear') return listed === 'same';
  if (!a.discontinuity && b.discontinuity) return false;
  return pathOf(a.uri) === pathOf(b.uri) || Math.abs(a.durMs - b.durMs) < 1;
}

const pathOf = (uri: string): string => uri.replace(/[?#].*$/, '');
