import { describe, expect, it } from '@jest/globals';
import { type MediaPlaylist, type MediaSegment } from './media-playlist.js';
import { type Doubt, WindowTracker, type Tracked } from './window-tracker.js';

const segment = (seq: number, more: Partial<MediaSegment> = {}): MediaSegment => ({
  seq,
  uri: `s${seq}.ts`,
  durMs: 2000,
  title: '',
  discontinuity: false,
  pdtMs: null,
  range: null,
  map: null,
  key: null,
  gap: false,
  ...more,
});
const list = (from: number, to: number, more: (seq: number) => Partial<MediaSegment> = () => ({})): MediaPlaylist => ({
  baseUrl: 'http://h/',
  targetMs: 2000,
  statedMs: 2000,
  mediaSequence: from,
  discontinuitySequence: 0,
  type: null,
  ended: false,
  dateRanges: [],
  segments: Array.from({ length: to - from + 1 }, (_, i) => segment(from + i, more(from + i))),
});
const seqs = (tracked: readonly Tracked[]): (number | string)[] =>
  tracked.map((t) =>
    t.kind === 'segment' ? (t.reset ? `reset ${t.segment.seq}` : t.segment.seq) : `missed ${t.fromSeq}-${t.toSeq}`,
  );
/** Updates the tracker; bytes in doubt are new ones, or those of the segment with the given number. */
const decided = (
  tracker: WindowTracker,
  media: MediaPlaylist,
  { wall, sameAs = () => null }: { readonly wall: number; readonly sameAs?: (doubt: Doubt) => number | null },
): readonly Tracked[] => {
  let found = tracker.update(media, wall);
  while (tracker.doubt) found = tracker.settle(sameAs(tracker.doubt));
  return found;
};
const timed = (seq: number): Partial<MediaSegment> => ({ pdtMs: 1_000_000 + seq * 2000 });

describe('WindowTracker', () => {
  it('begins with the oldest segment, then takes what is new', () => {
    const tracker = new WindowTracker();
    expect(seqs(tracker.update(list(3, 5), 0))).toEqual([3, 4, 5]);
    expect(seqs(tracker.update(list(3, 5), 1000))).toEqual([]);
    expect(seqs(tracker.update(list(5, 7), 2000))).toEqual([6, 7]);
  });

  it('places segments in time by their distance from the live edge', () => {
    const found = new WindowTracker().update(list(0, 2), 100_000);
    expect(found.map((t) => (t.kind === 'segment' ? t.arrivalAt : 0))).toEqual([94_000, 96_000, 98_000]);
  });

  it('says what went by unseen, with its length by programme time where there is one', () => {
    const tracker = new WindowTracker();
    tracker.update(list(0, 2, timed), 0);
    expect(tracker.update(list(5, 6, timed), 6000)[0]).toEqual({
      kind: 'missed',
      numbering: 0,
      fromSeq: 3,
      toSeq: 4,
      durMs: 4000,
      at: 1_006_000,
    });
  });

  it('keeps the sequence as identity when addresses change at every reload', () => {
    const tracker = new WindowTracker();
    const signed =
      (n: number) =>
      (seq: number): Partial<MediaSegment> => ({ uri: `/${n}/x${seq * n}.ts?sig=${n}` });
    const verdict = { sameAs: ({ entry }: Doubt) => entry.segment.seq };
    tracker.update(list(0, 3, signed(1)), 0);
    expect(seqs(decided(tracker, list(1, 4, signed(2)), { wall: 2000, ...verdict }))).toEqual([4]);
    expect(seqs(tracker.update(list(2, 5, signed(3)), 4000))).toEqual([5]);
  });

  it.each([
    ['far below', list(20, 25), list(0, 2)],
    [
      'a little below, with a discontinuity',
      list(2, 7),
      list(0, 3, (seq) => (seq === 0 ? { discontinuity: true, uri: 'n0.ts' } : { uri: `n${seq}.ts` })),
    ],
    [
      'a little below, with a later programme time',
      list(2, 7, timed),
      list(0, 1, (seq) => ({ pdtMs: 1_020_000 + seq * 2000 })),
    ],
    [
      'below what is known, with other names',
      list(2, 7),
      list(3, 5, (seq) => ({ uri: `other${seq}.ts`, discontinuity: seq === 5 })),
    ],
    [
      'above, with all programme times changed',
      list(2, 7, timed),
      list(3, 8, (seq) => ({ pdtMs: 2_000_000 + seq * 2000 })),
    ],
    ['so far above that there was no time for it', list(2, 7), list(5000, 5005)],
  ])('takes a numbering that starts again %s as new', (_name, before, after) => {
    const tracker = new WindowTracker();
    tracker.update(before, 0);
    const found = decided(tracker, after, { wall: 2000 });
    expect(seqs(found)).toEqual([`reset ${after.mediaSequence}`, ...after.segments.slice(1).map((s) => s.seq)]);
    expect(tracker.numbering).toBe(1);
  });

  it('lets an old copy from a cache pass, with and without programme times', () => {
    for (const how of [timed, () => ({})]) {
      const tracker = new WindowTracker();
      tracker.update(list(0, 5, how), 0);
      tracker.update(list(2, 7, how), 2000);
      expect(seqs(tracker.update(list(1, 6, how), 3000))).toEqual([]);
      expect(seqs(tracker.update(list(3, 8, how), 4000))).toEqual([8]);
    }
  });

  it('takes a shallow restart with old names as one when it stays and moves', () => {
    const tracker = new WindowTracker();
    tracker.update(list(0, 5), 0);
    expect(seqs(tracker.update(list(0, 0), 2000))).toEqual([]);
    expect(seqs(tracker.update(list(0, 1), 4000))).toEqual([]);
    expect(seqs(decided(tracker, list(0, 3), { wall: 8000 }))).toEqual(['reset 0', 1, 2, 3]);
  });

  it('goes on where another part stopped', () => {
    const first = new WindowTracker();
    first.update(list(0, 5), 0);
    expect(seqs(new WindowTracker(first.resume).update(list(3, 7), 60_000))).toEqual([6, 7]);
    expect(seqs(new WindowTracker(first.resume).update(list(0, 5), 60_000))).toEqual([]);
    expect(seqs(new WindowTracker(first.resume).update(list(9, 10), 60_000))).toEqual(['missed 6-8', 9, 10]);
  });
});

describe('WindowTracker, a new session at another address', () => {
  /** Session with a numbering of its own: segment `seq` is media `seq + offset`. */
  const session = (from: number, to: number, offset: number): MediaPlaylist =>
    list(from, to, (seq) => timed(seq + offset));
  const tracker = (): WindowTracker => {
    const made = new WindowTracker();
    made.update(list(1000, 1005, timed), 0);
    made.moved();
    return made;
  };

  it('P10 P13 takes only what is new when it numbers from 0, as programme time tells', () => {
    const moved = tracker();
    expect(seqs(moved.update(session(0, 7, 1000), 4000))).toEqual(['reset 6', 7]);
    expect(seqs(moved.update(session(1, 8, 1000), 6000))).toEqual([8]);
  });
  it('says what no session listed', () => {
    expect(
      tracker()
        .update(session(0, 2, 1008), 8000)
        .map((t) => (t.kind === 'missed' ? [t.durMs, t.at] : t.segment.seq)),
    ).toEqual([[4000, 1_000_000 + 1006 * 2000], 0, 1, 2]);
  });
  it('takes nothing from a session that is some segments behind, and goes on when it has caught up', () => {
    const moved = tracker();
    expect(seqs(moved.update(session(0, 3, 1000), 1000))).toEqual([]);
    expect(seqs(moved.update(session(1, 6, 1000), 7000))).toEqual(['reset 6']);
  });
  it('goes on in the same numbering when only the address changed', () => {
    expect(seqs(tracker().update(list(1002, 1007, timed), 4000))).toEqual([1006, 1007]);
  });
  it('takes all of a session whose clock is another one', () => {
    expect(seqs(decided(tracker(), session(0, 2, 100), { wall: 4000 }))).toEqual(['reset 0', 1, 2]);
  });
  it('goes by the numbers where there is no programme time', () => {
    const moved = new WindowTracker();
    moved.update(list(0, 5), 0);
    moved.moved();
    expect(seqs(moved.update(list(2, 7), 4000))).toEqual([6, 7]);
  });
  it('starts from the part before: what that one had is not taken again', () => {
    const before = new WindowTracker();
    before.update(list(1000, 1005, timed), 0);
    const next = new WindowTracker(before.resume);
    next.moved();
    expect(seqs(next.update(session(0, 7, 1000), 4000))).toEqual(['reset 6', 7]);
  });
});

describe('WindowTracker, names before numbers, numbers before dates', () => {
  const named =
    (name: (seq: number) => string) =>
    (seq: number): Partial<MediaSegment> => ({ uri: name(seq) });
  const questions = (tracker: WindowTracker): string | undefined => tracker.doubt?.entry.segment.uri;
  /** The tracker after segments 0 to 4, and the notices it gave. */
  const begun = (): { readonly tracker: WindowTracker; readonly notices: string[] } => {
    const notices: string[] = [];
    const tracker = new WindowTracker(null, { onNotice: (notice) => notices.push(notice) });
    tracker.update(list(0, 4, timed), 0);
    return { tracker, notices };
  };
  /** Edge that numbers `shift` higher. */
  const edge = (from: number, to: number, shift: number): MediaPlaylist =>
    list(from + shift, to + shift, (seq) => ({ uri: `s${seq - shift}.ts` }));

  it('sources-9 asks twice at most when dates move, then ignores them', () => {
    const { tracker, notices } = begun();
    const frozen = (from: number): MediaPlaylist =>
      list(from, from + 4, (seq) => ({ pdtMs: 1_000_000 + (seq - from) * 2000 }));
    let asked = 0;
    const sameAs = ({ entry }: Doubt): number => {
      asked += 1;
      return entry.segment.seq;
    };
    const found = [1, 2, 3, 4].flatMap((n) => decided(tracker, frozen(n), { wall: n * 2000, sameAs }));
    expect(seqs(found)).toEqual([5, 6, 7, 8]);
    expect([asked, notices]).toEqual([2, ['dates-moved', 'dates-moved', 'dates-ignored']]);
    expect(found.at(-1)).toMatchObject({ segment: { pdtMs: null } });
  });

  it('sources-9 without bytes, an equal name and number outweigh another date', () => {
    const tracker = new WindowTracker(null, { mayProbe: false });
    tracker.update(list(0, 4, timed), 0);
    expect(
      seqs(
        tracker.update(
          list(1, 5, (seq) => ({ pdtMs: 1_060_000 + seq * 2000 })),
          2000,
        ),
      ),
    ).toEqual([5]);
  });

  it('sources-10 aligns known names with other numbers once their bytes are known', () => {
    const { tracker, notices } = begun();
    tracker.update(edge(0, 5, 200), 2000);
    expect(tracker.doubt).toMatchObject({ expected: 4, entry: { segment: { seq: 204 } } });
    expect(seqs(tracker.settle(4))).toEqual([5]);
    expect(seqs(tracker.update(list(2, 6), 4000))).toEqual([6]);
    expect(seqs(tracker.update(edge(3, 7, 200), 6000))).toEqual([7]);
    expect(notices).toEqual(['numbers-changed']);
    expect(tracker.aligned(edge(3, 7, 200)).segments[0]).toMatchObject({ seq: 3, listedSeq: 203 });
  });

  it('sources-10 asks about the first new names of another edge, even if they are fewer and their numbers fit', () => {
    const tracker = new WindowTracker();
    tracker.update(list(0, 2), 0);
    tracker.update(
      list(
        3,
        4,
        named((seq) => `b${seq - 3}.ts`),
      ),
      3000,
    );
    expect(questions(tracker)).toBe('b1.ts');
    expect(seqs(tracker.settle(1))).toEqual([]);
    expect(seqs(tracker.update(list(0, 3), 4000))).toEqual([3]);
  });

  it('sources-10 follows numbers where names are reused for other bytes', () => {
    const cyclic = (from: number): MediaPlaylist =>
      list(
        from,
        from + 4,
        named((seq) => `c${seq % 5}.ts`),
      );
    const tracker = new WindowTracker();
    tracker.update(cyclic(0), 0);
    tracker.update(cyclic(5), 10_000);
    expect(questions(tracker)).toBe('c4.ts');
    expect(seqs(tracker.settle(null))).toEqual([5, 6, 7, 8, 9]);
    expect(seqs(tracker.update(cyclic(7), 14_000))).toEqual([10, 11]);
  });

  it('sources-23 takes ranges of one file by their offset, and asks once', () => {
    const tracker = new WindowTracker();
    const sliding = (from: number): MediaPlaylist =>
      list(0, 3, (seq) => ({ uri: 'all.ts', range: { offset: (from + seq) * 100, length: 100 } }));
    tracker.update(sliding(0), 0);
    const found = [1, 2, 3].map((n) =>
      decided(tracker, sliding(n), { wall: n * 2000, sameAs: (doubt) => doubt.expected }),
    );
    expect(found.map(seqs)).toEqual([[4], [5], [6]]);
  });

  it('sources-26 a new name with a known number is new if its bytes are', () => {
    const { tracker } = begun();
    const last = list(
      2,
      4,
      named((seq) => (seq === 4 ? 's5.ts' : `s${seq}.ts`)),
    );
    expect(seqs(decided(tracker, last, { wall: 2000 }))).toEqual([5]);
  });

  it('sources-26 it is known if its bytes are', () => {
    const { tracker } = begun();
    const last = list(
      2,
      4,
      named((seq) => (seq === 4 ? 's5.ts' : `s${seq}.ts`)),
    );
    expect(seqs(decided(tracker, last, { wall: 2000, sameAs: ({ expected }) => expected }))).toEqual([]);
  });

  it.each([
    ['a query', (seq: number, n: number) => `/live/s${seq}.ts?t=${n}`],
    ['a host', (seq: number, n: number) => `http://edge${n}/live/s${seq}.ts`],
  ])('sources-21 %s is no part of a name', (_name, uri) => {
    const tracker = new WindowTracker();
    tracker.update(
      list(
        0,
        4,
        named((seq) => uri(seq, 1)),
      ),
      0,
    );
    expect(
      seqs(
        tracker.update(
          list(
            0,
            4,
            named((seq) => uri(seq, 2)),
          ),
          2000,
        ),
      ),
    ).toEqual([]);
    expect(tracker.doubt).toBeNull();
  });

  it('sources-13 goes on with its memory in the next part', () => {
    const { tracker } = begun();
    decided(tracker, edge(0, 5, 200), { wall: 2000, sameAs: ({ expected }) => expected });
    const next = new WindowTracker(tracker.resume);
    expect(seqs(next.update(edge(1, 6, 200), 600_000))).toEqual([6]);
    expect(next.doubt).toBeNull();
  });

  it('lets the playlist decide where the bytes cannot be fetched', () => {
    const { tracker } = begun();
    tracker.update(edge(0, 5, 200), 2000);
    expect(seqs(tracker.settle(undefined))).toEqual(['reset 200', 201, 202, 203, 204, 205]);
  });
});
