import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFrameNumbers, readPackets } from '#libs/testkit';
import { probeFile } from '../probe/probe-file.js';
import { measureRuns } from './measure-runs.js';
import { OddMedia, range } from './odd-media.fixture.js';

jest.setTimeout(120_000);

let odd: OddMedia;
beforeAll(async () => {
  odd = await OddMedia.open();
});
afterAll(() => odd[Symbol.asyncDispose]());

it('sources-17 joins a run that announces audio without any audio packet', async () => {
  const whole = await odd.epoch({ firstFrame: 0, frames: 90 });
  const after = await odd.epoch({ firstFrame: 90, frames: 60, clockSeconds: 500 });
  const silent = await Promise.all(after.segments.map((s) => odd.mute(s, { announced: true })));
  const [made, ...others] = await odd.convert([odd.run(whole.segments), odd.run(silent)]);
  expect(others).toEqual([]);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 150));
  expect((await readPackets(made?.file ?? '', 'a')).at(-1)?.at).toBeCloseTo(3, 1);
});

it('sources-17 makes a file without audio of a VOD that announces audio and never has any', async () => {
  const { segments } = await odd.epoch({ firstFrame: 0, frames: 90 });
  const silent = await Promise.all(segments.map((s) => odd.mute(s, { announced: true })));
  const [made] = await odd.convert([odd.run(silent)]);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 90));
  expect(await readPackets(made?.file ?? '', 'a')).toEqual([]);
});

it('sources-20 leaves out runs and segments that hold only tables, and their time', async () => {
  const { segments } = await odd.epoch({ firstFrame: 0, frames: 90 });
  const empties = await Promise.all(range(0, 40).map(() => odd.tables()));
  const [made, ...others] = await odd.convert([
    odd.run(empties.slice(0, 3)),
    odd.run([...segments, ...empties.slice(3)]),
    odd.run(empties.slice(0, 2)),
  ]);
  expect(others).toEqual([]);
  expect(made?.runs.map((r) => r.spanSeconds)).toEqual([3]);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 90));
});

it('sources-20 fails only if no segment holds media', async () => {
  await expect(odd.convert([odd.run([await odd.tables()])])).rejects.toMatchObject({ code: 'segment-without-media' });
});

it.each(['before', 'after'])('integrity-1 joins a run that has no picture, %s one that has', async (where) => {
  const whole = await odd.epoch({ firstFrame: 0, frames: 90 });
  const other = await odd.epoch({ firstFrame: 90, frames: 60, clockSeconds: 500 });
  const blind = await Promise.all(other.segments.map((s) => odd.blind(s, { announced: true })));
  const runs = [odd.run(whole.segments), odd.run(blind)];
  const [made, ...others] = await odd.convert(where === 'after' ? runs : runs.toReversed());
  expect(others).toEqual([]);
  expect(await readFrameNumbers(made?.file ?? '')).toEqual(range(0, 90));
  const info = await probeFile({ file: made?.file ?? '', signal: odd.signal });
  expect(Math.abs(info.lengthMs - 5000)).toBeLessThan(100);
  expect(Math.abs((info.heldMs.audio ?? 0) - 5000)).toBeLessThan(100);
});

it('reports for each unreadable run why it cannot be read, not why another run cannot', async () => {
  const { segments } = await odd.epoch({ firstFrame: 0, frames: 30 });
  const damaged = odd.path('.m4s');
  await writeFile(damaged, 'damaged');
  const whys: unknown[] = [];
  // The runs of the first batch have ended when the next one starts.
  const batch = [odd.run([damaged], { container: 'fmp4' }), ...range(0, 3).map(() => odd.run(segments))];
  const measured = await measureRuns({
    runs: [...batch, odd.run([await odd.tables()])],
    open: (key, start) => Promise.resolve(createReadStream(key, { start })),
    signal: odd.signal,
    onUnreadable: (_run, why) => whys.push(why),
  });
  expect(measured).toHaveLength(3);
  expect(whys).toMatchObject([{ code: 'command-failed' }, { code: 'segment-without-media' }]);
});

const SEGMENTS = 6;

describe.each([
  ['its PMT announces it', true],
  ['its PMT announces only the audio', false],
])('video that is missing while %s', (_name, announced) => {
  it.each([
    ['from the start', [0, 1]],
    ['in one segment', [2]],
    ['in the middle', [1, 2, 3]],
    ['for good', [3, 4, 5]],
    ['except in the middle', [0, 1, 4, 5]],
  ])('integrity-1 leaves the file as long as the audio: %s', async (_when, blind) => {
    const whole = await odd.epoch({ firstFrame: 0, frames: 30 * SEGMENTS });
    const segments = await Promise.all(
      whole.segments.map((s, i) => (blind.includes(i) ? odd.blind(s, { announced }) : Promise.resolve(s))),
    );
    const [made, ...others] = await odd.convert([odd.run(segments)]);
    expect(others).toEqual([]);
    const seen = range(0, SEGMENTS).filter((i) => !blind.includes(i));
    expect(await readFrameNumbers(made?.file ?? '')).toEqual(seen.flatMap((i) => range(i * 30, i * 30 + 30)));
    const info = await probeFile({ file: made?.file ?? '', signal: odd.signal });
    expect(Math.abs(info.lengthMs - SEGMENTS * 1000)).toBeLessThan(100);
    expect(Math.abs((info.heldMs.video ?? 0) - seen.length * 1000)).toBeLessThan(100);
    expect(Math.abs((info.heldMs.audio ?? 0) - SEGMENTS * 1000)).toBeLessThan(100);
    expect(Math.abs((made?.runs[0]?.spanSeconds ?? 0) - SEGMENTS)).toBeLessThan(0.1);
  });
});
