import { describe, expect, it } from '@jest/globals';
import { parseSegmentName, segmentName, type TimelineGap, type TimelineRun } from '#libs/contracts';
import { segmentAt } from '#libs/testkit';
import { mutedMsOf, planRepair, stretchesOf } from './plan-repair.js';

const T0 = 1_700_000_000_000;
const nameAt = (seq: number): string => segmentAt(seq, T0);
const undatedAt = (seq: number): string => {
  const name = parseSegmentName(segmentAt(seq, T0));
  if (!name) throw new Error('no segment name');
  return segmentName({ ...name, pdtMs: null });
};
/** Segments of 2 s, numbered from the start of the broadcast. */
const run = (from: number, to: number): TimelineRun => ({
  partId: '01JDTEST0000000000000000AA',
  epoch: 0,
  container: 'ts',
  initCrc: null,
  startAt: T0 + from * 2000,
  siteAt: T0 + from * 2000,
  firstPtsMs: from * 2000,
  durMs: (to - from) * 2000,
  segments: Array.from({ length: to - from }, (_, i) => segmentAt(from + i, T0)),
});
const gap = (fromS: number, toS: number, cause: TimelineGap['cause']): TimelineGap => ({
  at: T0 + fromS * 1000,
  durMs: (toS - fromS) * 1000,
  cause,
});

describe('the plan of a repair', () => {
  const runs = [run(50, 60), run(70, 80), run(100, 110)];

  it('has a gap between two runs once, also if it is an ad break and a loss, with the segments beside it', () => {
    const gaps = [gap(120, 130, 'ad'), gap(130, 140, 'left-window'), gap(160, 200, 'recorder-lost')];
    const planned = planRepair({ runs }, gaps, { videoStartedAt: T0 });
    expect(planned).toMatchObject([
      { at: T0 + 120_000, durMs: 20_000, fromMs: 90_000, toMs: 170_000 },
      { at: T0 + 160_000, durMs: 40_000, fromMs: 130_000, toMs: 230_000 },
    ]);
    expect(planned[0]?.before).toMatchObject({ segments: [segmentAt(59, T0)], startAt: T0 + 118_000, durMs: 2000 });
    expect(planned[0]?.after).toMatchObject({
      segments: [segmentAt(70, T0)],
      startAt: T0 + 140_000,
      siteAt: T0 + 140_000,
    });
    expect(stretchesOf(planned)).toEqual([{ fromMs: 90_000, toMs: 230_000 }]);
  });

  it('has a preroll and the end of the recording, each with one side only', () => {
    const planned = planRepair({ runs }, [gap(85, 100, 'ad'), gap(220, 300, 'end-unknown')], { videoStartedAt: T0 });
    expect(planned.map(({ before, after }) => [before?.segments, after?.segments])).toEqual([
      [undefined, [segmentAt(50, T0)]],
      [[segmentAt(109, T0)], undefined],
    ]);
    expect(stretchesOf(planned)).toEqual([
      { fromMs: 55_000, toMs: 130_000 },
      { fromMs: 190_000, toMs: 330_000 },
    ]);
  });

  it('has no silence of the source, except media that its clock shows', () => {
    expect(planRepair({ runs }, [gap(120, 140, 'source-silent')], { videoStartedAt: T0 })).toEqual([]);
    expect(
      planRepair({ runs }, [{ ...gap(120, 140, 'source-silent'), lostMs: 9000 }], { videoStartedAt: T0 }),
    ).toHaveLength(1);
  });

  it('replaces a segment without its end as a whole, up to the whole segment before it', () => {
    const truncated = new Set([nameAt(59)]);
    const [planned] = planRepair({ runs }, [gap(120, 140, 'truncated')], { videoStartedAt: T0, truncated });
    expect(planned).toMatchObject({
      ...{ at: T0 + 118_000, durMs: 22_000, replaces: { durMs: 2000, pdtMs: T0 + 118_000 } },
      ...{ fromMs: 88_000, before: { segments: [nameAt(58)] }, after: { segments: [nameAt(70)] } },
    });
    expect(planned).not.toHaveProperty('refused');
  });

  it('a segment without its end that begins a run is replaced behind the run before it, or refused with the reason', () => {
    const truncated = new Set([nameAt(60), nameAt(100)]);
    const joined = [run(50, 60), run(60, 61), run(70, 80), run(100, 101)];
    const gaps = [gap(122, 140, 'truncated'), gap(160, 200, 'recorder-lost'), gap(202, 220, 'truncated')];
    const planned = planRepair({ runs: joined }, gaps, { videoStartedAt: T0, truncated });
    expect(planned.map(({ before, replaces, refused }) => [before?.segments, replaces?.pdtMs, refused?.key])).toEqual([
      [[nameAt(59)], T0 + 120_000, undefined],
      [[nameAt(79)], undefined, undefined],
      [undefined, undefined, 'repair.damaged-alone'],
    ]);
    // What is refused is not downloaded.
    expect(stretchesOf(planned).at(-1)).toEqual({ fromMs: 90_000, toMs: 230_000 });
    const undated = { ...run(50, 60), siteAt: null, segments: [undatedAt(58), undatedAt(59)] };
    const alone = planRepair({ runs: [undated, run(70, 80)] }, [gap(120, 140, 'truncated')], {
      videoStartedAt: T0,
      truncated: new Set([undated.segments.at(-1) ?? '']),
    });
    expect(alone).toMatchObject([{ refused: { key: 'repair.damaged-undated' } }]);
  });

  it('looks earlier in the VOD after silence, which the VOD may leave out', () => {
    const [planned] = planRepair({ runs }, [gap(120, 140, 'source-silent'), gap(160, 200, 'ad')], {
      videoStartedAt: T0,
    });
    expect(planned).toMatchObject({ fromMs: 110_000, toMs: 230_000 });
  });
});

describe('the muted part of a fill', () => {
  it('is what the site has muted of its stretches', () => {
    const filled = [
      { videoMs: 10_000, durMs: 5000 },
      { videoMs: 30_000, durMs: 5000 },
    ];
    expect(mutedMsOf(filled, [{ offsetMs: 12_000, durMs: 20_000 }])).toBe(5000);
    expect(mutedMsOf(filled, [])).toBe(0);
  });
});
