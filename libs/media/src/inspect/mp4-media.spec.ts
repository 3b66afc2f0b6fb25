import { describe, expect, it } from '@jest/globals';
import { madeInit } from '#libs/testkit';
import { readMp4Media } from './mp4-media.js';
import { readMp4Init } from './mp4-time.js';

const SCALE = 90_000;
const LONG_MS = 1000;
const USUAL_MS = 40;
const init = await readMp4Init(madeInit(0, [{ id: 1, timescale: SCALE, kind: 'vide' }]));

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
};
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};

/** A fragment with one run for each list of sample lengths. */
const fragment = (runs: readonly (readonly number[])[]): Buffer =>
  box(
    'moof',
    box(
      'traf',
      box('tfhd', u32(0x020000, 1)),
      box('tfdt', u32(0, 0)),
      ...runs.map((lengths) => box('trun', u32(0x100, lengths.length, ...lengths.map((ms) => (ms * SCALE) / 1000)))),
    ),
  );
const samplesOf = async (runs: readonly (readonly number[])[]) =>
  (await readMp4Media(fragment(runs), init)).tracks[0]?.samples;
const longRuns = (count: number) => Array.from({ length: count }, () => [LONG_MS]);

describe('readMp4Media', () => {
  it('places long samples of several runs one after the other', async () => {
    expect(await samplesOf([[USUAL_MS, LONG_MS], [USUAL_MS], [LONG_MS, USUAL_MS]])).toEqual([
      { fromMs: 0, toMs: 2 * USUAL_MS, shownMs: USUAL_MS + LONG_MS },
      { fromMs: 1040, toMs: 1040 + 2 * USUAL_MS, shownMs: 2080 },
      { fromMs: 2080, toMs: 2120 },
    ]);
  });

  it('takes a fragment with more than a hundred long samples for one stretch, however many runs they are in', async () => {
    expect(await samplesOf(longRuns(100))).toHaveLength(100);
    expect(await samplesOf(longRuns(101))).toEqual([{ fromMs: 0, toMs: 101 * LONG_MS }]);
    expect(await samplesOf([...longRuns(60), Array.from({ length: 60 }, () => LONG_MS)])).toEqual([
      { fromMs: 0, toMs: 120 * LONG_MS },
    ]);
  });

  it('reads all of 50,000 runs of one long sample each', async () => {
    expect(await samplesOf(longRuns(50_000))).toEqual([{ fromMs: 0, toMs: 50_000 * LONG_MS }]);
  });
});
