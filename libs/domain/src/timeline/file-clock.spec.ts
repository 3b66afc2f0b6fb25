import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FileClock } from './file-clock.js';
import { type ClockPiece } from './site-clock.js';

function pieces(...spans: (readonly [site: number, siteMs: number, fileMs?: number])[]): ClockPiece[] {
  let file = 0;
  return spans.map(([site, siteMs, fileMs = siteMs]) => {
    const piece = { site, siteMs, file, fileMs };
    file += fileMs;
    return piece;
  });
}
const anyPieces = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 5000 }),
      siteMs: fc.integer({ min: 0, max: 5000 }),
      drift: fc.integer({ min: 0, max: 30 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) => {
    let at = 100_000;
    return pieces(
      ...list.map(({ gap, siteMs, drift }) => {
        const piece = [at + gap, siteMs, siteMs + drift] as const;
        at += gap + siteMs;
        return piece;
      }),
    );
  });

describe('FileClock', () => {
  const clock = new FileClock(pieces([10_000, 60_000], [160_000, 30_000]));

  it('places chat after 90 s of ads at its picture, to the end', () => {
    expect([10_000, 69_999, 160_000, 189_500].map((at) => clock.fileMs(at))).toEqual([0, 59_999, 60_000, 89_500]);
  });

  it('places messages of a gap at the join, earlier ones below zero, and later ones after the end', () => {
    expect([70_000, 120_000, 159_999, 9000, 191_000].map((at) => clock.fileMs(at))).toEqual([
      60_000, 60_000, 60_000, -1000, 91_000,
    ]);
  });

  it('returns null while there is no media', () => {
    expect([new FileClock([]).fileMs(5), new FileClock([]).lengthMs]).toEqual([null, 0]);
  });

  it('converts file time to site time, also beyond both ends', () => {
    expect([0, 59_999, 60_000, 89_500, 91_000, -500].map((ms) => clock.siteMs(ms))).toEqual([
      10_000, 69_999, 160_000, 189_500, 191_000, 9500,
    ]);
    expect(new FileClock([]).siteMs(5)).toBeNull();
  });

  it('converts back to the same file time', () => {
    fc.assert(
      fc.property(anyPieces, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const made = new FileClock(list);
        const place = Math.floor(part * made.lengthMs);
        // A site's stamp is a whole ms: what of the file goes by in one is what cannot be distinguished.
        const { siteMs, fileMs } = list.findLast((p) => p.file <= place) ?? { siteMs: 1, fileMs: 1 };
        expect(Math.abs((made.fileMs(made.siteMs(place) ?? 0) ?? 0) - place)).toBeLessThanOrEqual(
          siteMs === 0 ? fileMs : 1 + fileMs / siteMs,
        );
      }),
    );
  });

  it('limits times to the file, but allows times after its end while it grows', () => {
    expect([9000, 10_000, 189_500, 191_000].map((at) => clock.insideMs(at))).toEqual([0, 0, 89_500, 90_000]);
    expect([9000, 191_000].map((at) => clock.insideMs(at, { open: true }))).toEqual([0, 91_000]);
    expect(new FileClock([]).insideMs(5, { open: true })).toBe(0);
  });

  it('is monotone, and includes every moment of a stretch in its span', () => {
    fc.assert(
      fc.property(
        anyPieces,
        fc.integer({ min: 90_000, max: 180_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (list, at, step) => {
          const made = new FileClock(list);
          const [a, b] = [made.fileMs(at) ?? NaN, made.fileMs(at + step) ?? NaN];
          expect(b).toBeGreaterThanOrEqual(a);
          const span = made.siteSpan(a, b);
          expect(span.from).toBeLessThanOrEqual(at);
          expect(span.to).toBeGreaterThanOrEqual(at + step);
        },
      ),
    );
  });
});
