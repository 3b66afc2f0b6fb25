import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeNumberedEpoch, tempDir, type NumberedEpoch } from '#libs/testkit';
import { formatOf } from './ts-format.js';

let dir: ReturnType<typeof tempDir>;
beforeAll(() => {
  dir = tempDir('ts-format');
});
afterAll(() => {
  dir.remove();
});

const formats = async (name: string, more: Partial<NumberedEpoch> = {}): Promise<(string | null)[]> => {
  const { segments } = await makeNumberedEpoch({
    dir: path.join(dir.path, name),
    firstFrame: 0,
    frames: 60,
    fps: '30',
    clockSeconds: 10,
    kind: 'ts',
    ...more,
  });
  return Promise.all(segments.map(async (file) => formatOf(await readFile(file))));
};

it('is the same for the segments of one encoder, and another for another picture or sound', async () => {
  const [own, larger, slower] = [
    await formats('own'),
    await formats('larger', { size: '320x64' }),
    await formats('slower', { audioRate: 44_100 }),
  ];
  expect(own).toHaveLength(2);
  expect(own[0]).toMatch(/^67[\da-f]+\+68[\da-f]+\/[\da-f]{6}$/);
  expect(own[1]).toBe(own[0]);
  expect(new Set([own[0], larger[0], slower[0]]).size).toBe(3);
  expect(slower[0]?.split('/')[0]).toBe(own[0]?.split('/')[0]);
});

it('leaves other containers to their init section', async () => {
  expect(await formats('parts', { kind: 'fmp4' })).toEqual([null, null]);
});
