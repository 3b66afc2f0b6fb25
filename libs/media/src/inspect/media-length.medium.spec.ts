import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeNumberedEpoch, tempDir, type NumberedEpoch } from '#libs/testkit';
import { inspectSegment, type Inspected } from './inspect-segment.js';
import { readMp4Init } from './mp4-time.js';

let dir: ReturnType<typeof tempDir>;
beforeAll(() => {
  dir = tempDir('media-length');
});
afterAll(() => {
  dir.remove();
});

const inspected = async (name: string, more: Partial<NumberedEpoch>): Promise<(Inspected | null)[]> => {
  const { init, segments } = await makeNumberedEpoch({
    dir: path.join(dir.path, name),
    firstFrame: 0,
    frames: 90,
    fps: '30',
    clockSeconds: 10,
    kind: 'ts',
    ...more,
  });
  const section = init === null ? null : await readMp4Init(await readFile(init));
  return Promise.all(segments.map(async (file) => inspectSegment(await readFile(file), section)));
};

it.each<[string, Partial<NumberedEpoch>, number]>([
  ['TS', {}, 1000 / 30],
  ['TS at 29.97', { fps: '30000/1001', frames: 60 }, 1001 / 30],
  ['TS over the wrap of its clock', { clockSeconds: 95_442 }, 1000 / 30],
  ['fMP4', { kind: 'fmp4' }, 1000 / 30],
])(
  'sources-24 the length of %s reaches to the next segment, within a quarter of a frame',
  async (name, more, frameMs) => {
    const all = await inspected(name.replaceAll(/\W/g, ''), more);
    expect(all.length).toBeGreaterThan(1);
    for (const [i, one] of all.slice(0, -1).entries()) {
      const next = all[i + 1]?.firstPtsMs ?? 0;
      const { firstPtsMs, mediaMs = 0, wrapMs } = one ?? { firstPtsMs: 0, wrapMs: null };
      const apart = next - (firstPtsMs ?? 0);
      expect(Math.abs((apart < 0 ? apart + (wrapMs ?? 0) : apart) - mediaMs)).toBeLessThan(frameMs / 4);
      expect(one?.frameMs).toBeCloseTo(frameMs, 0);
    }
  },
);

it('sources-12 sound alone has a length too', async () => {
  const [first] = await inspected('sound', { video: false });
  expect(first?.mediaMs).toBeGreaterThan(900);
  expect(first?.mediaMs).toBeLessThan(1200);
});
