import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contactSheet } from './contact-sheet.js';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'contact-sheet-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const sizeOf = (file: string): string =>
  execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', file])
    .toString()
    .trim();

it('has the wanted columns, rows and width, with moments over the whole file', async () => {
  const file = path.join(dir, 'film.mp4');
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10:d=6', '-g', '10', file]);
  const outPath = path.join(dir, 'sheet.png');
  const done: number[] = [];
  const sheet = {
    file,
    videoMs: 6000,
    columns: 3,
    rows: 2,
    width: 600,
    outPath,
    scratch: path.join(dir, 'one-%d.png'),
  };
  await contactSheet({
    ...sheet,
    signal: new AbortController().signal,
    onPicture: (n) => {
      done.push(n);
    },
  });
  expect(sizeOf(outPath)).toBe('600,224');
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
});

it('of a file that is shorter than its container says has the moments that exist', async () => {
  const file = path.join(dir, 'film.mp4');
  const sheet = { file, columns: 2, rows: 2, width: 320, scratch: path.join(dir, 'two-%d.png') };
  const rest = { signal: new AbortController().signal, onPicture: () => undefined };
  const outPath = path.join(dir, 'short.png');
  await contactSheet({ ...sheet, ...rest, videoMs: 14_000, outPath });
  expect(sizeOf(outPath)).toBe('320,180');
  await expect(contactSheet({ ...sheet, ...rest, videoMs: 1e9, outPath: `${outPath}.none` })).rejects.toMatchObject({
    code: expect.stringContaining('file-without-media'),
  });
});
