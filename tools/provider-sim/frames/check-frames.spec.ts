import { describe, expect, it } from '@jest/globals';
import { checkFrames } from './check-frames.js';
import { AD_FIRST_FRAME } from './digit-code.js';
import { numbersOf, type FrameRange } from './frame-range.js';

const offered: FrameRange[] = [
  { first: 60, count: 60 },
  { first: 120, count: 60 },
  { first: 240, count: 60 },
];
const read = (...ranges: FrameRange[]): { number: number }[] => Array.from(numbersOf(ranges), (number) => ({ number }));
const [one, two, three] = offered as [FrameRange, FrameRange, FrameRange];

describe('the frame checker', () => {
  it('passes a recording with every offered frame once, in order', () => {
    expect(checkFrames({ ranges: offered }, read(one, two, three))).toMatchObject({
      ok: true,
      expected: 180,
      got: 180,
      firstWrong: null,
    });
  });

  it('names a lost segment', () => {
    expect(checkFrames({ ranges: offered }, read(one, three))).toMatchObject({
      ok: false,
      lost: [two],
      doubled: [],
      firstWrong: { at: 60, expected: 120, got: 240 },
    });
  });

  it('names a doubled segment', () => {
    expect(checkFrames({ ranges: offered }, read(one, two, two, three))).toMatchObject({
      ok: false,
      lost: [],
      doubled: [two],
    });
  });

  it('names a swapped segment', () => {
    expect(checkFrames({ ranges: offered }, read(two, one, three))).toMatchObject({
      ok: false,
      lost: [],
      doubled: [],
      swapped: [one],
    });
  });

  it('names one lost frame and one too many at the end', () => {
    const report = checkFrames(
      { ranges: [{ first: 0, count: 5 }] },
      read({ first: 0, count: 2 }, { first: 3, count: 3 }),
    );
    expect(report).toMatchObject({ ok: false, lost: [{ first: 2, count: 1 }], foreign: [{ first: 5, count: 1 }] });
  });

  it('fails on a picture that cannot be read', () => {
    expect(checkFrames({ ranges: [{ first: 0, count: 2 }] }, [{ number: 0 }, { number: null }])).toMatchObject({
      ok: false,
      unreadable: [{ first: 1, count: 1 }],
      lost: [{ first: 1, count: 1 }],
    });
  });

  it('fails on an empty recording', () => {
    expect(checkFrames({ ranges: offered }, [])).toMatchObject({ ok: false, lost: [{ first: 60, count: 120 }, three] });
  });

  it('never takes an ad for content, in a source that loops', () => {
    const ad = { first: AD_FIRST_FRAME + 20, count: 5 };
    const shown = [{ number: 20 }, ...numbersOf([ad])].map((frame) =>
      typeof frame === 'number' ? { number: frame } : frame,
    );
    expect(checkFrames({ ranges: [{ first: 20, count: 6 }], sourceFrames: 100 }, shown)).toMatchObject({
      ok: false,
      lost: [{ first: 21, count: 5 }],
      foreign: [ad],
    });
  });

  it('counts on over the loop of a source', () => {
    const loops = [{ first: 80, count: 40 }];
    const shown = [...numbersOf(loops)].map((number) => ({ number: number % 100 }));
    expect(checkFrames({ ranges: loops, sourceFrames: 100 }, shown).ok).toBe(true);
    expect(checkFrames({ ranges: loops, sourceFrames: 100 }, shown.toSpliced(15, 10))).toMatchObject({
      ok: false,
      lost: [{ first: 95, count: 10 }],
    });
  });
});
