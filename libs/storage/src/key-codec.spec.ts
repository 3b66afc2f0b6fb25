import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AWKWARD_KEYS, UNICODE_PARTS, isExotic } from './awkward-keys.fixture.js';
import { FILE_CODEC, byKeyOrder, S3_CODEC } from './key-codec.js';

const SAMPLES = [...AWKWARD_KEYS, ...Object.values(UNICODE_PARTS).flat()];
const anyKey = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 200 })
  .filter((key) => key.isWellFormed() && Buffer.byteLength(key) <= 1024);

describe.each([
  ['file', FILE_CODEC, '%'],
  ['s3', S3_CODEC, ','],
])('the %s codec', (_, codec, mark) => {
  it('decodes every encoded key', () => {
    for (const key of SAMPLES) expect(codec.decode(codec.encode(key))).toBe(key);
    fc.assert(fc.property(anyKey, (key) => codec.decode(codec.encode(key)) === key));
  });
  it('leaves the keys of Vodkeep unchanged', () => {
    const key =
      'vods/0b9ce6a1-6f9d-4c8e-9d6f-1f2a3b4c5d6e/parts/01JDQ3Z5C8Y4W2V6T7R9KQXMHB/s/0000-000000000042-90000-2000-1880000-x-0a1b2c3d.ts';
    expect(codec.encode(key)).toBe(key);
  });
  it('yields no name that file systems or MinIO refuse', () => {
    for (const key of SAMPLES) {
      for (const name of codec.encode(key).split('/')) {
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(['', '.', '..']).not.toContain(name);
      }
    }
  });
  it('encodes every key of a prefix to a name with the encoded prefix', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(), (key, at) => {
        const prefix = Array.from(key)
          .slice(0, at % (key.length + 1))
          .join('');
        return codec.encode(key).startsWith(codec.encodePrefix(prefix));
      }),
    );
  });
  it('rejects names that it did not encode', () => {
    for (const name of ['a%41', '%', '%zz', '%4', 'x/%~', '']) expect(codec.decode(name.replace('%', mark))).toBeNull();
  });
  it.each(['', 'a\ud800', 'é'.repeat(513)])('refuses the invalid key %j', (key) => {
    expect(() => codec.encode(key)).toThrow(expect.objectContaining({ code: 'bad-key' }));
  });
});

it('preserves the order of keys in their S3 names', () => {
  fc.assert(
    fc.property(
      anyKey,
      anyKey,
      (a, b) =>
        isExotic(a) ||
        isExotic(b) ||
        Math.sign(byKeyOrder(a, b)) === Math.sign(byKeyOrder(S3_CODEC.encode(a), S3_CODEC.encode(b))),
    ),
  );
});

it('sorts by bytes of UTF-8 where a comparison of UTF-16 units would differ', () => {
  expect(['\u{10000}', '\ufffd'].toSorted(byKeyOrder)).toEqual(['\ufffd', '\u{10000}']);
});

it('sorts any two keys like their bytes', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(
      text,
      text,
      text,
      (head, a, b) =>
        Math.sign(byKeyOrder(head + a, head + b)) === Buffer.compare(Buffer.from(head + a), Buffer.from(head + b)),
    ),
  );
});
