import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type MadeEpoch, readFrameNumbers, readPackets } from '#libs/testkit';
import { OddMedia, range } from './odd-media.fixture.js';
import { type SourceAudio, type SourcePiece, type SourceRun } from './source-run.js';

jest.setTimeout(120_000);

const execute = promisify(execFile);
const SECOND = 1000;
let odd: OddMedia;
beforeAll(async () => {
  odd = await OddMedia.open();
});
afterAll(() => odd[Symbol.asyncDispose]());

const track = { id: 'a00000001', name: 'English', language: 'en-GB', isDefault: true };

/** Segments of 1 s with one kind of track, from the segments `picked`. */
async function pieces(
  segments: readonly string[],
  kind: 'v' | 'a',
  { clockMs, picked }: { readonly clockMs: number; readonly picked: readonly number[] },
) {
  const made: SourcePiece[] = [];
  for (const n of picked) {
    const key = await odd.remux(segments[n] ?? '', [
      '-map',
      `0:${kind}`,
      '-avoid_negative_ts',
      'disabled',
      '-mpegts_copyts',
      '1',
    ]);
    made.push({ key, bytes: statSync(key).size, time: { ptsMs: clockMs + n * SECOND, durMs: SECOND } });
  }
  return made;
}

/** A run of pictures with the audio of the segments `withAudio` as a rendition. */
async function separate({ segments }: MadeEpoch, withAudio: readonly number[], clockMs = 10_000): Promise<SourceRun> {
  const audio: SourceAudio = {
    ...track,
    container: 'ts',
    init: null,
    pieces: await pieces(segments, 'a', { clockMs, picked: withAudio }),
  };
  const pictures = await pieces(segments, 'v', { clockMs, picked: range(0, segments.length) });
  return { ...odd.run([]), durMs: segments.length * SECOND, pieces: pictures, audio: [audio] };
}

const timesOf = async (file: string): Promise<number[]> => (await readPackets(file, 'a')).map(({ at }) => at);
const far = (times: readonly number[], expected: readonly number[]): number[] =>
  times.filter((at) => !expected.some((other) => Math.abs(at - other) < 0.002));

it('sources-16 joins video and audio by their time stamps, also where audio is late or missing', async () => {
  const epoch = await odd.epoch({ firstFrame: 0, frames: 180 });
  const [whole] = await odd.convert([odd.run(epoch.segments)]);
  const [made, ...others] = await odd.convert([await separate(epoch, [2, 3, 5])]);
  expect(others).toEqual([]);
  expect(await readFrameNumbers(made!.file)).toEqual(range(0, 180));
  const times = await timesOf(made!.file);
  expect(far(times, await timesOf(whole!.file))).toEqual([]);
  const withAudio = await Promise.all(made!.runs[0]!.audio![0]!.source.pieces.map(({ key }) => readPackets(key, 'a')));
  expect(times).toHaveLength(withAudio.flat().length);
  expect(Math.abs(Math.min(...times) - 2)).toBeLessThan(0.1);
  expect(times.filter((at) => at > 4.03 && at < 4.97)).toEqual([]);
  const { stdout } = await execute('ffprobe', [
    ...['-v', 'error', '-select_streams', 'a', '-of', 'json', '-show_entries', 'stream_tags=language,title'],
    made!.file,
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ streams: [{ tags: { language: 'eng' } }] });
});

it('sources-16 joins two runs, and audio that reaches beyond its run does not move the next one', async () => {
  const [one, two] = [
    await odd.epoch({ firstFrame: 0, frames: 90 }),
    await odd.epoch({ firstFrame: 90, frames: 90, clockSeconds: 500 }),
  ];
  const first = await separate(one, range(0, 3));
  const [made] = await odd.convert([
    { ...first, pieces: first.pieces.slice(0, 2), durMs: 2000 },
    await separate(two, [1, 2], 500_000),
  ]);
  expect(await readFrameNumbers(made!.file)).toEqual([...range(0, 60), ...range(90, 180)]);
  const times = await timesOf(made!.file);
  expect(times.filter((at) => at > 2.03 && at < 2.85)).toEqual([]);
  expect(times.at(-1)).toBeGreaterThan(4.85);
});

it('sources-16 knows that audio which begins behind the wrap of the clock belongs to a video before it', async () => {
  const clock = 95_441;
  const epoch = await odd.epoch({ firstFrame: 0, frames: 180, clockSeconds: clock });
  const [made] = await odd.convert([await separate(epoch, [3, 4, 5], clock * SECOND)]);
  expect(await readFrameNumbers(made!.file)).toEqual(range(0, 180));
  const times = await timesOf(made!.file);
  expect(Math.abs(Math.min(...times) - 3)).toBeLessThan(0.1);
  expect(Math.abs(Math.max(...times) - 6)).toBeLessThan(0.2);
});

it('sources-16 places packed audio by its time, also behind a gap', async () => {
  const epoch = await odd.epoch({ firstFrame: 0, frames: 180 });
  const [whole] = await odd.convert([odd.run(epoch.segments)]);
  const expected = await timesOf(whole!.file);
  const packed = async (n: number): Promise<SourcePiece> => {
    const key = odd.path('.aac');
    await execute('ffmpeg', ['-v', 'error', '-i', epoch.segments[n]!, '-map', '0:a', '-c', 'copy', '-f', 'adts', key]);
    const [first] = await readPackets(epoch.segments[n]!, 'a');
    return { key, bytes: statSync(key).size, time: { ptsMs: Math.round(first!.at * SECOND), durMs: SECOND } };
  };
  const run = await separate(epoch, []);
  const audio = await Promise.all([0, 1, 3, 4, 5].map(packed));
  const [made] = await odd.convert([{ ...run, audio: [{ ...track, container: 'aac', init: null, pieces: audio }] }]);
  expect(await readFrameNumbers(made!.file)).toEqual(range(0, 180));
  const times = await timesOf(made!.file);
  expect(far(times, expected)).toEqual([]);
  expect(times.filter((at) => at > 2.03 && at < 2.93)).toEqual([]);
  expect(expected.length - times.length).toBeLessThan(50);
});

/** One track of some TS segments as fMP4 with its init section. */
async function fragmented(segments: readonly string[], map: string, more: readonly string[] = []): Promise<string> {
  const out = odd.path('.m4s');
  const input = ['-v', 'error', '-copyts', ...more, '-i', `concat:${segments.join('|')}`];
  const flags = 'frag_keyframe+delay_moov+default_base_moof+frag_discont';
  const output = ['-avoid_negative_ts', 'disabled', '-movflags', flags, '-use_editlist', '0', '-f', 'mp4', out];
  const filter = map === '0:a' ? ['-bsf:a', 'aac_adtstoasc'] : [];
  await execute('ffmpeg', [...input, ...filter, '-c', 'copy', '-copyinkf', '-map', map, ...output]);
  return out;
}
const pieceOf = (key: string, ptsMs: number, durMs = 4000): SourcePiece => ({
  key,
  bytes: statSync(key).size,
  time: { ptsMs, durMs },
});

it('sources-16 joins fMP4, with two tracks of which one is late', async () => {
  const epoch = await odd.epoch({ firstFrame: 0, frames: 120 });
  const [whole] = await odd.convert([odd.run(epoch.segments)]);
  const audio = async (id: string, lateMs: number): Promise<SourceAudio> => ({
    ...track,
    id,
    isDefault: lateMs === 0,
    container: 'fmp4',
    init: null,
    pieces: [pieceOf(await fragmented(epoch.segments, '0:a', ['-itsoffset', String(lateMs / 1000)]), 10_000 + lateMs)],
  });
  const run: SourceRun = {
    container: 'fmp4',
    init: null,
    durMs: 4000,
    pieces: [pieceOf(await fragmented(epoch.segments, '0:v'), 10_000)],
    audio: [await audio('a', 0), await audio('b', 1500)],
  };
  const [made] = await odd.convert([run]);
  expect(await readFrameNumbers(made!.file)).toEqual(range(0, 120));
  const [a, b] = [await readPackets(made!.file, 'a:0'), await readPackets(made!.file, 'a:1')];
  const expected = await timesOf(whole!.file);
  expect(
    far(
      a.map(({ at }) => at),
      expected,
    ),
  ).toEqual([]);
  expect(
    far(
      b.slice(1).map(({ at }) => at - 1.5),
      expected,
    ),
  ).toEqual([]);
  expect(Math.abs(b[0]!.at - 1.5)).toBeLessThan(0.03);
});

it('sources-16 splits a run of fMP4 whose audio is very late, and joins it in one file', async () => {
  const video = await odd.epoch({ kind: 'fmp4', firstFrame: 0, frames: 390, audio: false });
  const late = await odd.epoch({ kind: 'fmp4', firstFrame: 0, frames: 60, video: false, clockSeconds: 21 });
  const initOf = ({ init }: MadeEpoch): SourcePiece => ({ key: init!, bytes: null });
  const piecesOf = ({ segments }: MadeEpoch, fromMs: number): SourcePiece[] =>
    segments.map((key, n) => pieceOf(key, fromMs + n * SECOND, SECOND));
  const run: SourceRun = {
    container: 'fmp4',
    init: initOf(video),
    durMs: 13_000,
    pieces: piecesOf(video, 10_000),
    audio: [{ ...track, container: 'fmp4', init: initOf(late), pieces: piecesOf(late, 21_000) }],
  };
  const [made, ...others] = await odd.convert([run]);
  expect(others).toEqual([]);
  expect(made!.runs).toHaveLength(2);
  expect(await readFrameNumbers(made!.file)).toEqual(range(0, 390));
  const times = await timesOf(made!.file);
  expect(Math.abs(Math.min(...times) - 11)).toBeLessThan(0.05);
  expect(Math.abs(Math.max(...times) - 13)).toBeLessThan(0.1);
});

it('sources-16 leaves out only the segments at the start of the audio that cannot be read, and reports them', async () => {
  const epoch = await odd.epoch({ firstFrame: 0, frames: 180 });
  const run = await separate(epoch, range(0, 6));
  const audio = run.audio![0]!;
  const noise = odd.path('.ts');
  writeFileSync(noise, Buffer.alloc(5000, 1));
  const bad = audio.pieces.slice(0, 3).map((piece) => ({ ...piece, key: noise, bytes: 5000 }));
  const unreadable: SourcePiece[][] = [];
  const pieces = [...bad, ...audio.pieces.slice(3)];
  const [made] = await odd.convert([{ ...run, audio: [{ ...audio, pieces }] }], 'mp4', (one) => {
    unreadable.push([...one.pieces]);
  });
  expect(unreadable).toEqual([bad]);
  expect(await readFrameNumbers(made!.file)).toEqual(range(0, 180));
  const times = await timesOf(made!.file);
  expect(Math.abs(Math.min(...times) - 3)).toBeLessThan(0.1);
  expect(Math.abs(Math.max(...times) - 6)).toBeLessThan(0.1);
});
