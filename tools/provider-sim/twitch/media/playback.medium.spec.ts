import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../common/until.js';
import { isAdFrame } from '../../frames/digit-code.js';
import { allFrames, checkFrames, readTones } from '../../frames/index.js';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import type { ChannelSpec } from '../../scenario.js';
import { startSim, type Sim } from '../../start-sim.js';
import type { TwitchChannelSpec } from '../twitch-spec.js';
import { createViewer, type Listed, type MediaListAnswer, type Row, type Viewer } from './viewer.fixture.js';

const run = promisify(execFile);
const MEDIA = { ...SMALL_MEDIA, seconds: 16, label: 'SPEC' };
const CHANNEL = 'salty';
const SLOW_MS = 120_000;

describe('playback on the simulated Twitch', () => {
  let sim: Sim;
  let folder = '';

  async function begin(twitch: Partial<TwitchChannelSpec> = {}, more: Partial<ChannelSpec> = {}): Promise<Viewer> {
    sim = await startSim({
      scenario: {
        name: 'spec',
        about: '',
        steps: [],
        channels: [
          smallChannel(CHANNEL, {
            window: 15,
            prefill: 8,
            renditions: [{ name: 'source', media: MEDIA }],
            twitch: { userId: '7001', displayName: 'Salty', title: 'Boats', category: 'Chess', ...twitch },
            ...more,
          }),
        ],
      },
    });
    sim.act(CHANNEL, { do: 'start' });
    return createViewer(sim.url, CHANNEL);
  }
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-playback-'));
  });
  afterEach(async () => {
    await sim.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const rowOf = (rows: readonly Row[], name: string): Row =>
    rows.find(({ attributes }) => attributes.includes(`STABLE-VARIANT-ID="${name}"`)) as Row;
  const sourceOf = async (viewer: Viewer, query: Record<string, string> = {}): Promise<Row> =>
    (await viewer.master(query)).rows.find(({ attributes }) =>
      attributes.includes('IVS-VARIANT-SOURCE="source"'),
    ) as Row;
  const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
  /** Segments of one kind in one file, after the init section that they need. */
  async function fileOf(segments: readonly Listed[], map: string | null): Promise<string> {
    const parts = await Promise.all([...(map === null ? [] : [map]), ...segments.map(({ url }) => url)].map(bytesOf));
    const file = path.join(folder, `part.${map === null ? 'ts' : 'mp4'}`);
    await writeFile(file, Buffer.concat(parts));
    return file;
  }
  async function probe(file: string): Promise<Record<string, Record<string, string>>> {
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_type,codec_name,codec_tag_string,profile,level,width,height,sample_rate,avg_frame_rate,start_time',
      '-of',
      'json',
      file,
    ]);
    const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] };
    return Object.fromEntries(streams.map((stream) => [stream['codec_type'], stream]));
  }
  const list = async (viewer: Viewer, row: Row, isIt: (answer: MediaListAnswer) => boolean): Promise<MediaListAnswer> =>
    until('the list', { signal: AbortSignal.timeout(SLOW_MS), limitMs: SLOW_MS }, async () => {
      const answer = await viewer.list(row);
      return isIt(answer) && answer;
    });
  const frames = (...positions: number[]): { ranges: { first: number; count: number }[] } => ({
    ranges: positions.map((position) => ({ first: position * 60, count: 60 })),
  });

  it(
    'leads from a token over usher to a list and its segments, announced ones too',
    async () => {
      const viewer = await begin();
      const { segments, prefetch } = await viewer.list(await sourceOf(viewer));
      // More than the eight of the start, if the machine is busy.
      const count = segments.length;
      expect(count).toBeGreaterThanOrEqual(8);
      expect(segments.map(({ title, durationS, seq }) => [title, durationS, seq])).toEqual(
        Array.from({ length: count }, (_, seq) => ['live', 2, seq]),
      );
      const file = await fileOf(
        [...segments.slice(-2), ...prefetch.map((url) => ({ ...(segments[0] as Listed), url }))],
        null,
      );
      const numbers = frames(count - 2, count - 1, count, count + 1);
      expect(checkFrames({ ...numbers, sourceFrames: 480 }, await allFrames(file))).toMatchObject({ ok: true });
    },
    SLOW_MS,
  );

  it('announces nothing to who did not ask for it', async () => {
    const viewer = await begin();
    expect((await viewer.list(await sourceOf(viewer, { fast_bread: 'false' }))).prefetch).toEqual([]);
  });

  it.each(['ts', 'fmp4'] as const)(
    'shows ads in %s that nobody takes for content: another size, rate and sound, and numbers of their own',
    async (adContainer) => {
      const viewer = await begin({ prerollS: 3, playback: { adContainer } });
      const { segments } = await list(
        viewer,
        await sourceOf(viewer),
        ({ segments: [, second] }) => second?.title.startsWith('Amazon') === true,
      );
      const [piece, tail] = segments as [Listed, Listed];
      for (const [ad, count] of [
        [piece, 60],
        [tail, 30],
      ] as const) {
        expect(ad.map === null).toBe(adContainer === 'ts');
        const file = await fileOf([ad], ad.map);
        expect(await probe(file)).toMatchObject({
          video: { width: 480, height: 270, avg_frame_rate: '30000/1001' },
          audio: { sample_rate: '44100' },
        });
        const shown = await allFrames(file);
        expect(shown).toHaveLength(count);
        expect(shown.every(({ number }) => number !== null && isAdFrame(number))).toBe(true);
        expect(checkFrames({ ranges: [], sourceFrames: 480 }, shown).foreign).toHaveLength(1);
      }
    },
    SLOW_MS,
  );

  it.each([
    ['h265', 'hevc', /^hvc1\.1\.6\.L\d+\.\S*,mp4a\.40\.2$/],
    ['av1', 'av1', /^av01\.0\.\d\dM\.08,mp4a\.40\.2$/],
  ] as const)(
    'offers %s in fMP4 to who can play it',
    async (codec, codecName, codecs) => {
      const viewer = await begin(
        {},
        {
          renditions: [
            { name: 'source', media: MEDIA },
            { name: 'newer', media: { ...MEDIA, codec, width: 640, height: 360, label: 'NEWER' } },
          ],
        },
      );
      const id = `360p30-${codec}`;
      expect(rowOf((await viewer.master()).rows, id)).toBeUndefined();
      const row = rowOf((await viewer.master({ supported_codecs: `${codec},h264` })).rows, id);
      expect(/CODECS="([^"]+)"/.exec(row.attributes)?.[1]).toMatch(codecs);
      const { body, segments } = await viewer.list(row);
      expect(body).toContain('#EXT-X-VERSION:6');
      const file = await fileOf(segments.slice(0, 3), segments[0]?.map ?? '');
      const { video } = await probe(file);
      expect(video).toMatchObject({ codec_name: codecName, width: 640 });
      expect(Number(video?.['start_time'])).toBeGreaterThan(0.5);
      expect(checkFrames({ ...frames(0, 1, 2), sourceFrames: 480 }, await allFrames(file))).toMatchObject({ ok: true });
    },
    SLOW_MS,
  );

  it(
    'offers the sound alone',
    async () => {
      const viewer = await begin();
      const { segments } = await viewer.list(rowOf((await viewer.master()).rows, 'audio_only'));
      const file = await fileOf(segments.slice(0, 4), null);
      expect(Object.keys(await probe(file))).toEqual(['audio']);
      expect([...new Set((await readTones(file)).map(({ tone }) => tone))].filter((tone) => tone !== null)).toEqual([
        0, 1, 2, 3, 4, 5, 6, 7,
      ]);
    },
    SLOW_MS,
  );

  it('names segments by another address at each load where it is so', async () => {
    const viewer = await begin({ playback: { freshAddresses: true } });
    const row = await sourceOf(viewer);
    const [one, other] = [await viewer.list(row), await viewer.list(row)];
    expect(one.segments[0]?.url).not.toBe(other.segments[0]?.url);
    expect(await bytesOf(one.segments[0]?.url ?? '')).toEqual(await bytesOf(other.segments[0]?.url ?? ''));
  });

  it('refuses lists once the token has ended, and a new session works', async () => {
    const viewer = await begin({ tokenLifeS: 2 });
    const row = await sourceOf(viewer);
    await list(viewer, row, ({ status }) => status === 403);
    expect((await viewer.list(await sourceOf(viewer))).status).toBe(200);
  });

  it.each([
    [
      'with ENDLIST, then gone',
      [
        { do: 'end', how: 'endlist' },
        { do: 'end', how: 'vanish' },
      ],
      [
        [200, true],
        [404, false],
      ],
    ],
    [
      'frozen, then gone',
      [
        { do: 'drop', answer: 'frozen' },
        { do: 'end', how: 'vanish' },
      ],
      [
        [200, false],
        [404, false],
      ],
    ],
    ['at once', [{ do: 'end', how: 'vanish' }], [[404, false]]],
  ] as const)('ends %s', async (_, actions, expected) => {
    const viewer = await begin();
    const row = await sourceOf(viewer);
    const seen: (readonly [number, boolean])[] = [];
    for (const action of actions) {
      sim.act(CHANNEL, action);
      const { status, body } = await viewer.list(row);
      seen.push([status, body.includes('#EXT-X-ENDLIST')]);
    }
    expect(seen).toEqual(expected);
  });

  it('keeps the lists of a broadcast that is over from showing the next one', async () => {
    const viewer = await begin();
    const row = await sourceOf(viewer);
    await viewer.list(row);
    sim.act(CHANNEL, { do: 'end', how: 'vanish' });
    sim.act(CHANNEL, { do: 'start' });
    expect((await viewer.list(row)).status).toBe(404);
    expect((await viewer.master()).body).toContain('VALUE="40001000001"');
  });

  it('has the faults of any channel, on lists and on segments', async () => {
    const viewer = await begin();
    const row = await sourceOf(viewer);
    const {
      segments: [first],
    } = await viewer.list(row);
    const url = first?.url ?? '';
    const bytes = (await bytesOf(url)).length;
    for (const fault of [
      { on: 'playlist', mode: '503', times: 1 },
      { on: 'playlist', mode: 'html', times: 1 },
      { on: 'segment', mode: '404', fromSeq: 0, toSeq: 0, times: 1 },
      { on: 'segment', mode: 'truncate', fromSeq: 0, toSeq: 0, times: 1 },
    ] as const)
      sim.act(CHANNEL, { do: 'fault', ...fault });
    expect((await viewer.list(row)).status).toBe(503);
    expect((await viewer.list(row)).body).toContain('<!doctype');
    expect((await viewer.list(row)).segments).toHaveLength(8);
    expect((await fetch(url)).status).toBe(404);
    await expect(bytesOf(url)).rejects.toThrow();
    expect((await bytesOf(url)).length).toBe(bytes);
    expect(sim.log().channels[CHANNEL]?.requests.map(({ kind, seq, fault }) => [kind, seq, fault])).toEqual([
      ['master', null, null],
      ['playlist', null, null],
      ['segment', 0, null],
      ['playlist', null, '503'],
      ['playlist', null, 'html'],
      ['playlist', null, null],
      ['segment', 0, '404'],
      ['segment', 0, 'truncate'],
      ['segment', 0, null],
    ]);
  });
});
