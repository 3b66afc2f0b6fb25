import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { madeInit, madeM4s, madeTs } from '#libs/testkit';
import { growth } from '../../../../tools/common/thread-cpu.js';
import { readMp4Media } from './mp4-media.js';
import { readMp4Init } from './mp4-time.js';
import { hasTruncatedBox, withoutTruncatedEnd } from './truncated-body.js';

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
};
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};

const init = await readMp4Init(madeInit());
const SAMPLE = 100;
const SAMPLES = 10;
const TICKS = 3600;

/** A fragment of ten samples of 40 ms and 100 bytes. @param isDefault the samples state no length and size of their own */
function fragment(isDefault = false): Buffer {
  const samples = Array.from({ length: SAMPLES }, () => [TICKS, SAMPLE]).flat();
  const traf = (offset: number): Buffer =>
    box(
      'traf',
      box('tfhd', isDefault ? u32(0x020018, 1, TICKS, SAMPLE) : u32(0x020000, 1)),
      box('tfdt', u32(0x01000000, 0, 0)),
      box('trun', isDefault ? u32(0x1, SAMPLES, offset) : u32(0x301, SAMPLES, offset, ...samples)),
    );
  const moof = (offset: number): Buffer => box('moof', box('mfhd', u32(0, 1)), traf(offset));
  return Buffer.concat([moof(moof(0).length + 8), box('mdat', Buffer.alloc(SAMPLE * SAMPLES, 7))]);
}

/** Sizes of the boxes of a body; their sum is its length if all are whole. */
function boxSizes(bytes: Buffer): number[] {
  const sizes: number[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += sizes.at(-1)!) sizes.push(bytes.readUInt32BE(at));
  return sizes;
}

describe('withoutTruncatedEnd', () => {
  it.each([madeTs({ ptsMs: 1 }), madeM4s({ ptsMs: 1 }), fragment(), Buffer.from('\xff\xf1 packed', 'latin1')])(
    'integrity-2 finds nothing in a whole body (%#)',
    async (body) => {
      expect(await withoutTruncatedEnd(body, init)).toBeNull();
    },
  );

  it('integrity-2 takes bytes after the last packet for what they are', async () => {
    expect(await withoutTruncatedEnd(Buffer.concat([madeTs({ ptsMs: 1 }), Buffer.from('\r\n')]), null)).toBeNull();
  });

  it.each([1, 100, 187])('integrity-2 drops a packet of MPEG-TS of which %d bytes came', async (rest) => {
    const body = madeTs({ ptsMs: 1 });
    expect(await withoutTruncatedEnd(body.subarray(0, 188 * 4 + rest), null)).toEqual(body.subarray(0, 188 * 4));
  });

  it.each([
    [10, SAMPLES - 1],
    [SAMPLE * 6, SAMPLES - 6],
    [SAMPLE * 6 + 1, SAMPLES - 7],
  ])('integrity-2 has %d bytes less of fMP4: %d samples are whole', async (missing, samples) => {
    for (const body of [fragment(), fragment(true)]) {
      const whole = (await withoutTruncatedEnd(body.subarray(0, body.length - missing), init))!;
      expect((await readMp4Media(whole, init)).mediaMs).toBeCloseTo(samples * 40);
      expect(boxSizes(whole).reduce((sum, size) => sum + size, 0)).toBe(whole.length);
    }
  });

  it('integrity-2 counts no samples that take no bytes', async () => {
    const readingOf = (samples: number) => {
      const runs = Buffer.alloc(16 * 20_000).fill(box('trun', u32(0, samples)));
      const moof = box('moof', box('traf', box('tfhd', u32(0, 1)), runs));
      const body = Buffer.concat([moof, u32(5000), Buffer.from('mdat'), Buffer.alloc(100)]);
      return async () => {
        expect((await withoutTruncatedEnd(Buffer.from(body), init))?.length).toBe(body.length);
      };
    };
    // Four times as many would take four times as long to count.
    expect(await growth(readingOf, 25_000)).toBeLessThan(2);
  });

  it('integrity-2 drops a fragment whose samples did not come, and keeps those before it', async () => {
    const [first, second] = [fragment(), fragment()];
    const both = Buffer.concat([first, second]);
    for (const length of [first.length + 5, first.length + 40, both.length - SAMPLE * SAMPLES - 8])
      expect(await withoutTruncatedEnd(Buffer.from(both.subarray(0, length)), init)).toEqual(first);
  });

  it('integrity-2 leaves a body with whole boxes, wherever it is cut', async () => {
    const body = Buffer.concat([fragment(), fragment()]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: body.length - 1 }), async (length) => {
        const cut = Buffer.from(body.subarray(0, length));
        const whole = (await withoutTruncatedEnd(cut, init)) ?? cut;
        expect(boxSizes(whole).reduce((sum, size) => sum + size, 0)).toBe(whole.length);
        expect(await withoutTruncatedEnd(whole, init)).toBeNull();
      }),
    );
  });

  it.each([1, 13, 5000])('integrity-2 finds a box that exceeds a body in chunks of %d bytes', async (size) => {
    const body = Buffer.concat([fragment(), fragment()]);
    const chunksOf = async function* (bytes: Buffer): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
    };
    expect(await hasTruncatedBox(chunksOf(body))).toBe(false);
    for (const missing of [1, 600, fragment().length - 5])
      expect(await hasTruncatedBox(chunksOf(body.subarray(0, -missing)))).toBe(true);
  });

  it('integrity-2 never throws, whatever the boxes say', async () => {
    const body = fragment();
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length), fc.nat(200), fc.nat(255), async (length, at, value) => {
        const cut = Buffer.from(body.subarray(0, length));
        if (at < cut.length) cut[at] = value;
        await withoutTruncatedEnd(cut, init);
      }),
      { numRuns: 1000 },
    );
  });
});
