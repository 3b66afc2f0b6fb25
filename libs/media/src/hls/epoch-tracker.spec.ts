import { describe, expect, it } from '@jest/globals';
import { TS_WRAP_MS } from '#libs/contracts';
import { EpochTracker, type FetchedInfo } from './epoch-tracker.js';

const at = (firstPtsMs: number | null, more: Partial<FetchedInfo> = {}): FetchedInfo => ({
  container: 'ts',
  firstPtsMs,
  wrapMs: TS_WRAP_MS,
  durMs: 2000,
  pdtMs: null,
  arrivalAt: 1_000_000,
  discontinuity: false,
  reset: false,
  initCrc: null,
  ...more,
});
const causes = (...info: readonly FetchedInfo[]): (string | undefined)[] => {
  const tracker = new EpochTracker();
  return info.map((f) => tracker.place(f).begins?.cause);
};

describe('EpochTracker', () => {
  it.each<[string, FetchedInfo, string | undefined]>([
    ['time goes on', at(2000), undefined],
    ['time is half a second off', at(2500), undefined],
    ['time jumps by more than a second', at(3100), 'timestamp-jump'],
    ['time goes back', at(0), 'timestamp-jump'],
    ['there is a discontinuity though time goes on', at(2000, { discontinuity: true }), 'discontinuity'],
    ['the numbering starts again', at(2000, { reset: true, discontinuity: true }), 'sequence-reset'],
    ['the init section is another', at(2000, { initCrc: 'b' }), 'init-changed'],
    ['the container is another', at(2000, { container: 'fmp4' }), 'init-changed'],
    ['nothing is known of the time', at(null), undefined],
  ])('when %s', (_name, second, cause) => {
    expect(causes(at(0), second)).toEqual(['start', cause]);
  });

  it('unwraps the 33-bit clock inside an epoch', () => {
    const tracker = new EpochTracker();
    tracker.place(at(TS_WRAP_MS - 1000));
    const next = tracker.place(at(1000));
    expect(next.begins).toBeNull();
    expect(next.ptsMs).toBeCloseTo(TS_WRAP_MS + 1000, 3);
  });

  it('stays in the epoch over lost segments, and takes a lost discontinuity into account', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0));
    tracker.lost(6000, false);
    expect(tracker.place(at(9500)).begins).toBeNull();
    tracker.lost(2000, true);
    expect(tracker.place(at(13_500)).begins?.cause).toBe('discontinuity');
  });

  it.each<[string, Partial<FetchedInfo>, number]>([
    ['the programme date-time where it agrees with arrival', { pdtMs: 1_007_000 }, 1_007_000],
    ['arrival where it does not', { pdtMs: 5_000_000 }, 1_000_000],
    ['arrival where there is none', {}, 1_000_000],
  ])('begins an epoch at %s', (_name, more, startAt) => {
    expect(new EpochTracker().place(at(0, more)).begins?.startAt).toBe(startAt);
  });

  it.each([
    [null, true],
    [0, undefined],
  ])('sources-25 begins an epoch with time stamp %s: without time stamps is %s', (firstPtsMs, untimed) => {
    const { begins } = new EpochTracker().place(at(firstPtsMs, { container: 'mp3' }));
    expect([begins?.firstPtsMs, begins?.untimed]).toEqual([0, untimed]);
  });

  it('never begins an epoch before the end of the one before', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0));
    tracker.place(at(2000));
    expect(tracker.place(at(90_000, { discontinuity: true, arrivalAt: 1_001_000 })).begins).toMatchObject({
      epoch: 1,
      startAt: 1_004_000,
      firstPtsMs: 90_000,
    });
  });
});

describe('EpochTracker, a site that marks discontinuities where there are none', () => {
  const mark = (firstPtsMs: number | null, more: Partial<FetchedInfo> = {}): FetchedInfo =>
    at(firstPtsMs, { discontinuity: true, pdtMs: 1_002_000, ...more });
  const cause = (
    second: FetchedInfo,
    between: (tracker: EpochTracker) => void = () => undefined,
  ): string | undefined => {
    const tracker = new EpochTracker({ ignoreContentDiscontinuity: true });
    tracker.place(at(0, { pdtMs: 1_000_000, format: () => '1080p' }));
    between(tracker);
    return tracker.place({ format: () => '1080p', ...second }).begins?.cause;
  };

  it.each<[string, FetchedInfo, string | undefined]>([
    ['P23 goes on when both clocks and the format do', mark(2000), undefined],
    ['P23 goes on without a programme time', mark(2000, { pdtMs: null }), undefined],
    ['begins an epoch when the time stamps jump: a real restart', mark(100_000), 'timestamp-jump'],
    ['begins one when the programme time jumps', mark(2000, { pdtMs: 1_030_000 }), 'discontinuity'],
    ['begins one when no time stamp can be read', mark(null), 'discontinuity'],
  ])('%s', (_name, second, expected) => {
    expect(cause(second)).toBe(expected);
  });

  it('P28 begins an epoch when the picture is another behind a discontinuity, though both clocks go on', () => {
    expect(cause(mark(2000, { format: () => '720p' }))).toBe('discontinuity');
  });
  it('begins an epoch behind ads, though everything goes on', () => {
    expect(
      cause(mark(2000, { discontinuity: false }), (tracker) => {
        tracker.interrupted();
      }),
    ).toBe('discontinuity');
  });
  it('begins an epoch behind a lost segment that had the mark', () => {
    expect(
      cause(mark(4000, { discontinuity: false, pdtMs: 1_004_000 }), (tracker) => {
        tracker.lost(2000, true);
      }),
    ).toBe('discontinuity');
  });
});

describe('EpochTracker, overlaps and marks before every segment', () => {
  const stepsBack = (
    second: Partial<FetchedInfo> & { readonly firstPtsMs: number },
    first: Partial<FetchedInfo> = {},
  ): boolean => {
    const tracker = new EpochTracker();
    tracker.place(at(10_000, { mediaMs: 2000, frameMs: 40, ...first }));
    return tracker.place({ ...at(0), frameMs: 40, ...second }).stepsBack;
  };

  it.each<[string, boolean, boolean]>([
    ['the time stamps go on', stepsBack({ firstPtsMs: 12_000 }), false],
    ['they overlap by one frame', stepsBack({ firstPtsMs: 11_960 }), false],
    ['they overlap by two frames', stepsBack({ firstPtsMs: 11_920 }), true],
    ['only EXTINF is too long', stepsBack({ firstPtsMs: 12_000 }, { durMs: 2500 }), false],
    ['they start before the previous segment', stepsBack({ firstPtsMs: 9500 }, { durMs: 200, mediaMs: 0 }), true],
    ['the previous segment is one packet of audio', stepsBack({ firstPtsMs: 9990 }, { durMs: 200, mediaMs: 0 }), false],
    ['they are so early that an epoch starts', stepsBack({ firstPtsMs: 8000 }), true],
    ['the source marks the step', stepsBack({ firstPtsMs: 8000, discontinuity: true, marksEach: true }), false],
  ])('sources-19 when %s, it reports %s', (_name, found, expected) => {
    expect(found).toBe(expected);
  });

  it('sources-24 goes on if one of two lengths fits', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0, { durMs: 6000, otherMs: 3000 }));
    expect(tracker.place(at(3000)).begins).toBeNull();
  });

  it.each<[string, Partial<FetchedInfo>, string | undefined]>([
    ['nothing changes', {}, undefined],
    ['the format changes', { format: () => '720p' }, 'discontinuity'],
    ['the time stamps start again', { firstPtsMs: 0 }, 'timestamp-jump'],
  ])('sources-14 where every segment has a mark and %s', (_name, more, cause) => {
    const tracker = new EpochTracker();
    const mark = { discontinuity: true, marksEach: true, format: () => '1080p' };
    tracker.place(at(10_000, mark));
    expect(tracker.place(at(12_000, { ...mark, ...more })).begins?.cause).toBe(cause);
  });
});

describe('EpochTracker, wall clock', () => {
  it('P22 starts the epoch behind ads where the clock of the source says: their time is in it, and drifts nothing', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0, { pdtMs: 1_000_000, arrivalAt: 1_003_000 }));
    tracker.interrupted();
    expect(tracker.place(at(50_000, { pdtMs: 1_092_000, arrivalAt: 1_096_400 })).begins).toMatchObject({
      startAt: 1_092_000,
    });
  });
  it('keeps the distance to a clock of the source that is an hour off, over a break', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0, { pdtMs: 4_600_000, arrivalAt: 1_000_000 }));
    tracker.interrupted();
    expect(tracker.place(at(0, { pdtMs: 4_692_000, arrivalAt: 1_093_700 })).begins).toMatchObject({
      startAt: 1_092_000,
    });
  });
  it('goes by arrival when the clock of the source jumped in the break', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0, { pdtMs: 4_600_000, arrivalAt: 1_000_000 }));
    tracker.interrupted();
    expect(tracker.place(at(0, { pdtMs: 9_000_000, arrivalAt: 1_093_700 })).begins).toMatchObject({
      startAt: 1_093_700,
    });
  });
});

describe('EpochTracker, after a silence over which the clock of the source goes on', () => {
  it.each<[string, Partial<FetchedInfo>, number]>([
    ['by the clock, though the segment arrives late', { arrivalAt: 1_007_900 }, 1_006_000],
    ['by the clock, though the one before arrived late', { arrivalAt: 1_004_100 }, 1_006_000],
    ['by a date that agrees with arrival', { arrivalAt: 1_007_900, pdtMs: 1_006_500 }, 1_006_500],
    ['by arrival that contradicts the clock', { arrivalAt: 1_020_000 }, 1_020_000],
  ])('sources-27 begins an epoch %s', (_name, more, startAt) => {
    const tracker = new EpochTracker();
    tracker.place(at(0));
    expect(tracker.place(at(6000, more)).begins).toMatchObject({ cause: 'timestamp-jump', startAt });
  });
});

describe('EpochTracker, after an outage that ended the part before', () => {
  /** 12 s were recorded, from the time stamp 60 s on, and 20 s are missing: the next one starts at 1,032,000. */
  const previous = { startAt: 1_000_000, firstPtsMs: 60_000, nextPtsMs: 72_000 };

  function startAt(lostMs: number, info: FetchedInfo): number | undefined {
    const tracker = new EpochTracker(undefined, null, previous);
    tracker.lost(lostMs, false);
    return tracker.place(info).begins?.startAt;
  }

  it.each<[string, FetchedInfo, number]>([
    ['by the missing numbers, not by its arrival', at(5000, { arrivalAt: 1_033_000 }), 1_032_000],
    ['by its time stamp where that continues', at(92_400, { arrivalAt: 1_033_000 }), 1_032_400],
    ['by the numbers after a discontinuity', at(92_400, { discontinuity: true, arrivalAt: 1_031_000 }), 1_032_000],
    ['by its arrival if that contradicts the numbers', at(92_000, { arrivalAt: 1_037_000 }), 1_037_000],
    ['by its arrival if the numbers start again', at(92_000, { reset: true, arrivalAt: 1_033_000 }), 1_033_000],
    ['by its date', at(92_000, { pdtMs: 1_034_000, arrivalAt: 1_033_000 }), 1_034_000],
  ])('begins %s', (_name, info, expected) => {
    expect(startAt(20_000, info)).toBe(expected);
  });

  it('begins where the part before ends if no number is missing', () => {
    expect(startAt(0, at(72_000, { arrivalAt: 1_013_000 }))).toBe(1_012_000);
  });

  it('does not count over an ad', () => {
    const tracker = new EpochTracker();
    tracker.place(at(0));
    expect(tracker.clockEnd).toEqual({ startAt: 1_000_000, firstPtsMs: 0, nextPtsMs: 2000 });
    tracker.interrupted();
    expect(tracker.clockEnd).toBeNull();
  });
});
