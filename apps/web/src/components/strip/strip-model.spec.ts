import { describe, expect, it } from '@jest/globals';
import { type Vod } from '#libs/contracts';
import { mediaToWall, shareOf, stripOf, wallToMedia } from './strip-model.js';

const T0 = Date.parse('2026-11-28T10:00:00Z');
type StripInput = Pick<Vod, 'parts' | 'gaps' | 'track_gaps' | 'media_ms' | 'started_at' | 'live' | 'media_started_at'>;
const part = (started_at: number, media_ms: number): Vod['parts'][number] => ({
  id: String(started_at),
  recorder: 'r1',
  started_at,
  ended_at: null,
  cause: null,
  segments: 1,
  bytes: 1,
  media_ms,
  notices: [],
});
const vod = (over: Partial<StripInput> = {}): StripInput => ({
  parts: [part(T0, 60_000)],
  gaps: [],
  track_gaps: [],
  media_ms: 60_000,
  started_at: new Date(T0).toISOString(),
  live: null,
  media_started_at: null,
  ...over,
});
const gap = (at: number, durMs: number): Vod['gaps'][number] => ({ at: T0 + at, durMs, cause: 'left-window' });

describe('stripOf', () => {
  it('is one band when nothing is missing', () => {
    expect(stripOf(vod())).toEqual({
      start: T0,
      end: T0 + 60_000,
      media: [{ from: T0, to: T0 + 60_000 }],
      gaps: [],
      trackGaps: [],
      joins: [],
      growing: false,
    });
  });
  it('has no band before the first segment', () => {
    expect(stripOf(vod({ parts: [], media_ms: 0 })).media).toEqual([]);
  });
  it('puts a gap where it was and makes the whole longer by it', () => {
    const model = stripOf(vod({ gaps: [gap(20_000, 10_000)] }));
    expect(model.end - model.start).toBe(70_000);
    expect(model.media).toEqual([
      { from: T0, to: T0 + 20_000 },
      { from: T0 + 30_000, to: T0 + 70_000 },
    ]);
  });
  it('counts gaps that overlap once', () => {
    const model = stripOf(vod({ gaps: [gap(20_000, 10_000), gap(25_000, 10_000)] }));
    expect(model.gaps.map((g) => [g.from - T0, g.to - T0])).toEqual([[20_000, 35_000]]);
  });
  it('integrity-1 puts the time of a missing track into the media, and cuts it to the recording', () => {
    const missing = { kind: 'video', number: 1, name: '', cause: 'not-sent', text: 'no video' } as const;
    const model = stripOf(
      vod({
        track_gaps: [
          { ...missing, at: T0 + 20_000, durMs: 10_000 },
          { ...missing, at: T0 + 55_000, durMs: 9000 },
          { ...missing, at: T0 + 90_000, durMs: 1000 },
        ],
      }),
    );
    expect(model.media).toEqual([{ from: T0, to: T0 + 60_000 }]);
    expect(model.trackGaps).toEqual([
      { from: T0 + 20_000, to: T0 + 30_000, text: 'no video' },
      { from: T0 + 55_000, to: T0 + 60_000, text: 'no video' },
    ]);
  });
  it('marks where a second part begins', () => {
    expect(stripOf(vod({ parts: [part(T0, 300_000), part(T0 + 300_000, 300_000)], media_ms: 600_000 })).joins).toEqual([
      T0 + 300_000,
    ]);
  });
  it('draws a part after a gap without a mark of its own', () => {
    expect(
      stripOf(vod({ parts: [part(T0, 30_000), part(T0 + 46_000, 30_000)], gaps: [gap(30_000, 10_000)] })).joins,
    ).toEqual([]);
  });
  it('begins with the oldest segment, not when the recorder began', () => {
    // The demo's own numbers: the first recorder took 8 s of the playlist's window, then the source was silent for 7 s.
    const model = stripOf(
      vod({
        parts: [part(T0 + 8000, 46_000), part(T0 + 59_000, 32_000)],
        gaps: [{ at: T0 + 46_000, durMs: 7000, cause: 'source-silent' }],
        media_ms: 78_000,
      }),
    );
    expect(model.start).toBe(T0);
    expect(wallToMedia(model, T0 + 46_000)).toBe(46_000);
  });
  it('takes the start from the playlist where there is one', () => {
    expect(stripOf(vod(), { startAt: T0 - 5000 }).start).toBe(T0 - 5000);
  });
  it('moves its edge by what was recorded since the last report', () => {
    expect(stripOf(vod(), { grownMs: 3000 }).end).toBe(T0 + 63_000);
  });
});

describe('wall and media time', () => {
  const model = stripOf(vod({ gaps: [gap(20_000, 10_000)] }));
  it('skips gaps both ways', () => {
    expect(wallToMedia(model, T0 + 40_000)).toBe(30_000);
    expect(mediaToWall(model, 30_000)).toBe(T0 + 40_000);
  });
  it('lands after a gap at its edge', () => {
    expect(mediaToWall(model, 20_000)).toBe(T0 + 30_000);
  });
  it('takes a click inside a gap as the edge before it', () => {
    expect(wallToMedia(model, T0 + 25_000)).toBe(20_000);
  });
  it('stays inside the recording', () => {
    expect(mediaToWall(model, 999_999)).toBe(T0 + 70_000);
    expect(wallToMedia(model, 0)).toBe(0);
    expect([shareOf(model, 0), shareOf(model, T0 + 35_000), shareOf(model, Infinity)]).toEqual([0, 0.5, 1]);
  });
});
