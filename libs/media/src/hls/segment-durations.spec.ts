import { describe, expect, it } from '@jest/globals';
import { type Inspected } from '../inspect/inspect-segment.js';
import { SegmentDurations } from './segment-durations.js';

const inspected = (mediaMs?: number) =>
  ({
    container: 'ts',
    firstPtsMs: 0,
    wrapMs: null,
    ...(mediaMs === undefined ? {} : { mediaMs, frameMs: 40 }),
  }) as const;

/** Chooses the lengths of consecutive segments; each one is `actual` ms long on the source's clock. */
function chosen(
  of: readonly { readonly listed: number; readonly media?: number; readonly actual: number }[],
): number[] {
  const durations = new SegmentDurations();
  let ptsMs = 0;
  return of.map(({ listed, media, actual }, i) => {
    const { durMs } = durations.choose({ listedMs: listed, isGuess: false, inspected: inspected(media) });
    durations.placed(ptsMs, i > 0, { listedMs: listed, mediaMs: media ?? null });
    ptsMs += actual;
    return durMs;
  });
}

describe('SegmentDurations', () => {
  it.each([
    ['rounded down', 1000, 1300],
    ['rounded down by less than a frame', 1000, 1030],
  ])('sources-24 takes the length of the media where EXTINF is %s', (_name, listed, media) => {
    expect(chosen(Array.from({ length: 3 }, () => ({ listed, media, actual: media }))).at(-1)).toBe(media);
  });

  it('integrity-11 takes any number of stretches of a track', () => {
    const spans = Array.from({ length: 300_000 }, (_, n) => ({ fromMs: n, toMs: n + 1 }));
    const of = { ...inspected(1000), tracks: [{ id: 1, kind: 'video' as const, spans }] };
    expect(new SegmentDurations().choose({ listedMs: 300_000, isGuess: false, inspected: of }).durMs).toBe(300_000);
  });

  it('sources-24 learns from the next segment that EXTINF is rounded up', () => {
    const round = { listed: 2000, media: 1700, actual: 1700 };
    expect(chosen([round, round, round])).toEqual([2000, 2000, 1700]);
  });

  it('sources-24 keeps EXTINF where the last frame is long, as the next segment shows', () => {
    const still = { listed: 6000, media: 3000, actual: 6000 };
    expect(chosen([still, still, still])).toEqual([6000, 6000, 6000]);
  });

  it.each([
    [20_000, false],
    [2000, true],
  ])('sources-12 replaces %i ms (estimated: %s) that the media contradict, and says so', (listedMs, isGuess) => {
    expect(new SegmentDurations().choose({ listedMs, isGuess, inspected: inspected(1960) })).toMatchObject({
      durMs: 1960,
      isOdd: isGuess || listedMs > 5000,
    });
  });

  it('integrity-1 keeps EXTINF where the video stops early beside audio that goes on', () => {
    const tracks = [{ id: 2, kind: 'audio', spans: [{ fromMs: 0, toMs: 1980 }] }] as const;
    expect(
      new SegmentDurations().choose({ listedMs: 2000, isGuess: false, inspected: { ...inspected(300), tracks } }),
    ).toMatchObject({ durMs: 2000, isOdd: false });
  });

  it.each([26.5 * 3_600_000, -40])(
    'sources-12 keeps EXTINF where the time stamps jump by %i ms inside a segment',
    (mediaMs) => {
      expect(
        new SegmentDurations().choose({ listedMs: 2000, isGuess: false, inspected: inspected(mediaMs) }).durMs,
      ).toBe(2000);
    },
  );

  it('sources-12 keeps an estimate where the media have no clock, and says so', () => {
    expect(new SegmentDurations().choose({ listedMs: 2000, isGuess: true, inspected: inspected() })).toEqual({
      durMs: 2000,
      otherMs: null,
      isOdd: true,
    });
  });

  const stated = (
    listedMs: number,
    mediaMs: number,
    { at: firstPtsMs = 0, ...more }: { at?: number } & Pick<Inspected, 'tracks'> = {},
  ) => ({
    listedMs,
    isGuess: false,
    inspected: { ...inspected(mediaMs), firstPtsMs, ...more },
  });
  const audio = { id: 2, kind: 'audio', spans: [{ fromMs: 0, toMs: 1950 }] } as const;
  const trusting = (): SegmentDurations => {
    const durations = new SegmentDurations();
    durations.choose(stated(2000, 1980));
    return durations;
  };

  it.each([
    [
      'a segment of half its length, where EXTINF was right before',
      { durations: trusting(), segment: stated(2000, 1000), next: null, lacksEnd: true },
    ],
    [
      'one that the next segment continues',
      { durations: trusting(), segment: stated(2000, 1000), next: stated(2000, 2000, { at: 1000 }), lacksEnd: false },
    ],
    [
      'one whose audio goes on',
      { durations: trusting(), segment: stated(2000, 1000, { tracks: [audio] }), next: null, lacksEnd: false },
    ],
    ['rounding', { durations: trusting(), segment: stated(2500, 2000), next: null, lacksEnd: false }],
    [
      'the first segment, of which nothing else is known',
      { durations: new SegmentDurations(), segment: stated(2000, 1000), next: null, lacksEnd: null },
    ],
    [
      'the first segment, if the next one is as long as listed',
      {
        durations: new SegmentDurations(),
        segment: stated(2000, 1000),
        next: stated(2000, 1980, { at: 2000 }),
        lacksEnd: true,
      },
    ],
    [
      'a source whose segments are all listed too long',
      {
        durations: new SegmentDurations(),
        segment: stated(20_000, 2000),
        next: stated(20_000, 2000, { at: 2000 }),
        lacksEnd: false,
      },
    ],
    [
      'a still picture in each segment',
      {
        durations: new SegmentDurations(),
        segment: stated(6000, 3000),
        next: stated(6000, 3000, { at: 6000 }),
        lacksEnd: false,
      },
    ],
  ])('integrity-2 decides whether the end is missing: %s', (_name, { durations, segment, next, lacksEnd }) => {
    expect(durations.lacksEnd(segment, next)).toBe(lacksEnd);
  });
});
