import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type ConvertTimeline, objectKeys, parseSegmentName, segmentName } from '#libs/contracts';
import { english } from '#libs/messages';
import { type OpenStorage, openStorage } from '#libs/storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WorkFolder } from '../core/work-folder.js';
import { COMMAND, putRecording, VOD } from '../../test/recording.fixture.js';
import { FileMaker } from './file-maker.js';

jest.setTimeout(120_000);

let dir = '';
let storage: OpenStorage;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'truncated-'));
  storage = await openStorage({ kind: 'file', rootDir: path.join(dir, 'storage'), sync: 'off' });
});
afterAll(async () => {
  await storage.close();
  await rm(dir, { recursive: true, force: true });
});

it.each([0, 2, 4])(
  'integrity-2 a stored segment %i of fMP4 without its end costs the file only that segment',
  async (at) => {
    await putRecording(storage, path.join(dir, String(at)), [
      { kind: 'fmp4', firstFrame: 0, frames: 150, clockSeconds: 0 },
    ]);
    const timeline = JSON.parse((await storage.read(COMMAND.input.timelineKey)).toString()) as ConvertTimeline;
    const [run] = timeline.runs;
    const keyOf = (name: string): string => objectKeys.segment(VOD, run!.partId, name);
    const name = run!.segments[at]!;
    const body = await storage.read(keyOf(name));
    const cut = body.subarray(0, body.length / 2);
    const cutName = segmentName({ ...parseSegmentName(name)!, bytes: cut.length });
    await storage.put(keyOf(cutName), cut);
    const segments = run!.segments.with(at, cutName);
    const work = new WorkFolder({ node: 'n', pid: process.pid, workDir: path.join(dir, 'work'), checkAgainMs: 5 });
    await work.onModuleInit();
    const { files, warnings, isPartial } = await new FileMaker(storage, work).make({
      command: { ...COMMAND.input, attempt: COMMAND.attempt },
      timeline: { ...timeline, runs: [{ ...run!, segments }] },
      signal: new AbortController().signal,
      report: () => undefined,
    });
    expect(files.map(({ videoMs }) => videoMs)).toEqual([at === 4 ? 5000 : 4000]);
    expect(isPartial).toBe(at !== 4);
    if (at !== 4)
      expect(warnings.map(english)).toContain('1 segment(s) are not in the file: the end of a segment is missing');
  },
);
