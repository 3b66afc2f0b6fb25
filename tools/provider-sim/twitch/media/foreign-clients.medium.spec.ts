import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../chaos/until.js';
import { startSimProxy, type SimProxy } from '../../connect-proxy/index.js';
import { isAdFrame } from '../../frames/digit-code.js';
import { checkRecording, type RecordingReport } from '../../frames/index.js';
import { allFrames } from '../../frames/read-frames.js';
import { repositoryRoot } from '../../media/cached-folder.js';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import { startSim, type Sim } from '../../start-sim.js';
import type { TwitchChannelSpec } from '../twitch-spec.js';
import { sessionLog } from './session-log.js';

/** Shared with the `variants` scenario; longer than twice any hole that ads make. */
const MEDIA = { ...SMALL_MEDIA, seconds: 96, label: 'VARIANTS' };
const CHANNEL = 'salty';
const URL_OF_CHANNEL = `https://www.twitch.tv/${CHANNEL}`;
const LIMIT_MS = 180_000;
/** Sound of a TS segment ends up to this much before its picture: before a hole that much is missing. */
const SOUND_SHORT_MS = 120;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly said: string;
}

/**
 * Programs that know only Twitch's real addresses, through the proxy: where they and the simulator differ, the
 * simulator is wrong.
 */
describe('foreign clients on the simulated Twitch', () => {
  let folder = '';
  let sim: Sim;
  let proxy: SimProxy;

  async function begin(twitch: Partial<TwitchChannelSpec>): Promise<void> {
    const channel = smallChannel(CHANNEL, {
      window: 15,
      prefill: 15,
      renditions: [{ name: 'source', media: MEDIA }],
      twitch: { userId: '7001', displayName: 'Salty', title: 'Boats come and go', category: 'Chess', ...twitch },
    });
    sim = await startSim({ scenario: { name: 'spec', about: '', steps: [], channels: [channel] } });
    proxy = await startSimProxy(sim);
    sim.act(CHANNEL, { do: 'start' });
  }
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-foreign-'));
  });
  afterEach(async () => {
    await proxy.stop();
    await sim.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(program: string, args: readonly string[]): Promise<Ended> {
    const child = spawn(path.join(await repositoryRoot(), '.tools/venv/bin', program), [...args], {
      env: {
        ...process.env,
        REQUESTS_CA_BUNDLE: proxy.caFile,
        SSL_CERT_FILE: proxy.caFile,
        XDG_CACHE_HOME: folder,
        XDG_CONFIG_HOME: folder,
        HOME: folder,
      },
    });
    let [out, said] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out, said };
  }
  const streamlink = (...args: string[]): Promise<Ended> =>
    run('streamlink', ['--no-config', '--http-proxy', proxy.url, ...args]);
  const listed = (): number => sim.log().channels[CHANNEL]?.sessions?.[0]?.listed.length ?? 0;

  /** Records until it ends, and does things to the channel when so many content segments were listed. */
  async function record(
    args: readonly string[],
    steps: readonly (readonly [atListed: number, act: () => void])[],
  ): Promise<{ readonly ended: Ended; readonly report: RecordingReport; readonly file: string }> {
    const file = path.join(folder, 'recording.ts');
    const end = new AbortController();
    const ended = streamlink(...args, '-o', file, URL_OF_CHANNEL, 'best').finally(() => {
      end.abort();
    });
    for (const [atListed, act] of steps) {
      await until(
        `${String(atListed)} segments`,
        { signal: end.signal, limitMs: LIMIT_MS },
        () => listed() >= atListed,
      );
      act();
    }
    return {
      ended: await ended,
      report: await checkRecording([file], sessionLog(sim.log(), CHANNEL), { minReachMs: 0 }),
      file,
    };
  }
  const adFrames = async (file: string): Promise<number> =>
    (await allFrames(file)).filter(({ number }) => number !== null && isAdFrame(number)).length;

  it(
    'streamlink records all content, and neither preroll nor midroll',
    async () => {
      await begin({ prerollS: 4 });
      const { ended, report, file } = await record(
        ['--hls-live-restart'],
        [
          [
            2,
            () => {
              sim.act(CHANNEL, { do: 'ad', seconds: 4 });
            },
          ],
          [
            6,
            () => {
              sim.act(CHANNEL, { do: 'end', how: 'endlist' });
            },
          ],
        ],
      );
      expect(ended).toMatchObject({ code: 0 });
      expect(ended.out).toMatch(/Waiting for pre-roll ads to finish[^]*break of 5 seconds[^]*break of 5 seconds/);
      expect(report.frames).toMatchObject({ ok: true, lost: [], doubled: [], foreign: [], unreadable: [] });
      expect(report.frames.got).toBeGreaterThanOrEqual(6 * 60);
      expect(report.tones[0]?.wrong).toEqual([]);
      expect(report.tones[0]?.silent.filter(({ fromMs, toMs }) => toMs - fromMs > SOUND_SHORT_MS)).toEqual([]);
      expect(await adFrames(file)).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'streamlink records the announced segments with low latency, over a false discontinuity and an announced break',
    async () => {
      await begin({});
      const { ended, report } = await record(
        ['--hls-live-restart', '--twitch-low-latency'],
        [
          [
            15,
            () => {
              sim.act(CHANNEL, { do: 'discontinuity', timestamps: 'continue' });
            },
          ],
          [
            16,
            () => {
              sim.act(CHANNEL, { do: 'ad', seconds: 4 });
            },
          ],
          [
            20,
            () => {
              sim.act(CHANNEL, { do: 'end', how: 'endlist' });
            },
          ],
        ],
      );
      expect(ended).toMatchObject({ code: 0 });
      expect(ended.out).toMatch(/break of 5 seconds/);
      expect(ended.out).not.toMatch(/not a low latency stream/);
      expect(report.frames).toMatchObject({ ok: true, lost: [], doubled: [] });
    },
    LIMIT_MS,
  );

  it(
    'streamlink reads the names of the broadcast',
    async () => {
      await begin({});
      const { code, out } = await streamlink('--json', URL_OF_CHANNEL);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        plugin: 'twitch',
        metadata: { id: '40001000000', author: 'Salty', category: 'Chess', title: 'Boats come and go' },
        streams: { best: { type: 'hls' }, audio_only: { type: 'hls' } },
      });
    },
    LIMIT_MS,
  );

  it(
    'yt-dlp finds the formats of the older master',
    async () => {
      await begin({});
      const { code, out, said } = await run('yt-dlp', [
        '--ignore-config',
        '--compat-options',
        'no-certifi',
        '--proxy',
        proxy.url,
        '-J',
        URL_OF_CHANNEL,
      ]);
      expect({ code, said }).toMatchObject({ code: 0 });
      expect(JSON.parse(out)).toMatchObject({
        id: '40001000000',
        uploader: 'Salty',
        is_live: true,
        formats: [
          { format_id: expect.stringMatching(/audio/i), vcodec: 'none' },
          { height: 180, fps: 30 },
        ],
      });
    },
    LIMIT_MS,
  );

  const PAST = {
    videos: [
      {
        id: '2500000001',
        title: 'Fog',
        agoS: 9000,
        seconds: 44,
        chapters: [
          { atS: 0, category: 'Chess' },
          { atS: 20, category: 'Music' },
        ],
      },
      { id: '2500000002', title: 'Members', agoS: 9900, seconds: 20, access: 'subscribers' },
    ],
    clips: [
      {
        id: 'CalmFoggyHarbourGull',
        title: 'The gull',
        creator: 'mossy',
        agoS: 500,
        seconds: 6,
        fromS: 4,
        videoId: '2500000001',
        offsetS: 4,
      },
    ],
  } as const;
  const ytDlp = (...args: string[]): Promise<Ended> =>
    run('yt-dlp', [
      '--ignore-config',
      '--compat-options',
      'no-certifi',
      '--proxy',
      proxy.url,
      '--no-progress',
      ...args,
    ]);
  const framesOf = async (file: string): Promise<readonly (number | null)[]> =>
    (await allFrames(file)).map(({ number }) => number);
  const numbers = (from: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => from + i);

  it(
    'streamlink downloads a whole video',
    async () => {
      await begin({ past: PAST });
      const file = path.join(folder, 'video.ts');
      expect(await streamlink('-o', file, 'https://www.twitch.tv/videos/2500000001', 'best')).toMatchObject({
        code: 0,
      });
      const report = await checkRecording(
        [file],
        sim.videoLog('2500000001') ?? { segments: [], fps: 30, sourceFrames: 0 },
      );
      expect(report.frames).toMatchObject({ ok: true, expected: 44 * 30 });
      expect(report.tones[0]?.wrong).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'yt-dlp downloads a whole video with its chapters, and is told what only subscribers may see',
    async () => {
      await begin({ past: PAST });
      const file = path.join(folder, 'video.mp4');
      const { code, said } = await ytDlp('-o', file, '--write-info-json', 'https://www.twitch.tv/videos/2500000001');
      expect({ code, said }).toMatchObject({ code: 0 });
      expect(await framesOf(file)).toEqual(numbers(0, 44 * 30));
      const info = JSON.parse(await readFile(path.join(folder, 'video.info.json'), 'utf8')) as unknown;
      expect(info).toMatchObject({
        id: 'v2500000001',
        title: 'Fog',
        duration: 44,
        uploader: 'Salty',
        chapters: [
          { start_time: 0, end_time: 20, title: 'Chess' },
          { start_time: 20, end_time: 44, title: 'Music' },
        ],
      });
      expect(await ytDlp('-J', 'https://www.twitch.tv/videos/2500000002')).toMatchObject({
        code: 1,
        said: expect.stringContaining('subscriber-only'),
      });
    },
    LIMIT_MS,
  );

  it.each(['streamlink', 'yt-dlp'] as const)(
    '%s downloads a clip',
    async (program) => {
      await begin({ past: PAST });
      const file = path.join(folder, 'clip.mp4');
      const page = 'https://clips.twitch.tv/CalmFoggyHarbourGull';
      const ended = program === 'yt-dlp' ? await ytDlp('-o', file, page) : await streamlink('-o', file, page, 'best');
      expect(ended).toMatchObject({ code: 0 });
      expect(await framesOf(file)).toEqual(numbers(4 * 30, 6 * 30));
    },
    LIMIT_MS,
  );
});
