import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type ConvertTimeline, objectKeys, renditionPath, segmentName } from '#libs/contracts';
import { english } from '#libs/messages';
import { type OpenStorage, openStorage } from '#libs/storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WorkFolder } from '../core/work-folder.js';
import { COMMAND, putRecording, VOD } from '../../test/recording.fixture.js';
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

/** ffmpeg cannot write the files whose name matches, in the first `times` attempts. */
class BrokenFolder extends WorkFolder {
  constructor(
    private readonly isBroken: RegExp,
    private times: number,
  ) {
    super({ node: 'n', pid: process.pid, workDir: path.join(dir, 'work'), checkAgainMs: 5 });
  }
  override file(name: string): string {
    return this.times > 0 && this.isBroken.test(name) ? '/nowhere/at-all' : super.file(name);
  }
  override async remove(name: string): Promise<void> {
    await super.remove(name);
    this.times -= 1;
  }
}

const readTimeline = async (): Promise<ConvertTimeline> =>
  JSON.parse((await storage.read(COMMAND.input.timelineKey)).toString()) as ConvertTimeline;

async function make(isBroken: RegExp, times = Infinity, given?: ConvertTimeline): Promise<ConvertedFiles> {
  const work = new BrokenFolder(isBroken, times);
  await work.onModuleInit();
  const timeline = given ?? (await readTimeline());
  return new FileMaker(storage, work).make({
    command: { ...COMMAND.input, attempt: COMMAND.attempt },
    timeline,
    signal: new AbortController().signal,
    report: () => undefined,
  });
}

it('sources-17 makes the other files if one cannot be made, and warns with the reason', async () => {
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

it('sources-17 fails with the error line of ffmpeg if no file can be made', async () => {
  await expect(make(/-f\d\./)).rejects.toMatchObject({
    code: 'ffmpeg-failed',
    message: expect.stringContaining('/nowhere/at-all: No such file or directory'),
  });
});

/** The first run with an audio rendition, whose first segment is missing and whose second one is cut. */
async function withRendition({ isWhole }: { readonly isWhole: boolean }): Promise<ConvertTimeline> {
  const timeline = await readTimeline();
  const [run] = timeline.runs;
  const id = isWhole ? 'a00000001' : 'a00000002';
  for (const [n, name] of run!.segments.entries()) {
    const body = await storage.read(objectKeys.segment(VOD, run!.partId, name));
    const key = objectKeys.segment(VOD, renditionPath(run!.partId, id), name);
    if (isWhole || n > 0) await storage.put(key, isWhole ? body : body.subarray(188));
  }
  const segments = run!.segments.map((name) => ({ partId: run!.partId, name }));
  const audio = [{ track: 0, container: 'ts' as const, initCrc: null, shiftMs: 0, missingMs: 0, segments }];
  return {
    ...timeline,
    audio: [{ id, name: 'English', language: 'en', isDefault: true }],
    runs: [{ ...run!, audio }],
  };
}

it('sources-16 makes the file without audio segments that are missing or have another size, and stays partial', async () => {
  const { files, warnings, isPartial } = await make(/^$/, 0, await withRendition({ isWhole: false }));
  expect(files.map((f) => [f.fileId, f.videoMs])).toEqual([['f0', 2000]]);
  expect(isPartial).toBe(true);
  expect(warnings.map(english)).toEqual([
    expect.stringMatching(/^2 segment\(s\) of the audio English are not in the file, and stay: .* cannot be read/),
  ]);
});

it('sources-16 makes the file without the audio renditions if ffmpeg fails with them, and stays partial', async () => {
  const { files, warnings, isPartial } = await make(/-f0\./, 2, await withRendition({ isWhole: true }));
  expect(files.map((f) => [f.fileId, f.basename, f.videoMs])).toEqual([['f0', 'chan_2026-11-28.mp4', 2000]]);
  expect(isPartial).toBe(true);
  expect(warnings.map(english)).toEqual([
    expect.stringMatching(/^2 segment\(s\) of the audio English are not in the file, and stay: ffmpeg failed/),
  ]);
});

it('sources-16 writes subtitles beside each file; segments that cannot be read cost nothing else', async () => {
  const timeline = await readTimeline();
  const { partId } = timeline.runs[0]!;
  const track = { id: 's00000001', name: 'English', language: 'en', isDefault: false };
  const texts = [
    'WEBVTT\n\n00:00.500 --> 00:01.500\none\n\n00:01.900 --> 00:02.100\nboth files\n',
    'WEBVTT\nX-TIMESTAMP-MAP=broken\n\n00:00.500 --> 00:01.500\nlost\n',
    'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:180000,LOCAL:00:00.000\n\n00:00.500 --> 00:01.500\ntwo\n',
  ];
  const segments = texts.map((text, seq) => {
    const info = { epoch: 0, seq, ptsMs: seq * 2000, durMs: 2000, bytes: text.length, pdtMs: null, crc: '00000000' };
    return { partId, name: segmentName({ ...info, ext: 'vtt' }), at: seq * 2000 };
  });
  for (const [i, { name }] of segments.entries())
    await storage.put(objectKeys.segment(VOD, renditionPath(partId, track.id), name), Buffer.from(texts[i]!));
  const gone = { partId, name: segments[0]!.name.replace('000000-', '000009-'), at: 0 };
  const { files, warnings, isPartial } = await make(/^$/, 0, {
    ...timeline,
    runs: timeline.runs.map((run) => ({ ...run, startAt: run.firstPtsMs })),
    subtitles: [
      { track, missingMs: 0, segments: [...segments, gone] },
      { track: { ...track, id: 's00000002', name: '' }, missingMs: 6000, segments: [] },
    ],
  });
  const written = files.map(async ({ subtitles = [] }) =>
    Promise.all(subtitles.map(async ({ key, ending }) => [ending, (await storage.read(key)).toString()])),
  );
  // The sound of each file begins 21 ms before its picture.
  expect(await Promise.all(written)).toEqual([
    [['.en.vtt', 'WEBVTT\n\n00:00:00.521 --> 00:00:01.521\none\n\n00:00:01.921 --> 00:00:02.021\nboth files\n']],
    [['.en.vtt', 'WEBVTT\n\n00:00:00.021 --> 00:00:00.121\nboth files\n\n00:00:00.521 --> 00:00:01.521\ntwo\n']],
    [],
  ]);
  expect(isPartial).toBe(true);
  expect(warnings.map(english)).toEqual([
    expect.stringMatching(/^2 segment\(s\) of the subtitles English are not in the file, and stay: .*X-TIMESTAMP-MAP/),
    'The subtitles s00000002 lack 6.0 s.',
  ]);
});
