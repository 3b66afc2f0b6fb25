import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type Container, type ConvertTimeline } from '#libs/contracts';
import { english } from '#libs/messages';
import { type OpenStorage, openStorage } from '#libs/storage';
import { readFrameNumbers, readPackets } from '#libs/testkit';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WorkFolder } from '../core/work-folder.js';
import { COMMAND, putRecording } from '../../test/recording.fixture.js';
import { FileMaker, type ConvertedFiles } from './file-maker.js';

jest.setTimeout(120_000);

let dir = '';
let storage: OpenStorage;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'refused-'));
  storage = await openStorage({ kind: 'file', rootDir: path.join(dir, 'storage'), sync: 'off' });
});
afterEach(async () => {
  await storage.close();
  await rm(dir, { recursive: true, force: true });
});

/** Converts two runs of fMP4 with this audio into the container. */
async function make(
  audio: readonly string[],
  container: Container,
): Promise<ConvertedFiles & { readonly out: string }> {
  const over = { kind: 'fmp4', encoder: ['-strict', '-2', ...audio] } as const;
  await putRecording(storage, dir, [
    { ...over, firstFrame: 0, frames: 60, clockSeconds: 10 },
    { ...over, firstFrame: 60, frames: 60, clockSeconds: 500 },
  ]);
  const work = new WorkFolder({ node: 'n', pid: process.pid, workDir: path.join(dir, 'work'), checkAgainMs: 5 });
  await work.onModuleInit();
  const timeline = JSON.parse((await storage.read(COMMAND.input.timelineKey)).toString()) as ConvertTimeline;
  const made = await new FileMaker(storage, work).make({
    command: { ...COMMAND.input, container, attempt: COMMAND.attempt },
    timeline,
    signal: new AbortController().signal,
    report: () => undefined,
  });
  const out = path.join(dir, made.files[0]?.basename ?? '');
  await writeFile(out, await storage.read(made.files[0]?.key ?? ''));
  return { ...made, out };
}

async function expectWhole(out: string): Promise<void> {
  expect(await readFrameNumbers(out)).toEqual(Array.from({ length: 120 }, (_, i) => i));
  const last = (await readPackets(out, 'a')).at(-1);
  expect(Math.abs((last?.at ?? 0) + (last?.length ?? 0) - 4)).toBeLessThan(0.1);
}

it('sources-18 writes FLAC into mp4', async () => {
  const { files, warnings, out } = await make(['-c:a', 'flac'], 'mp4');
  expect(files.map((f) => f.basename)).toEqual(['chan_2026-11-28.mp4']);
  expect(files[0]?.metadata.audio_codec).toBe('FLAC');
  expect(warnings).toEqual([]);
  await expectWhole(out);
});

it.each([
  ['flac', 'mov'],
  ['libopus', 'mov'],
] as const)('sources-18 writes %s into mkv instead of %s, and warns with the reason', async (codec, container) => {
  const { files, warnings, out } = await make(['-c:a', codec], container);
  expect(files.map((f) => f.basename)).toEqual(['chan_2026-11-28.mkv']);
  expect(warnings.map(english)).toEqual([
    expect.stringMatching(/^the file is mkv, because mov was refused: .*only supported in MP4/),
  ]);
  await expectWhole(out);
});
