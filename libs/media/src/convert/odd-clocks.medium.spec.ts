import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { joinsOf, readFrameNumbers, readPackets } from '#libs/testkit';
import { PACKET, pidAt } from '../inspect/ts-packet.js';
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

it('sources-28 keeps audio that starts before the wrap of the clock while video starts behind it', async () => {
  const { segments } = await odd.epoch({ firstFrame: 0, frames: 90, encoder: ['-bf', '0'] });
  const offset = ['-output_ts_offset', '-10', '-avoid_negative_ts', 'disabled', '-mpegts_copyts', '1'];
  const fromZero = await Promise.all(segments.map(async (s) => videoFirst(await odd.remux(s, offset))));
  const [plain] = await odd.convert([odd.run(segments)]);
  const [made] = await odd.convert([odd.run(fromZero)]);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 90));
  for (const track of ['v', 'a'] as const)
    expect(await readPackets(made?.file ?? '', track)).toEqual(await readPackets(plain?.file ?? '', track));
});

/** Puts the audio of a segment behind its video, as muxers do whose audio arrives late. */
async function videoFirst(file: string): Promise<string> {
  const body = await readFile(file);
  const packets = range(0, body.length / PACKET).map((n) => body.subarray(n * PACKET, (n + 1) * PACKET));
  const isAudio = (packet: Buffer): boolean => pidAt(packet, 0) === 0x101;
  await writeFile(file, Buffer.concat([...packets.filter((p) => !isAudio(p)), ...packets.filter(isAudio)]));
  return file;
}
