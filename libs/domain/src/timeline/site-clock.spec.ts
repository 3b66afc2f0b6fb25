import { segmentName, type TimelineRun } from '#libs/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FileClock } from './file-clock.js';
import { siteClockOf } from './site-clock.js';

const T0 = Date.UTC(2026, 0, 1);
const PART = '01JD0000000000000000000000';

/** @param pdt programme date-time of a moment of the run, ms; null where the source tells none */
function run(
  startAt: number,
  durMs: number,
  { siteAt = startAt, pdt }: { readonly siteAt?: number | null; readonly pdt?: (ms: number) => number | null } = {},
): TimelineRun {
  const count = Math.max(1, Math.floor(durMs / 2000));
  const segments = Array.from({ length: count }, (_, i) =>
    segmentName({
      epoch: 0,
      seq: i,
      ptsMs: 5000 + i * 2000,
      durMs: 2000,
      bytes: 1,
      pdtMs: pdt ? pdt(i * 2000) : siteAt === null ? null : siteAt + i * 2000,
      crc: '00000000',
      ext: 'ts',
    }),
  );
  return { partId: PART, epoch: 0, container: 'ts', initCrc: null, startAt, siteAt, firstPtsMs: 5000, durMs, segments };
}

const clockOf = (runs: readonly TimelineRun[]): FileClock => new FileClock(siteClockOf({ runs: [...runs] }));

describe('siteClockOf a timeline', () => {
  it('P22 maps a stamp after 90 s of ads to its own picture, without drift', () => {
    const runs = [run(T0, 600_000), run(T0 + 690_000, 600_000)];
    expect(clockOf(runs).fileMs(T0 + 690_000 + 12_345)).toBe(612_345);
    expect(clockOf(runs).siteSpan(612_345, 612_345)).toEqual({ from: T0 + 702_344, to: T0 + 702_346 });
  });

  it('maps a stamp inside a gap to the position where the gap is closed', () => {
    const clock = clockOf([run(T0, 10_000), run(T0 + 40_000, 10_000)]);
    expect([10_000, 10_001, 25_000, 39_999, 40_000].map((ms) => clock.fileMs(T0 + ms))).toEqual([
      10_000, 10_000, 10_000, 10_000, 10_000,
    ]);
    expect(clock.siteSpan(10_000, 10_000)).toEqual({ from: T0 + 9999, to: T0 + 40_001 });
  });

  it('limits positions to the file at both ends', () => {
    const clock = clockOf([run(T0, 10_000)]);
    expect([clock.insideMs(T0 - 60_000), clock.insideMs(T0 + 60_000), clock.siteSpan(-5, 60_000)]).toEqual([
      0,
      10_000,
      { from: -Infinity, to: Infinity },
    ]);
  });

  it('uses the clock of the site if it differs from the local one', () => {
    const hour = 3_600_000;
    const runs = [run(T0, 10_000, { siteAt: T0 - hour }), run(T0 + 20_000, 10_000, { siteAt: T0 - hour + 20_000 })];
    expect(clockOf(runs).fileMs(T0 - hour + 23_000)).toBe(13_000);
  });

  it("places a run without a date by the recorder's clock and the offset of the other runs", () => {
    const runs = [run(T0, 10_000, { siteAt: T0 - 5000 }), run(T0 + 20_000, 10_000, { siteAt: null })];
    expect(clockOf(runs).fileMs(T0 - 5000 + 21_000)).toBe(11_000);
    expect(clockOf([run(T0, 10_000, { siteAt: null })]).fileMs(T0 + 4000)).toBe(4000);
  });

  it('ignores a single date that is a day off', () => {
    const runs = [run(T0, 10_000), run(T0 + 10_000, 10_000, { siteAt: T0 + 86_400_000 }), run(T0 + 20_000, 10_000)];
    expect([12_000, 22_000].map((ms) => clockOf(runs).fileMs(T0 + ms))).toEqual([12_000, 22_000]);
  });

  it('follows a source whose time stamps lose 1 s in an hour against its clock', () => {
    const runs = [run(T0, 86_400_000, { pdt: (ms) => Math.round(T0 + ms * (1 + 1 / 3600)) })];
    const clock = clockOf(runs);
    for (const hour of [1, 12, 23])
      expect(Math.abs((clock.fileMs(T0 + hour * 3_601_000) ?? NaN) - hour * 3_600_000)).toBeLessThan(50);
  });

  it('ignores one wrong date inside a run', () => {
    const runs = [run(T0, 600_000, { pdt: (ms) => T0 + ms + (ms === 60_000 ? 3_600_000 : 0) })];
    expect([59_000, 61_000, 300_000].map((ms) => clockOf(runs).fileMs(T0 + ms))).toEqual([59_000, 61_000, 300_000]);
  });

  it('is empty for a timeline without media', () => {
    expect([clockOf([]).fileMs(T0), clockOf([]).insideMs(T0), clockOf([]).lengthMs]).toEqual([null, 0, 0]);
  });

  const timelines = fc.array(
    fc.record({
      gapMs: fc.integer({ min: 0, max: 200_000 }),
      durMs: fc.integer({ min: 1000, max: 400_000 }),
      dated: fc.boolean(),
      skewMs: fc.integer({ min: -300, max: 300 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const built = (
    plan: readonly {
      readonly gapMs: number;
      readonly durMs: number;
      readonly dated: boolean;
      readonly skewMs: number;
    }[],
  ): TimelineRun[] => {
    let at = T0;
    return plan.map(({ gapMs, durMs, dated, skewMs }) => {
      const startAt = at + gapMs;
      at = startAt + durMs;
      return run(startAt, durMs, { siteAt: dated ? startAt + skewMs : null });
    });
  };

  it('is monotone in both directions for any runs', () => {
    fc.assert(
      fc.property(
        timelines,
        fc.array(fc.integer({ min: -100_000, max: 3_000_000 }), { minLength: 2 }),
        (plan, stamps) => {
          const clock = clockOf(built(plan));
          const sorted = stamps.toSorted((a, b) => a - b);
          const spans = sorted.map((ms) => clock.siteSpan(ms, ms));
          for (const values of [
            sorted.map((ms) => clock.insideMs(T0 + ms)),
            spans.map((s) => s.from),
            spans.map((s) => s.to),
          ])
            expect(values).toEqual(values.toSorted((a, b) => a - b));
        },
      ),
    );
  });

  it("converts every moment of the media to the site's clock and back exactly if the dates agree, with gaps of any length", () => {
    fc.assert(
      fc.property(timelines, fc.nat(), (plan, pick) => {
        const runs = built(plan.map((p) => ({ ...p, skewMs: 0, dated: true })));
        const total = runs.reduce((sum, r) => sum + r.durMs, 0);
        const fileMs = pick % total;
        const clock = clockOf(runs);
        const { from, to } = clock.siteSpan(fileMs, fileMs);
        // The span is a millisecond wider than what was asked for, at each side.
        if (fileMs > 0) expect([clock.fileMs(from), clock.fileMs(to)]).toEqual([fileMs - 1, fileMs + 1]);
      }),
    );
  });
});

describe('siteClockOf', () => {
  /** 60 s, an ad of 30 s, 60 s, on a site's clock that is 40 ms behind ours. */
  const runs = [run(1_000_040, 60_000, { siteAt: 1_000_000 }), run(1_090_040, 60_000, { siteAt: 1_090_000 })];
  it.each([
    [900_000, 0],
    [1_000_000, 0],
    [1_030_000, 30_000],
    [1_075_000, 60_000],
    [1_090_000, 60_000],
    [1_120_000, 90_000],
    [2_000_000, 120_000],
  ])('maps the stamp %d to %d', (at, fileMs) => {
    expect(clockOf(runs).insideMs(at)).toBe(fileMs);
  });
  it('continues after the current end of a running recording', () => {
    expect(clockOf(runs).insideMs(1_200_000, { open: true })).toBe(170_000);
  });
  it('makes one piece of a stretch without a gap', () => {
    expect(siteClockOf({ runs: [run(1_000_000, 60_000)] })).toEqual([
      { site: 1_000_000, siteMs: 60_000, file: 0, fileMs: 60_000 },
    ]);
  });
});
