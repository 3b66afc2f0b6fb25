import { type CaptureNotice } from '#libs/contracts';
import { keepNewest } from './keep-newest.js';
import {
  byProgrammeTime,
  comparableFrom,
  hasOtherDate,
  isLater,
  isSame,
  KnownSegments,
  nameOf,
  type NameFit,
  type SeenSegment,
} from './known-segments.js';
import { missedBetween, missedBetweenSessions, type MissedSegments } from './missed-segments.js';
import { type MediaPlaylist, type MediaSegment } from './media-playlist.js';

/** The position of a segment: its sequence number in one of the source's numberings. */
export interface Place {
  readonly numbering: number;
  readonly seq: number;
}

/** A segment that the playlist listed for the first time. Its `seq` is its number in the capture. */
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
  /** The playlist does not show whether the capture has it already: its bytes decide. */
  readonly doubt?: true;
}

export type Tracked = ListedSegment | MissedSegments;

/** The newest listed segment, and when the list was loaded (ms since the Unix epoch). */
export interface Resume {
  readonly newest: SeenSegment;
  readonly at: number;
  /** Address of the list that contained it. */
  readonly mediaUrl?: string;
  /** Everything else that the tracker remembers. */
  readonly memory?: TrackerMemory;
}

/**
 * What the names of a source are worth. `decide`: a known name is a known segment, whatever its number. `reused`: a
 * known name may be other media. `vary`: a new name may be known media (signed paths).
 */
type NameTrust = 'unproven' | 'decide' | 'reused' | 'vary';

/** The memory of a tracker, which the next part of the same recorder continues. */
interface TrackerMemory {
  readonly known: KnownSegments;
  /** Listed number minus number in the capture, of each numbering that lists the same media; the newest last. */
  readonly offsets: Set<number>;
  offset: number;
  numbering: number;
  names: NameTrust;
  /** How often the dates of known segments moved. */
  dateSteps: number;
}

function newMemory(resume: Resume | null): TrackerMemory {
  const known = new KnownSegments();
  if (resume) known.add(resume.newest);
  return { known, offsets: new Set([0]), offset: 0, numbering: 0, names: 'unproven', dateSteps: 0 };
}

/** Something odd about the identity of segments, which is reported once. */
export type TrackerNotice = Extract<CaptureNotice, 'numbers-changed' | 'dates-moved' | 'dates-ignored'>;

/**
 * What the playlist leaves open. `renumbered`: known names have other numbers. `renamed`: known numbers have other
 * names. `moved`: known numbers have other dates. `early`: a whole window is new before its time. `restart`: the numbers
 * jump or fall.
 */
type Question = 'renumbered' | 'renamed' | 'moved' | 'early' | 'restart';

/** A list that contradicts what is known; the bytes of `entry` decide. */
export interface Doubt {
  readonly entry: ListedSegment;
  readonly list: MediaPlaylist;
  /** Number of the captured segment that the playlist suggests; null if there is none. */
  readonly expected: number | null;
}

interface Case {
  readonly list: MediaPlaylist;
  readonly wall: number;
  readonly mayProbe: boolean;
}
interface Pending extends Doubt, Case {
  readonly question: Question;
}

export interface TrackerSettings {
  /** False: never leave a decision to the bytes, because a segment may be an ad, which must not be fetched. */
  readonly mayProbe?: boolean;
  readonly onNotice?: (notice: TrackerNotice) => void;
}

/** Dates that moved this often are not used any more. */
const DATE_STEPS = 2;
/** A numbering that stands still has another offset in each list. */
const OFFSETS = 16;

interface Fresh {
  readonly fresh: readonly MediaSegment[];
  readonly missed: MissedSegments | null;
  readonly doubt?: boolean;
}

/**
 * Returns the new segments of each load of the playlist, in order. The name of a segment (path without query, and byte
 * range) decides before its number does, and the number before its date. Where they contradict each other, the tracker
 * sets {@link WindowTracker.doubt}: the caller fetches that entry, and passes the verdict of its bytes to
 * {@link WindowTracker.settle} (docs/adr/0017-segment-identity.md). Pure: the caller passes the time in.
 */
export class WindowTracker {
  private readonly memory: TrackerMemory;
  private readonly mayProbe: boolean;
  private readonly onNotice: (notice: TrackerNotice) => void;
  private newest: SeenSegment | null;
  private listed = 0;
  private newAt: number | null = null;
  private suspect: { readonly since: number; readonly last: number; readonly count: number } | null = null;
  /** The next list comes from another session of the source, which may have its own numbering. */
  private session = false;
  private pending: Pending | null = null;
  /** A numbering that stands still is reported once, not at each list. */
  private isRenumbered = false;

  /**
   * @param resume where an earlier part of the same source stopped; the tracker does not return the segments before it
   *   again
   */
  constructor(resume: Resume | null = null, { mayProbe = true, onNotice = () => undefined }: TrackerSettings = {}) {
    this.mayProbe = mayProbe;
    this.onNotice = onNotice;
    this.memory = resume?.memory ?? newMemory(resume);
    [this.newest, this.newAt] = resume ? [resume.newest, resume.at] : [null, null];
  }

  /** Where the next part continues; null before the first segment. */
  get resume(): Resume | null {
    const { newest, newAt, memory } = this;
    return newest && newAt !== null ? { newest, at: newAt, memory } : null;
  }

  /** Number of the newest segment as the newest list counts; null before the first segment. */
  get newestListed(): number | null {
    return this.newest && this.newest.seq + this.memory.offset;
  }

  get numbering(): number {
    return this.memory.numbering;
  }

  /** Set while the newest list is undecided: {@link WindowTracker.settle} must be called next. */
  get doubt(): Doubt | null {
    return this.pending;
  }

  /** The list with the numbers of the capture, as the newest decision understood it. */
  aligned(list: MediaPlaylist): MediaPlaylist {
    const { offset } = this.memory;
    if (offset === 0) return list;
    const segments = list.segments.map((s) => ({ ...s, seq: s.seq - offset, listedSeq: s.seq }));
    return { ...list, mediaSequence: list.mediaSequence - offset, segments };
  }

  /**
   * Call this when the address of the list changes: a new session may number from 0
   * (docs/reference/hls.md#segment-identity). If neither names nor bytes decide and both sides have programme
   * date-times, these decide what is new, not the sequence numbers.
   */
  moved(): void {
    this.session = this.newest !== null;
  }

  /** @param wall when the list was loaded, ms since the Unix epoch */
  update(list: MediaPlaylist, wall: number): readonly Tracked[] {
    return this.decide({ list, wall, mayProbe: this.mayProbe });
  }

  /**
   * Decides the list of {@link WindowTracker.doubt}; another doubt about it may follow.
   * @param sameAs number of the captured segment with the same bytes; null: the bytes are new; undefined: they could
   *   not be fetched, so the playlist must decide
   */
  settle(sameAs: number | null | undefined): readonly Tracked[] {
    const { pending } = this;
    if (!pending) return [];
    this.pending = null;
    if (pending.question === 'renumbered') return this.settleNumbers(pending, sameAs);
    // The bytes are known under another number, so the whole list has new numbers.
    if (typeof sameAs === 'number' && sameAs !== pending.expected) return this.continueAs(pending, sameAs);
    switch (pending.question) {
      case 'renamed':
        return this.settleNames(pending, sameAs);
      case 'moved':
        return this.settleDates(pending, sameAs);
      case 'early':
        return this.takeNew(this.aligned(this.withoutBadDates(pending.list)), pending.wall, true);
      case 'restart':
        return typeof sameAs === 'number' ? this.continueAs(pending, sameAs) : this.restarted(pending);
    }
  }

  private decide(of: Case): readonly Tracked[] {
    const list = this.withoutBadDates(of.list);
    const last = list.segments.at(-1);
    if (!last) return [];
    if (!this.newest) return this.take(list, { fresh: list.segments, missed: null }, of.wall);
    const fit = this.memory.known.fit(list);
    const joined = this.joinedSession(list, fit);
    if (joined) return this.take(this.aligned(list), joined, of.wall);
    const offset = this.offsetOf(last, fit, of.mayProbe);
    if (offset === null) return this.raise('renumbered', { ...of, segment: fit.entry ?? last });
    this.use(offset);
    return this.decideAligned(list, fit, of);
  }

  private decideAligned(list: MediaPlaylist, fit: NameFit, of: Case): readonly Tracked[] {
    const aligned = this.aligned(list);
    const question = this.questionOf(aligned, fit, of.wall);
    const segment = question && list.segments[this.probeIndex(question, aligned, fit)];
    if (!question || !segment) return this.takeNew(aligned, of.wall);
    const isProven = question === 'renamed' && this.memory.names === 'decide';
    return isProven
      ? this.raise(question, { ...of, segment, mayProbe: false }, null)
      : this.raise(question, { ...of, segment });
  }

  /**
   * The most informative entry: where the names change, or else the oldest one that stays for another reload. Newer ones
   * may be unknown even if the list repeats known media.
   */
  private probeIndex(question: Question, list: MediaPlaylist, fit: NameFit): number {
    const oldest = Math.min(1, list.segments.length - 1);
    if (question === 'renamed') return Math.max(oldest, this.renamedFrom(list, fit) ?? 0);
    if (question !== 'moved') return oldest;
    return list.segments.findLastIndex((s) => this.memory.known.get(s.seq) !== undefined);
  }

  /** @param byPlaylist the verdict if the bytes must not decide */
  private raise(
    question: Question,
    { segment, ...of }: Case & { readonly segment: MediaSegment },
    byPlaylist?: null,
  ): readonly Tracked[] {
    const { known, offset, numbering } = this.memory;
    const { baseUrl } = of.list;
    const entry = { kind: 'segment', segment, baseUrl, numbering, reset: false, arrivalAt: of.wall } as const;
    const seq = question === 'renumbered' ? known.seqOf(nameOf(segment)) : segment.seq - offset;
    this.pending = { ...of, question, entry, expected: seq !== undefined && known.get(seq) ? seq : null };
    return of.mayProbe ? [] : this.settle(byPlaylist);
  }

  /** The offset of the list's numbers; null if only bytes can decide. */
  private offsetOf(last: MediaSegment, { offset }: NameFit, mayProbe: boolean): number | null {
    const { offsets, names } = this.memory;
    if (offset === null || names === 'reused' || names === 'vary') return this.offsetByNumber(last);
    if (offsets.has(offset) || names === 'decide') return offset;
    return mayProbe ? null : this.offsetByNumber(last);
  }

  /** The numbering in which the list ends nearest to the newest segment. */
  private offsetByNumber(last: MediaSegment): number {
    const { offsets, offset } = this.memory;
    const newest = this.newest?.seq ?? 0;
    const distance = (of: number): number => Math.abs(last.seq - of - newest);
    return [...offsets].reduce((best, of) => (distance(of) < distance(best) ? of : best), offset);
  }

  private use(offset: number): void {
    const { memory } = this;
    if (!memory.offsets.delete(offset) && !this.isRenumbered) {
      this.isRenumbered = true;
      this.onNotice('numbers-changed');
    }
    memory.offset = offset;
    memory.offsets.add(offset);
    keepNewest(memory.offsets, OFFSETS);
  }

  private questionOf(list: MediaPlaylist, fit: NameFit, wall: number): Exclude<Question, 'renumbered'> | null {
    const last = list.segments.at(-1);
    if (!last || !this.newest) return null;
    if (last.seq < this.newest.seq) return this.wentBack(list, last, wall) ? 'restart' : null;
    this.suspect = null;
    if (this.clashes(list)) return 'moved';
    const isTooSoon = this.comesTooSoon(list, fit, wall);
    if (!isTooSoon && this.renamedFrom(list, fit) !== null) return 'renamed';
    if (this.jumpsTooFar(list, wall)) return 'restart';
    return isTooSoon ? 'early' : null;
  }

  private takeNew(list: MediaPlaylist, wall: number, doubt = false): readonly Tracked[] {
    const newest = this.newest?.seq ?? -Infinity;
    const fresh = list.segments.filter((s) => s.seq > newest);
    return this.take(list, { fresh, missed: this.missedBefore(fresh[0], wall), doubt }, wall);
  }

  private settleNumbers(pending: Pending, sameAs: number | null | undefined): readonly Tracked[] {
    const { memory } = this;
    if (sameAs === undefined) return this.decide({ ...pending, mayProbe: false });
    memory.names = sameAs === null ? 'reused' : 'decide';
    if (sameAs !== null) this.use(pending.entry.segment.seq - sameAs);
    return this.decide(pending);
  }

  private settleNames({ list: listed, wall }: Pending, sameAs: number | null | undefined): readonly Tracked[] {
    const { memory } = this;
    const list = this.withoutBadDates(listed);
    const fit = memory.known.fit(list);
    const from = this.renamedFrom(this.aligned(list), fit) ?? 0;
    const first = list.segments[from];
    if (sameAs !== null || !first || !this.newest) {
      if (sameAs !== undefined && fit.offset === null) memory.names = 'vary';
      return this.takeNew(this.aligned(list), wall);
    }
    // Other media: the number says nothing, so the segments are the next ones.
    if (memory.names === 'unproven') memory.names = 'decide';
    this.use(first.seq - this.newest.seq - 1);
    const aligned = this.aligned(list);
    return this.take(aligned, { fresh: aligned.segments.slice(from), missed: null, doubt: true }, wall);
  }

  private settleDates(pending: Pending, sameAs: number | null | undefined): readonly Tracked[] {
    const aligned = this.aligned(pending.list);
    const hasKnownName = aligned.segments.some((s) => this.memory.known.get(s.seq)?.name === nameOf(s));
    if (sameAs === null && hasKnownName) this.memory.names = 'reused';
    if (sameAs === null || (sameAs === undefined && !hasKnownName)) return this.restarted(pending);
    this.datesMoved(aligned);
    return this.takeNew(this.aligned(this.withoutBadDates(pending.list)), pending.wall);
  }

  /** The list gives known media new numbers, or is an old copy. */
  private continueAs({ list, entry, wall }: Pending, sameAs: number): readonly Tracked[] {
    this.use(entry.segment.seq - sameAs);
    this.suspect = null;
    const { known } = this.memory;
    const aligned = this.aligned(list);
    if (aligned.segments.some((s) => hasOtherDate(known.get(s.seq), s))) this.datesMoved(aligned);
    return this.takeNew(this.aligned(this.withoutBadDates(list)), wall);
  }

  private restarted({ list: listed, wall }: Pending): readonly Tracked[] {
    const list = this.withoutBadDates(listed);
    this.restart();
    return this.take(list, { fresh: list.segments, missed: null, doubt: true }, wall);
  }

  private datesMoved(list: MediaPlaylist): void {
    const { memory } = this;
    memory.dateSteps += 1;
    memory.known.update(list.segments);
    this.onNotice('dates-moved');
    if (memory.dateSteps < DATE_STEPS) return;
    if (this.newest) this.newest = { ...this.newest, pdtMs: null };
    this.onNotice('dates-ignored');
  }

  private withoutBadDates(list: MediaPlaylist): MediaPlaylist {
    if (this.memory.dateSteps < DATE_STEPS) return list;
    return { ...list, segments: list.segments.map((s) => (s.pdtMs === null ? s : { ...s, pdtMs: null })) };
  }

  /** @param list with the numbers of the capture */
  private take(list: MediaPlaylist, { fresh, missed, doubt }: Fresh, wall: number): readonly Tracked[] {
    this.learnNames(list);
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
        ...(doubt ? { doubt } : {}),
      });
      ahead -= segment.durMs;
      this.remember(segment);
    }
    this.listed = list.segments.length;
    this.newAt = wall;
    return found;
  }

  /** Another edge may list known media under other names. */
  private learnNames(list: MediaPlaylist): void {
    const { known, names } = this.memory;
    if (names === 'vary') return;
    for (const s of list.segments) {
      const name = nameOf(s);
      if (known.get(s.seq) && !known.hasName(name)) known.addName(name, s.seq);
    }
  }

  /**
   * Returns what is new in a new session; null if its programme date-times cannot decide. A session that is a few
   * segments behind returns nothing yet.
   */
  private joinedSession(list: MediaPlaylist, fit: NameFit): Fresh | null {
    if (fit.offset !== null && this.memory.offsets.has(fit.offset)) this.session = false;
    if (!this.session) return null;
    const { newest } = this;
    const seenUntil = newest && comparableFrom(newest, list);
    if (seenUntil === null || !newest) {
      this.session = false;
      return null;
    }
    const newIn = ({ segments }: MediaPlaylist): MediaSegment[] =>
      segments.filter((s) => s.pdtMs === null || s.pdtMs >= seenUntil);
    const [first] = newIn(this.aligned(list));
    if (!first) return { fresh: [], missed: null };
    this.session = false;
    const missed = missedBetweenSessions(newest, first, this.numbering);
    if (!this.isSameNumbering(this.aligned(list), first, newest)) this.restart();
    return { fresh: newIn(this.aligned(list)), missed };
  }

  /**
   * Whether only the address changed: the known segments keep their numbers, or the first new segment directly follows
   * the newest one.
   */
  private isSameNumbering(list: MediaPlaylist, first: MediaSegment, newest: SeenSegment): boolean {
    const known = list.segments.filter((s) => this.memory.known.get(s.seq));
    return first.seq > newest.seq && (known.length > 0 ? !this.clashes(list) : first.seq === newest.seq + 1);
  }

  /** Starts a new numbering, so that the whole list counts as new. */
  private restart(): void {
    const { memory } = this;
    memory.numbering += 1;
    memory.known.clear();
    memory.offset = 0;
    memory.offsets.clear();
    memory.offsets.add(0);
    this.newest = null;
    this.suspect = null;
    this.listed = Math.max(1, this.listed);
  }

  /**
   * All known sequence numbers now have another date, a new discontinuity, or both another name and another length. A
   * single wrong date is not enough.
   */
  private clashes(list: MediaPlaylist): boolean {
    const known = list.segments.flatMap((now) => {
      const then = this.memory.known.get(now.seq);
      return then ? [{ then, now }] : [];
    });
    return known.length > 0 && known.every(({ then, now }) => !isSame(then, now));
  }

  /**
   * Index of the first of the newest segments whose known number has an unknown name; null if there is none. Equal
   * dates show that only the name changed.
   */
  private renamedFrom({ segments }: MediaPlaylist, { usable }: NameFit): number | null {
    const { known, names } = this.memory;
    if (!usable || names === 'reused' || names === 'vary') return null;
    const from = segments.findLastIndex((s) => known.hasName(nameOf(s))) + 1;
    const now = segments[from];
    const then = now && known.get(now.seq);
    return then && byProgrammeTime(then, now) !== 'same' ? from : null;
  }

  /**
   * A whole window of unknown segments needs the time of the window before it to be produced. If it comes sooner, it may
   * be another edge with other numbers.
   */
  private comesTooSoon({ segments, targetMs }: MediaPlaylist, { usable, offset }: NameFit, wall: number): boolean {
    if (this.newAt === null || segments.length < 2 || !usable || offset !== null) return false;
    if (this.memory.names === 'vary' || segments.some((s) => this.memory.known.get(s.seq))) return false;
    const windowMs = segments.reduce((sum, s) => sum + s.durMs, 0) * Math.max(1, this.listed / segments.length);
    return windowMs > wall - this.newAt + targetMs;
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
    const { known, names } = this.memory;
    const then = known.get(last.seq);
    if (then) {
      const listed = byProgrammeTime(then, last);
      if (listed !== 'unclear') return listed === 'same' ? 'copy' : 'reset';
      if (names !== 'vary' && !known.hasName(nameOf(last))) return 'reset';
    }
    if (isLater(last, newest)) return 'reset';
    return list.segments.some((s) => s.discontinuity && known.get(s.seq)?.discontinuity === false)
      ? 'reset'
      : 'unclear';
  }

  private missedBefore(first: MediaSegment | undefined, wall: number): MissedSegments | null {
    return first && this.newest ? missedBetween(this.newest, first, { numbering: this.numbering, wall }) : null;
  }

  private remember(segment: MediaSegment): void {
    const { seq, durMs, discontinuity, pdtMs } = segment;
    this.newest = { seq, name: nameOf(segment), durMs, discontinuity, pdtMs };
    this.memory.known.add(this.newest);
  }
}
