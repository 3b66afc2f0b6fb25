import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  joinsOf,
  type MadeEpoch,
  makeNumberedEpoch,
  type NumberedEpoch,
  readFrameNumbers,
  readPackets,
} from '#libs/testkit';
import { type Container } from '#libs/contracts';
import { writeContainer } from './write-container.js';
import { type MeasuredRun, groupRuns, spanOf, measureRuns } from './measure-runs.js';
import { type OpenPiece, type SourceRun } from './source-run.js';
import { probeFile } from '../probe/probe-file.js';

jest.setTimeout(120_000);
const signal = new AbortController().signal;
const open: OpenPiece = (key, start) => Promise.resolve(createReadStream(key, { start }));

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'convert-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

let epochs = 0;
const epoch = (e: Partial<NumberedEpoch> & Pick<NumberedEpoch, 'firstFrame' | 'frames'>): Promise<MadeEpoch> =>
  makeNumberedEpoch({ dir: path.join(dir, `e${String((epochs += 1))}`), fps: '30', clockSeconds: 0, kind: 'ts', ...e });

const piece = (file: string): { key: string; bytes: number } => ({ key: file, bytes: statSync(file).size });
const run = (made: MadeEpoch, container: SourceRun['container'] = 'ts', segments = made.segments): SourceRun => ({
  container,
  init: made.init === null ? null : { key: made.init, bytes: null },
  pieces: segments.map(piece),
  durMs: segments.length * 1000,
});

interface Made {
  readonly file: string;
  readonly runs: readonly MeasuredRun[];
}
async function convertAll(
  runs: readonly SourceRun[],
  container: Container = 'mp4',
  chapters = [{ offsetMs: 0, title: 'All' }],
): Promise<Made[]> {
  const made: Made[] = [];
  for (const group of groupRuns(await measureRuns({ runs, open, signal }))) {
    const file = path.join(dir, `out${String((epochs += 1))}.${container}`);
    await writeContainer({ runs: group, open, signal, container, outPath: file, chapters, startMs: 0 });
    made.push({ file, runs: group });
  }
  return made;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const FRAME = 0.0334;

async function expectExact({ file, runs }: Made, numbers: readonly number[], fps = 30): Promise<void> {
  expect(await readFrameNumbers(file)).toEqual(numbers);
  const info = await probeFile({ file, signal });
  expect(info.frames).toBe(numbers.length);
  expect(Math.abs(info.trackMs / 1000 - spanOf(runs))).toBeLessThan(FRAME);
  expect(Math.abs(info.trackMs / 1000 - numbers.length / fps)).toBeLessThan(FRAME);
  const video = joinsOf(await readPackets(file, 'v'));
  expect(Math.max(video.gap, video.lap)).toBeLessThan(0.002);
}

describe.each(['ts', 'fmp4'] as const)('a VOD of %s epochs', (kind) => {
  it('has every frame once, in order, whatever the clocks of its epochs', async () => {
    const runs = [
      run(await epoch({ kind, firstFrame: 0, frames: 95, clockSeconds: 100 }), kind),
      run(await epoch({ kind, firstFrame: 95, frames: 61, clockSeconds: 5000 }), kind),
      run(await epoch({ kind, firstFrame: 156, frames: 44, clockSeconds: 3 }), kind),
    ];
    const [made, ...others] = await convertAll(runs);
    expect(others).toEqual([]);
    await expectExact(made as Made, range(0, 200));
    const audio = joinsOf(await readPackets((made as Made).file, 'a'));
    expect(audio.gap).toBeLessThan(FRAME);
    expect(audio.lap).toBeLessThan(0.011);
  });

  it('closes the gap of a missing segment, and nothing else moves', async () => {
    const whole = await epoch({ kind, firstFrame: 0, frames: 150, clockSeconds: 40 });
    const [made] = await convertAll([
      run(whole, kind, whole.segments.slice(0, 2)),
      run(whole, kind, whole.segments.slice(3)),
    ]);
    await expectExact(made as Made, [...range(0, 60), ...range(90, 150)]);
  });

  it('does not drift over twenty joins of 29.97 frames a second', async () => {
    const runs: SourceRun[] = [];
    for (let i = 0; i < 20; i += 1)
      runs.push(
        run(await epoch({ kind, firstFrame: i * 31, frames: 31, fps: '30000/1001', clockSeconds: 7 * (20 - i) }), kind),
      );
    const [made] = await convertAll(runs);
    await expectExact(made as Made, range(0, 620), 30_000 / 1001);
  });

  it('places the picture exactly when audio starts earlier or later than it', async () => {
    const runs = [
      run(await epoch({ kind, firstFrame: 0, frames: 60, clockSeconds: 10 }), kind),
      run(await epoch({ kind, firstFrame: 60, frames: 60, clockSeconds: 900, audioDelaySeconds: 0.25 }), kind),
      run(await epoch({ kind, firstFrame: 120, frames: 60, clockSeconds: 20, audioDelaySeconds: -0.25 }), kind),
    ];
    const [made] = await convertAll(runs);
    await expectExact(made as Made, range(0, 180));
  });

  it('starts the next file where the format changes', async () => {
    const runs = [
      run(await epoch({ kind, firstFrame: 0, frames: 60 }), kind),
      run(await epoch({ kind, firstFrame: 60, frames: 60, size: '320x64' }), kind),
      run(await epoch({ kind, firstFrame: 120, frames: 60, size: '320x64', audioRate: 44_100 }), kind),
    ];
    const made = await convertAll(runs);
    expect(made).toHaveLength(3);
    for (const [i, one] of made.entries()) await expectExact(one, range(i * 60, i * 60 + 60));
  });
});

it('keeps all audio of one encoder whose clock jumps, packet by packet', async () => {
  const whole = await epoch({ firstFrame: 0, frames: 180, clockSeconds: 0, segmentSeconds: 2 });
  const moved = whole.segments.map((file, i) => {
    const to = `${file}.moved.ts`;
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-copyts',
      '-i',
      file,
      '-c',
      'copy',
      '-output_ts_offset',
      String(1000 - i * 300),
      '-muxdelay',
      '0',
      '-muxpreload',
      '0',
      '-f',
      'mpegts',
      to,
    ]);
    return to;
  });
  const [made] = await convertAll(
    moved.map((file) => ({ container: 'ts', init: null, pieces: [piece(file)], durMs: 2000 })),
  );
  await expectExact(made as Made, range(0, 180));
  const straight = await readPackets(path.join(path.dirname(whole.segments[0] ?? ''), 'list.m3u8'), 'a');
  const audio = await readPackets((made as Made).file, 'a');
  expect(audio).toHaveLength(straight.length);
  const { gap, lap } = joinsOf(audio);
  expect(Math.max(gap, lap)).toBeLessThan(0.002);
});

describe.each([
  ['HEVC', { encoder: ['-c:v', 'libx265', '-x265-params', 'log-level=none:keyint=30'] }],
  ['an open GOP', { encoder: ['-flags', '-cgop', '-x264-params', 'open-gop=1:keyint=30:min-keyint=30'] }],
  ['60 frames a second', { fps: '60' }],
  ['24000/1001 frames a second', { fps: '24000/1001' }],
  ['whole milliseconds, as RTMP has them', { encoder: ['-bsf:v', 'setts=pts=round(PTS/90)*90:dts=round(DTS/90)*90'] }],
  ['MP3 audio', { encoder: ['-c:a', 'libmp3lame'] }],
  ['AC-3 audio', { encoder: ['-c:a', 'ac3'] }],
  ['44.1 kHz', { audioRate: 44_100 }],
  ['no audio', { audio: false }],
] as const)('TS with %s', (_name, over) => {
  it('has every frame once over a join of two clocks', async () => {
    const fps =
      'fps' in over
        ? over.fps
            .split('/')
            .map(Number)
            .reduce((a, b) => a / b)
        : 30;
    const first = await epoch({ ...over, firstFrame: 0, frames: 120, clockSeconds: 20 });
    const second = await epoch({ ...over, firstFrame: 120, frames: 75, clockSeconds: 4000 });
    const [made, ...others] = await convertAll([run(first), run(second)]);
    expect(others).toEqual([]);
    await expectExact(made as Made, range(0, 195), fps);
    if (!('audio' in over)) expect(joinsOf(await readPackets((made as Made).file, 'a')).gap).toBeLessThan(FRAME);
  });
});

it('goes over the wrap of the 33-bit clock', async () => {
  const wrap = 2 ** 33 / 90_000;
  const [made] = await convertAll([run(await epoch({ firstFrame: 0, frames: 150, clockSeconds: wrap - 2.5 }))]);
  await expectExact(made as Made, range(0, 150));
});

it('cuts a run where its format changes inside', async () => {
  const before = await epoch({ firstFrame: 0, frames: 90, clockSeconds: 0 });
  const after = await epoch({ firstFrame: 90, frames: 90, clockSeconds: 3, size: '320x64' });
  const made = await convertAll([run(before, 'ts', [...before.segments, ...after.segments])]);
  expect(made).toHaveLength(2);
  await expectExact(made[0] as Made, range(0, 90));
  await expectExact(made[1] as Made, range(90, 180));
});

it('makes sound of a stretch without a picture, and a file of its own of what follows', async () => {
  const dark = await epoch({ firstFrame: 0, frames: 90, clockSeconds: 0, video: false });
  const light = await epoch({ firstFrame: 90, frames: 90, clockSeconds: 3 });
  const made = await convertAll([run(dark, 'ts', [...dark.segments, ...light.segments])]);
  expect(made.map((m) => m.runs[0]?.shape.videoCodec)).toEqual([null, 'h264']);
  await expectExact(made[1] as Made, range(90, 180));
});

it.each(['mkv', 'mov'] as const)('writes %s', async (container) => {
  const runs = [
    run(await epoch({ firstFrame: 0, frames: 60, clockSeconds: 10 })),
    run(await epoch({ firstFrame: 60, frames: 60, clockSeconds: 900 })),
  ];
  const [made] = await convertAll(runs, container);
  await expectExact(made as Made, range(0, 120));
});

it.each(['ts', 'fmp4', 'aac'] as const)('makes m4a of %s without a picture, as long as its audio', async (kind) => {
  const runs = [
    run(await epoch({ kind, video: false, firstFrame: 0, frames: 90, clockSeconds: 10 }), kind),
    run(await epoch({ kind, video: false, firstFrame: 90, frames: 90, clockSeconds: 500 }), kind),
  ];
  const [made] = await convertAll(runs, 'm4a');
  const info = await probeFile({ file: (made as Made).file, signal });
  expect(info.metadata).toMatchObject({ type: 'audio', container: 'MPEG-4', audio_codec: 'AAC', duration: 6 });
  expect(Math.abs(info.trackMs / 1000 - spanOf((made as Made).runs))).toBeLessThan(0.022);
});

it('writes chapters', async () => {
  const [made] = await convertAll([run(await epoch({ firstFrame: 0, frames: 90 }))], 'mp4', [
    { offsetMs: 0, title: 'Intro; a=b' },
    { offsetMs: 1500, title: 'Boss' },
  ]);
  const { chapters } = JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-show_chapters', '-of', 'json', (made as Made).file]).toString(),
  ) as { chapters: { start_time: string; end_time: string; tags: { title: string } }[] };
  expect(chapters.map((c) => [Number(c.start_time), c.tags.title])).toEqual([
    [0, 'Intro; a=b'],
    [1.5, 'Boss'],
  ]);
});

it('fails, and does not pass off half a file as whole, when storage stops in the middle', async () => {
  const made = await epoch({ firstFrame: 0, frames: 150 });
  const runs = await measureRuns({ runs: [run(made)], open, signal });
  const torn: OpenPiece = (key, start) =>
    Promise.resolve(createReadStream(key, { start, ...(key === made.segments[2] && { end: 1000 }) }));
  await expect(
    writeContainer({
      runs,
      open: torn,
      signal,
      container: 'mp4',
      outPath: path.join(dir, 'torn.mp4'),
      chapters: [],
      startMs: 0,
    }),
  ).rejects.toMatchObject({ code: 'segment-unreadable' });
});
