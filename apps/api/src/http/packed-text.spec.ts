import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { gzipOf, PackedText, plainTextOf, type TextPiece } from './packed-text.js';

const textOf = (piece: TextPiece): string => (typeof piece === 'string' ? piece : piece.plain.toString('utf8'));
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer({ min: 1, max: 70_000 }).map((length) => 'näml '.repeat(length).slice(0, length)),
);
const piece: fc.Arbitrary<TextPiece> = fc.oneof(
  text,
  text.map((t) => new PackedText(t)),
);

describe('an answer made of packed stretches', () => {
  it('is, unpacked and plain, all of them in their order', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const whole = pieces.map(textOf).join('');
        expect(gunzipSync(gzipOf(pieces)).toString('utf8')).toBe(whole);
        expect(plainTextOf(pieces).toString('utf8')).toBe(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('packs a string that is longer than a stored block', () => {
    const long = 'ab'.repeat(100_000);
    expect(gunzipSync(gzipOf([long, new PackedText('c')])).toString('utf8')).toBe(`${long}c`);
  });

  it('is much smaller than its text', () => {
    const same = new PackedText('{"name":"a channel"},'.repeat(2000));
    expect(gzipOf([same, same]).length).toBeLessThan(same.plain.length / 20);
  });
});
