import { describe, expect, it } from '@jest/globals';
import { findFill } from './find-fill.js';
import { type MediaPacket } from './read-packets.js';

const FRAME = 3000;
/** Frames of 30 a second, with a keyframe each second. `clock`: ticks of frame 0. */
const video = (from: number, to: number, { clock = 0, hashOf = (n: number): string => `v${n}` } = {}): MediaPacket[] =>
  Array.from({ length: to - from }, (_, i) => {
    const at = clock + (from + i) * FRAME;
    return { pts: at + 2 * FRAME, dts: at, duration: FRAME, isKey: (from + i) % 30 === 0, hash: hashOf(from + i) };
  });
const audio = (fromTicks: number, count: number): MediaPacket[] =>
  Array.from({ length: count }, (_, i) => {
    const at = fromTicks + i * 1920;
    return { pts: at, dts: at, duration: 1920, isKey: true, hash: `a${at}` };
  });
const side = (from: number, to: number, clock = 0) => ({
  video: video(from, to, { clock }),
  audio: audio(clock + from * FRAME, 40),
});
const whole = (from: number, to: number) => ({ video: video(from, to), audio: audio(from * FRAME, (to - from) * 2) });

describe('the fill of a gap', () => {
  it('is between the frames on both sides, whatever the clocks say', () => {
    const found = findFill({
      runs: [whole(0, 300)],
      before: side(60, 120, 1_000_000),
      after: side(180, 240, 7_000_000),
      gapMs: 2000,
    });
    expect(found).toEqual([
      {
        run: 0,
        video: { from: 120 * FRAME, to: 179 * FRAME + 1 },
        // Half a frame of sound before the end of the sound, and before the start of the sound after it.
        audio: { from: 60 * FRAME + 39 * 1920 + 960, to: 180 * FRAME - 960 },
        firstPts: 122 * FRAME,
        ticks: 60 * FRAME,
      },
    ]);
  });

  it('goes over a break of the VOD, which is two cuts', () => {
    const found = findFill({
      runs: [whole(0, 130), whole(130, 300)],
      before: side(60, 120),
      after: side(180, 240),
      gapMs: 2000,
    });
    expect(found).toMatchObject([
      { run: 0, ticks: 10 * FRAME },
      { run: 1, ticks: 50 * FRAME },
    ]);
  });

  it('is the nearest to the length of the gap where frames repeat', () => {
    const still = (n: number): string => `same${n % 30}`;
    const found = findFill({
      runs: [{ video: video(0, 600, { hashOf: still }), audio: [] }],
      before: { video: video(60, 120, { hashOf: still }), audio: [] },
      after: { video: video(180, 240, { hashOf: still }), audio: [] },
      gapMs: 2040,
    });
    expect(found).toMatchObject([{ ticks: 60 * FRAME }]);
  });

  it('reaches to a keyframe at the start or the end of the recording', () => {
    const runs = [whole(0, 600)];
    expect(findFill({ runs, before: null, after: side(180, 240), gapMs: 2500 })).toMatchObject([
      { video: { from: 90 * FRAME, to: 179 * FRAME + 1 } },
    ]);
    expect(findFill({ runs, before: side(180, 240), after: null, gapMs: 2500 })).toMatchObject([
      { video: { from: 240 * FRAME, to: 329 * FRAME + 1 } },
    ]);
    expect(findFill({ runs, before: side(180, 240), after: null, gapMs: 60_000 })).toMatchObject([
      { video: { from: 240 * FRAME, to: 599 * FRAME + 1 } },
    ]);
  });

  it('is none if the VOD has other frames, or nothing between them', () => {
    const other = { video: video(60, 120, { hashOf: (n) => `other${n}` }), audio: [] };
    const runs = [whole(0, 300)];
    expect(findFill({ runs, before: other, after: side(180, 240), gapMs: 2000 })).toEqual({
      key: 'repair.other-media',
    });
    expect(findFill({ runs, before: side(60, 120), after: side(120, 180), gapMs: 2000 })).toEqual({
      key: 'repair.nothing-there',
    });
  });
});
