import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allFrames, checkFrames, checkTones, expectedFrames, readTones, type FrameRange } from './frames/index.js';
import { repositoryRoot } from './media/cached-folder.js';
import { cutSource, type CutMedia } from './media/cut-source.js';
import { SMALL_MEDIA } from './media/media-spec.js';
import { Rendition } from './channel/rendition.js';
import { smallChannel } from './scenarios/small-channel.js';
import { startSim, type Sim } from './start-sim.js';

const run = promisify(execFile);
const SPEC = { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' };
const FRAMES = 60;

/** First video timestamp of a body, in seconds. */
async function firstPts(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v', '-read_intervals', '%+#1', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file]);
  return Number(stdout.split('\n')[0]?.replace(',', ''));
}

describe('the simulator and its frame checker', () => {
  let folder = '';
  const media: { ts: CutMedia | null; fmp4: CutMedia | null } = { ts: null, fmp4: null };
  const renditionOf = (container: 'ts' | 'fmp4'): Rendition => new Rendition('source', media[container] as CutMedia);

  async function fileOf(container: 'ts' | 'fmp4', segments: readonly (readonly [position: number, shiftS: number])[]): Promise<string> {
    const rendition = renditionOf(container);
    const bodies = await Promise.all(segments.map(([position, shiftS]) => rendition.body(position, shiftS)));
    const file = path.join(folder, `${container}-${segments.map(String).join('-')}.${container === 'ts' ? 'ts' : 'mp4'}`);
    await writeFile(file, Buffer.concat([rendition.media.init ?? Buffer.alloc(0), ...bodies]));
    return file;
  }
  const offered = (...positions: number[]): FrameRange[] => positions.map((position) => ({ first: position * FRAMES, count: FRAMES }));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-sim-'));
    const cache = path.join(await repositoryRoot(), '.cache/sim');
    media.ts = await cutSource(cache, SPEC, { container: 'ts', segmentS: 2 });
    media.fmp4 = await cutSource(cache, SPEC, { container: 'fmp4', segmentS: 2 });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(['ts', 'fmp4'] as const)('passes a clean recording in %s, picture and sound', async (container) => {
    const file = await fileOf(container, [[1, 0], [2, 0], [3, 0]]);
    const frames = await allFrames(file);
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({ ok: true, got: 3 * FRAMES });
    expect(checkTones(frames, await readTones(file))).toMatchObject({ ok: true });
  });

  it('fails on a planted lost segment', async () => {
    const file = await fileOf('fmp4', [[1, 0], [3, 0]]);
    const frames = await allFrames(file);
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({ ok: false, lost: offered(2), doubled: [], swapped: [] });
  });

  it('fails on a planted doubled segment', async () => {
    const frames = await allFrames(await fileOf('ts', [[1, 0], [2, 0], [2, 2], [3, 2]]));
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({ ok: false, lost: [], doubled: offered(2) });
  });

  it('fails on a planted swapped segment', async () => {
    const frames = await allFrames(await fileOf('ts', [[2, -2], [1, 2], [3, 0]]));
    expect(checkFrames({ ranges: offered(1, 2, 3) }, frames)).toMatchObject({ ok: false, lost: [], doubled: [], swapped: offered(1) });
  });

  it('fails on sound that is late for its picture', async () => {
    const clean = await fileOf('ts', [[1, 0], [2, 0]]);
    const late = path.join(folder, 'late.mkv');
    await run('ffmpeg', ['-v', 'error', '-y', '-i', clean, '-itsoffset', '0.15', '-i', clean, '-map', '0:v', '-map', '1:a', '-c', 'copy', late]);
    const report = checkTones(await allFrames(late), await readTones(late));
    expect(report.ok).toBe(false);
    expect(report.wrong.length).toBeGreaterThan(2);
  });

  it.each(['ts', 'fmp4'] as const)('moves the timestamps of %s over the loop of the source', async (container) => {
    const last = await fileOf(container, [[7, 0]]);
    const looped = await fileOf(container, [[8, 0]]);
    expect(await firstPts(looped) - await firstPts(last)).toBeCloseTo(2, 3);
    const over = await fileOf(container, [[6, 0], [7, 0], [8, 0], [9, 0]]);
    const frames = await allFrames(over);
    expect(checkFrames({ ranges: offered(6, 7, 8, 9), sourceFrames: 8 * FRAMES }, frames)).toMatchObject({ ok: true });
  });

  it('offers by its log what a plain client fetches', async () => {
    const channel = smallChannel('spec', { renditions: [{ name: 'source', media: SPEC }], segmentS: 1, window: 6, prefill: 6 });
    const sim: Sim = await startSim({ scenario: { name: 'spec', about: '', channels: [channel], steps: [] } });
    try {
      sim.act('spec', { do: 'start' });
      sim.act('spec', { do: 'end', how: 'endlist' });
      const url = sim.channels[0]?.url ?? '';
      const frames = await allFrames(url);
      const log = sim.log().channels['spec'];
      expect(checkFrames({ ranges: expectedFrames(log ?? { segments: [] }, { minReachMs: 0 }) }, frames)).toMatchObject({ ok: true, got: 6 * 30 });
      expect(log?.requests.filter(({ kind, status }) => kind === 'segment' && status === 200).map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
    } finally {
      await sim.stop();
    }
  });
});
