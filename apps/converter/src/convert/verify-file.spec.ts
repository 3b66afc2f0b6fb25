import { type MissingTrack } from '#libs/contracts';
import { english } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { type FileInfo, type MeasuredRun } from '#libs/media';
import { verifyFile } from './verify-file.js';

const info = (
  lengthMs: number,
  heldMs: Partial<FileInfo['heldMs']> = {},
  pausesMs: Partial<FileInfo['pausesMs']> = {},
): FileInfo =>
  ({
    ...{ lengthMs, trackMs: lengthMs, frameMs: 33.3 },
    heldMs: { video: lengthMs, audio: lengthMs, ...heldMs },
    pausesMs: { video: [], audio: [], ...pausesMs },
  }) as FileInfo;
const run = (spanSeconds: number, durMs = spanSeconds * 1000, missing: readonly MissingTrack[] = []): MeasuredRun =>
  ({
    spanSeconds,
    frameSeconds: 1 / 30,
    shape: { tracks: [{ type: 'video' }, { type: 'audio' }] },
    run: { durMs, pieces: [{ missing, durMs: 2000 }] },
  }) as unknown as MeasuredRun;
const VALID = { warnings: [], isPartial: false };

it('accepts a file whose length is right within a frame', () => {
  expect(verifyFile(info(15_000), [run(10), run(5)])).toEqual(VALID);
  expect(verifyFile(info(14_967), [run(10), run(5)])).toEqual(VALID);
});

it.each([15_040, 14_960, 0, 7_200_000])('P30 rejects a file of %d ms when 15 s are stored', (trackMs) => {
  expect(() => verifyFile(info(trackMs), [run(10), run(5)])).toThrow(
    expect.objectContaining({ code: 'file-wrong-length' }),
  );
});

it('warns when the file is right but the timeline differs', () => {
  expect(verifyFile(info(10_000), [run(10, 12_000)]).warnings.map(english)).toEqual([
    'the timeline has 12.000 s, but its segments have 10.000 s',
  ]);
});

const MISSING = { number: 1, cause: 'not-sent' } as const;

it('integrity-1 reports a track that is shorter in the file than it was received, and keeps its segments', () => {
  const { warnings, isPartial } = verifyFile(info(40_000, { video: 20_000 }), [run(40)]);
  expect(warnings.map(english)).toEqual(['the file has 20.000 s of video, but 40.000 s were received']);
  expect(isPartial).toBe(true);
  expect(verifyFile(info(40_000, { audio: 20_000 }), [run(40)]).warnings.map(english)).toEqual([
    'the file has 20.000 s of audio, but 40.000 s were received',
  ]);
});

it('integrity-1 accepts a file that lacks what the source did not send', () => {
  const missing = [{ ...MISSING, kind: 'video', fromMs: 20_000, toMs: 40_000 }] as const;
  expect(verifyFile(info(40_000, { video: 20_000 }), [run(40, 40_000, missing)])).toEqual(VALID);
});

it('integrity-1 accepts pictures that stand still inside their segments, but not the loss of a segment', () => {
  const [stills, lost] = [[1960, 1500, 1960], [2000]];
  expect(verifyFile(info(40_000, { video: 34_580 }, { video: stills }), [run(40)])).toEqual(VALID);
  const atEnd = { ...info(40_000, { video: 38_500 }), trackMs: 38_500 };
  expect(verifyFile(atEnd, [run(40)])).toEqual(VALID);
  expect(verifyFile(info(40_000, { video: 38_000 }, { video: lost }), [run(40)]).isPartial).toBe(true);
  expect(verifyFile(info(40_000, { audio: 34_580 }, { audio: stills }), [run(40)]).isPartial).toBe(true);
});
