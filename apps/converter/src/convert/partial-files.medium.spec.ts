import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type ConvertTimeline } from '#libs/contracts';
import { english } from '#libs/messages';
import { type OpenStorage, openStorage } from '#libs/storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WorkFolder } from '../core/work-folder.js';
import { COMMAND, putRecording } from '../../test/recording.fixture.js';
import { FileMaker, type ConvertedFiles } from './file-maker.js';

jest.setTimeout(120_000);

let dir = '';
let storage: OpenStorage;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'partial-'));
  storage = await openStorage({ kind: 'file', rootDir: path.join(dir, 'storage'), sync: 'off' });
  await putRecording(storage, dir, [
    { firstFrame: 0, frames: 60, clockSeconds: 0 },
    { firstFrame: 60, frames: 60, clockSeconds: 2, size: '320x64' },
    { firstFrame: 120, frames: 60, clockSeconds: 4 },
  ]);
});
afterAll(async () => {
  await storage.close();
  await rm(dir, { recursive: true, force: true });
});

/** ffmpeg cannot write the files whose name matches. */
class BrokenFolder extends WorkFolder {
  constructor(private readonly isBroken: RegExp) {
    super({ node: 'n', pid: process.pid, workDir: path.join(dir, 'work'), checkAgainMs: 5 });
  }
  override file(name: string): string {
    return this.isBroken.test(name) ? '/nowhere/at-all' : super.file(name);
  }
}

async function make(isBroken: RegExp): Promise<ConvertedFiles> {
  const work = new BrokenFolder(isBroken);
  await work.onModuleInit();
  const timeline = JSON.parse((await storage.read(COMMAND.input.timelineKey)).toString()) as ConvertTimeline;
  return new FileMaker(storage, work).make({
    command: { ...COMMAND.input, attempt: COMMAND.attempt },
    timeline,
    signal: new AbortController().signal,
    report: () => undefined,
  });
}

it('sources-17 makes the other files when one cannot be made, and says why', async () => {
  const { files, warnings, isPartial } = await make(/-f1\./);
  expect(files.map((f) => [f.fileId, f.startMs, f.videoMs])).toEqual([
    ['f0', 0, 2000],
    ['f2', 4000, 2000],
  ]);
  expect(isPartial).toBe(true);
  expect(warnings.map(english)).toEqual([
    'file 2 could not be made, and its segments stay: ffmpeg failed (exit code 1): /nowhere/at-all: No such file or directory',
  ]);
});

it('sources-17 fails with the telling line when no file can be made', async () => {
  await expect(make(/-f\d\./)).rejects.toMatchObject({
    code: 'ffmpeg-failed',
    message: expect.stringContaining('/nowhere/at-all: No such file or directory'),
  });
});
