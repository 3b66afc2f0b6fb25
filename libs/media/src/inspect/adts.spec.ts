import { expect, it } from '@jest/globals';
import { madeAac } from '#libs/testkit';
import { adtsDamage, adtsFrames } from './adts.js';
import { id3Bytes } from './packed-audio.js';

const BYTES = 100;
const FRAME_MS = (1024 * 1000) / 48_000;
const stamped = madeAac({ ptsMs: 7000 });
const TAG = stamped.subarray(0, id3Bytes(stamped));

/** A frame of AAC at 48 kHz. */
function frame(): Buffer {
  const bytes = Buffer.alloc(BYTES, 7);
  bytes.set([0xff, 0xf1, 0x4c, 0x80, BYTES >> 3, ((BYTES & 7) << 5) | 0x1f, 0xfc]);
  return bytes;
}
const frames = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, frame));

it('integrity-3 counts whole frames, and passes tags by', async () => {
  const body = Buffer.concat([TAG, frames(3), TAG, frames(2)]);
  expect([...adtsFrames(body)].map(({ ms }) => ms)).toEqual(Array.from({ length: 5 }, () => FRAME_MS));
  expect(await adtsDamage(body)).toBeNull();
});

it.each([
  { where: 'in the middle', from: 250, to: 480, at: 2, whole: 7 },
  { where: 'at the start', from: 0, to: 50, at: 0, whole: 9 },
  { where: 'at the end', from: 850, to: 1000, at: 8, whole: 8 },
])('integrity-3 finds damaged bytes $where', async ({ from, to, at, whole }) => {
  const { atMs = -1, heldMs = -1 } = (await adtsDamage(frames(10).fill(0x55, from, to))) ?? {};
  expect(heldMs / FRAME_MS).toBeCloseTo(whole);
  expect(atMs / FRAME_MS).toBeCloseTo(at);
});

it('integrity-3 does not take a header among damaged bytes for a frame', () => {
  const damaged = Buffer.concat([Buffer.alloc(50, 1), frame().subarray(0, 7), Buffer.alloc(60, 1)]);
  const body = Buffer.concat([frames(2), damaged, frames(2)]);
  expect([...adtsFrames(body)]).toHaveLength(3);
});
