import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allFrames, checkFrames, checkRecording, checkTones, readTones, type FrameRange } from './frames/index.js';
import { repositoryRoot } from './media/cached-folder.js';
import { cutSource, type CutMedia } from './media/cut-source.js';
import { SMALL_MEDIA } from './media/media-spec.js';
import { Rendition } from './channel/rendition.js';
import type { ChannelSpec } from './scenario.js';
import { smallChannel } from './scenarios/small-channel.js';
import type { ChannelLog } from './sim-log.js';
import { startSim, type Sim } from './start-sim.js';

const run = promisify(execFile);
const SPEC = { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' };
const FRAMES = 60;

/** First video timestamp of a body, in seconds. */
async function firstPts(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-read_intervals',
    '%+#1',
    '-show_entries',
    'packet=pts_time',
    '-of',
    'csv=p=0',
    file,
  ]);
  return Number(stdout.split('\n')[0]?.replace(',', ''));
}

describe('the simulator and its frame checker', () => {
  let folder = '';
  const media: { ts: CutMedia | null; fmp4: CutMedia | null } = { ts: null, fmp4: null };
  const renditionOf = (container: 'ts' | 'fmp4'): Rendition => new Rendition('source', media[container] as CutMedia);

  async function fileOf(
    container: 'ts' | 'fmp4',
    segments: readonly (readonly [position: number, shiftS: number])[],
  ): Promise<string> {
    const rendition = renditionOf(container);
    const bodies = await Promise.all(segments.map(([position, shiftS]) => rendition.body(position, shiftS)));
    const file = path.join(
      folder,
      `${container}-${segments.map(String).join('-')}.${container === 'ts' ? 'ts' : 'mp4'}`,
    );
    await writeFile(file, Buffer.concat([rendition.media.init ?? Buffer.alloc(0), ...bodies]));
    return file;
  }
  const simOf = (more: Partial<ChannelSpec>): Promise<Sim> => {
    const channel = smallChannel('spec', { renditions: [{ name: 'source', media: SPEC }], prefill: 6, ...more });
    return startSim({ scenario: { name: 'spec', about: '', channels: [channel], steps: [] } });
  };
  const logOf = (sim: Sim): ChannelLog => sim.log().channels['spec'] as ChannelLog;
  const offered = (...positions: number[]): FrameRange[] =>
    positions.map((position) => ({ first: position * FRAMES, count: FRAMES }));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-sim-'));
    const cache = path.join(await repositoryRoot(), '.cache/sim');
    media.ts = await cutSource(cache, SPEC, { container: 'ts', segmentS: 2 });
    media.fmp4 = await cutSource(cache, SPEC, { container: 'fmp4', segmentS: 2 });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(['ts', 'fmp4'] as const)('passes a clean recording in %s, picture and sound', async (container) => {
    const file = await fileOf(container, [
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    const frames = await allFrames(file);
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({ ok: true, got: 3 * FRAMES });
    expect(checkTones(frames, await readTones(file))).toMatchObject({ ok: true });
  });

  it('fails on a planted lost segment', async () => {
    const file = await fileOf('fmp4', [
      [1, 0],
      [3, 0],
    ]);
    const frames = await allFrames(file);
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({
      ok: false,
      lost: offered(2),
      doubled: [],
      swapped: [],
    });
  });

  it('fails on a planted doubled segment', async () => {
    const frames = await allFrames(
      await fileOf('ts', [
        [1, 0],
        [2, 0],
        [2, 2],
        [3, 2],
      ]),
    );
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({
      ok: false,
      lost: [],
      doubled: offered(2),
    });
  });

  it('fails on a planted swapped segment', async () => {
    const frames = await allFrames(
      await fileOf('ts', [
        [2, -2],
        [1, 2],
        [3, 0],
      ]),
    );
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({
      ok: false,
      lost: [],
      doubled: [],
      swapped: offered(1),
    });
  });

  it('fails on sound that is late for its picture', async () => {
    const clean = await fileOf('ts', [
      [1, 0],
      [2, 0],
    ]);
    const late = path.join(folder, 'late.mkv');
    await run('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      clean,
      '-itsoffset',
      '0.15',
      '-i',
      clean,
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c',
      'copy',
      late,
    ]);
    const report = checkTones(await allFrames(late), await readTones(late));
    expect(report.ok).toBe(false);
    expect(report.wrong.length).toBeGreaterThan(2);
  });

  it.each(['ts', 'fmp4'] as const)('moves the timestamps of %s over the loop of the source', async (container) => {
    const last = await fileOf(container, [[7, 0]]);
    const looped = await fileOf(container, [[8, 0]]);
    expect((await firstPts(looped)) - (await firstPts(last))).toBeCloseTo(2, 3);
    const over = await fileOf(container, [
      [6, 0],
      [7, 0],
      [8, 0],
      [9, 0],
    ]);
    const frames = await allFrames(over);
    expect(checkFrames({ ranges: offered(6, 7, 8, 9), sourceFrames: 8 * FRAMES }, frames)).toMatchObject({ ok: true });
  });

  it.each([
    ['files', {}],
    ['fMP4', { container: 'fmp4' }],
    ['ranges of one file', { byteRange: true }],
    ['ranges of one fMP4 file', { container: 'fmp4', byteRange: true }],
    ['AES-128', { aes: { rotateEvery: 2, explicitIv: false } }],
    ['AES-128 fMP4', { container: 'fmp4', aes: { rotateEvery: 1, explicitIv: true } }],
  ] as const)('offers by its log what a plain client fetches: %s', async (_, more) => {
    const sim = await simOf(more);
    try {
      sim.act('spec', { do: 'start' });
      sim.act('spec', { do: 'end', how: 'endlist' });
      const log = logOf(sim);
      expect(await checkRecording([sim.channels[0]?.url ?? ''], log, { minReachMs: 0 })).toMatchObject({
        ok: true,
        frames: { got: 6 * FRAMES },
      });
      const fetched = new Set(
        logOf(sim)
          .requests.filter(({ kind, status }) => kind === 'segment' && (status === 200 || status === 206))
          .map(({ seq }) => seq),
      );
      expect([...fetched]).toEqual([0, 1, 2, 3, 4, 5]);
    } finally {
      await sim.stop();
    }
  });

  it('answers as its faults say, and well again afterwards', async () => {
    const sim = await simOf({});
    try {
      sim.act('spec', { do: 'start' });
      const playlist = sim.channels[0]?.url ?? '';
      const segment = new URL('source/5.ts', playlist);
      const bytes = logOf(sim).segments[5]?.bytes;
      for (const action of [
        { on: 'playlist', mode: '503', times: 1 },
        { on: 'segment', mode: 'truncate', times: 1 },
        { on: 'segment', mode: 'close', times: 1 },
      ] as const)
        sim.act('spec', { do: 'fault', ...action });
      expect((await fetch(playlist)).status).toBe(503);
      expect((await fetch(playlist)).status).toBe(200);
      await expect(fetch(segment).then((answer) => answer.arrayBuffer())).rejects.toThrow();
      await expect(fetch(segment)).rejects.toThrow();
      expect((await (await fetch(segment)).arrayBuffer()).byteLength).toBe(bytes);
      expect(logOf(sim).requests.map(({ fault }) => fault)).toEqual(['503', null, 'truncate', 'close', null]);
    } finally {
      await sim.stop();
    }
  });
});
