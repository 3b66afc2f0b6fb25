import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { joinsOf, readFrameNumbers, readPackets } from '#libs/testkit';
import { OddMedia, range } from './odd-media.fixture.js';

jest.setTimeout(120_000);

let odd: OddMedia;
beforeAll(async () => {
  odd = await OddMedia.open();
});
afterAll(() => odd[Symbol.asyncDispose]());

it('sources-14 makes one file of segments whose clock starts again at 0 in each', async () => {
  const { segments } = await odd.epoch({ firstFrame: 0, frames: 600, clockSeconds: 0 });
  const restarted = await Promise.all(
    segments.map((s, i) => odd.remux(s, ['-output_ts_offset', String(-i), '-avoid_negative_ts', 'make_zero'])),
  );
  const [made, ...others] = await odd.convert(restarted.map((s) => odd.run([s])));
  expect(others).toEqual([]);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 600));
  const video = joinsOf(await readPackets(made?.file ?? '', 'v'));
  expect(Math.max(video.gap, video.lap)).toBeLessThan(0.002);
  expect(joinsOf(await readPackets(made?.file ?? '', 'a')).gap).toBeLessThan(0.034);
});

it('sources-14 splits a joined run whose clock goes on by chance while its tracks change', async () => {
  const before = await odd.epoch({ firstFrame: 0, frames: 60, clockSeconds: 10 });
  const after = await odd.epoch({ firstFrame: 60, frames: 60, clockSeconds: 12 });
  const otherPids = await Promise.all(
    after.segments.map((s) => odd.remux(s, ['-mpegts_start_pid', '500', '-mpegts_pmt_start_pid', '400'])),
  );
  const [made, ...others] = await odd.convert([odd.run([...before.segments, ...otherPids])]);
  expect(others).toEqual([]);
  expect(made?.runs).toHaveLength(2);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 120));
});
