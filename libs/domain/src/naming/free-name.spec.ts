import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clashesWithAny, clashSearch, foldName, freeName, namesClash, numberedName } from './free-name.js';

describe('a free name', () => {
  it('W48 is the wanted name, or that name with the first free number', () => {
    const used = new Set(['quay', 'quay (2)']);
    expect(freeName('pier', (n) => used.has(n))).toBe('pier');
    expect(freeName('quay', (n) => used.has(n))).toBe('quay (3)');
  });

  it.each([
    ['Quay', 'quay', true],
    ['quay', 'quay_chat', true],
    ['quay-2', 'quay', true],
    ['quay', 'quay_late', false],
    ['quay', 'quay (2)', false],
    ['é', 'e\u0301', true],
  ])('%s and %s have a file name in common: %p', (a, b, clash) => {
    expect([namesClash(a, b), namesClash(b, a)]).toEqual([clash, clash]);
  });

  it('is the same for many at once as one after the other', () => {
    const name = fc
      .tuple(
        fc.constantFrom('x', 'X', 'y', 'x (2)', 'é', 'e\u0301', ''),
        fc.constantFrom('', '_chat', '-2', '-20', '_chat_mask', '_vod', '-', '.chapters'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), name, (there, wanted) => {
        expect(clashesWithAny(there)(wanted)).toBe(there.some((other) => namesClash(other, wanted)));
      }),
      { numRuns: 500 },
    );
  });

  it('is found among thousands with the same title', () => {
    const there = Array.from({ length: 20_000 }, (_, n) => numberedName('Live', n + 1));
    expect(freeName('Live', clashesWithAny(there))).toBe('Live (20001)');
  });

  it('is looked up by a key that all clashing names share', () => {
    const ending = fc.constantFrom('', '_chat', '-2', '-20260102', '_vod', '-ffmpeg-chapters');
    fc.assert(
      fc.property(
        fc.record({
          name: fc.constantFrom('quay', 'Q', 'a-1', 'é'.repeat(110), 'x_chat'),
          n: fc.integer({ min: 1, max: 30 }),
          mine: ending,
          other: ending,
        }),
        ({ name, n, mine, other }) => {
          const wanted = `${name}${mine}`;
          const { stem, shorter } = clashSearch(wanted);
          for (const there of [`${numberedName(wanted, n)}${other}`, name]) {
            if (!namesClash(there, numberedName(wanted, n))) continue;
            expect(foldName(there).startsWith(stem) || shorter.includes(foldName(there))).toBe(true);
          }
        },
      ),
    );
  });
});
