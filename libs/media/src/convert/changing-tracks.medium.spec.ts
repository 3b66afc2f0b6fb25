import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { joinsOf, readFrameNumbers, readPackets } from '#libs/testkit';
import { OddMedia, range } from './odd-media.fixture.js';

jest.setTimeout(120_000);

let odd: OddMedia;
beforeAll(async () => {
  odd = await OddMedia.open();
});
afterAll(() => odd[Symbol.asyncDispose]());

describe.each([
  ['announced from the start', true],
  ['announced only while it lasts', false],
])('audio that starts late and stops early, %s', (_name, announced) => {
  it('sources-15 is in the file, at its time', async () => {
    const whole = await odd.epoch({ firstFrame: 0, frames: 150 });
    const mute = (s: string): Promise<string> => odd.mute(s, { announced });
    const segments = await Promise.all(whole.segments.map(async (s, i) => (i === 0 || i === 4 ? mute(s) : s)));
    const [made, ...others] = await odd.convert([odd.run(segments)]);
    expect(others).toEqual([]);
    expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 150));
    const video = joinsOf(await readPackets(made?.file ?? '', 'v'));
    expect(Math.max(video.gap, video.lap)).toBeLessThan(0.002);
    const audio = await readPackets(made?.file ?? '', 'a');
    const sent = (await Promise.all(whole.segments.slice(1, 4).map((s) => readPackets(s, 'a')))).flat();
    expect(audio).toHaveLength(sent.length);
    for (const [i, { at }] of sent.entries()) expect(Math.abs((audio[i]?.at ?? 0) - (at - 10))).toBeLessThan(0.002);
  });
});

it('sources-15 has audio that exists only far from both ends of a long run', async () => {
  const whole = await odd.epoch({ firstFrame: 0, frames: 1200 });
  const segments = await Promise.all(
    whole.segments.map(async (s, i) => (i === 20 ? s : odd.mute(s, { announced: true }))),
  );
  const [made] = await odd.convert([odd.run(segments)]);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 1200));
  const audio = await readPackets(made?.file ?? '', 'a');
  expect(audio.length).toBeGreaterThan(40);
  expect(Math.abs((audio[0]?.at ?? 0) - 20)).toBeLessThan(0.05);
});

it('sources-15 loses no track when the size of the picture changes and changes back', async () => {
  const size = [undefined, '320x64', undefined];
  const epochs = await Promise.all(
    size.map((s, i) => odd.epoch({ firstFrame: i * 60, frames: 60, clockSeconds: 10 + i * 2, ...(s && { size: s }) })),
  );
  const made = await odd.convert([odd.run(epochs.flatMap((e) => e.segments))]);
  expect(made).toHaveLength(3);
  for (const [i, { file }] of made.entries()) {
    expect(await readFrameNumbers(file)).toEqual(range(i * 60, i * 60 + 60));
    expect((await readPackets(file, 'a')).at(-1)?.at).toBeGreaterThan(1.9);
  }
});
