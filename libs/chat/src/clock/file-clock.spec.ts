import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FileClock } from './file-clock.js';

const run = (siteAt: number | null, durMs: number, startAt = (siteAt ?? 0) + 3000): { startAt: number; siteAt: number | null; durMs: number } => ({ siteAt, durMs, startAt });

describe('FileClock', () => {
  const clock = new FileClock([run(10_000, 60_000), run(160_000, 30_000)]);

  it('P22 stands chat after 90 s of ads where its picture stands, to the end', () => {
    expect([10_000, 69_999, 160_000, 189_500].map((at) => clock.fileMs(at))).toEqual([0, 59_999, 60_000, 89_500]);
  });

  it('puts what was said in a hole at the seam, before the start below zero, and after the end behind it', () => {
    expect([70_000, 120_000, 159_999, 9000, 191_000].map((at) => clock.fileMs(at))).toEqual([60_000, 60_000, 60_000, -1000, 91_000]);
  });

  it('uses our own clock where the site tells no date', () => { expect(new FileClock([run(null, 1000, 5000)]).fileMs(5400)).toBe(400); });

  it('knows no file time while there is no media', () => { expect(new FileClock([]).fileMs(5)).toBeNull(); });

  it('never brings a later moment before an earlier one, and finds every moment of a stretch in its span', () => {
    const runs = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 5000 }), durMs: fc.integer({ min: 1, max: 5000 }) }), { minLength: 1, maxLength: 8 }).map((list) => {
      let at = 100_000;
      return list.map(({ gap, durMs }) => { const r = run(at + gap, durMs); at += gap + durMs; return r; });
    });
    fc.assert(fc.property(runs, fc.integer({ min: 90_000, max: 180_000 }), fc.integer({ min: 0, max: 10_000 }), (list, at, step) => {
      const made = new FileClock(list);
      const [a, b] = [made.fileMs(at) ?? NaN, made.fileMs(at + step) ?? NaN];
      expect(b).toBeGreaterThanOrEqual(a);
      const span = made.siteSpan(a, b);
      expect(span.from).toBeLessThanOrEqual(at);
      expect(span.to).toBeGreaterThanOrEqual(at + step);
    }));
  });
});
