import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '../../../common/until.js';
import { concurrentCases } from '../../../jest/concurrent-cases.js';
import { startSimProxy, type SimProxy } from '../../connect-proxy/index.js';
import { isAdFrame } from '../../frames/digit-code.js';
import { checkRecording, type RecordingReport } from '../../frames/index.js';
import { allFrames } from '../../frames/read-frames.js';
import { repositoryRoot } from '../../media/cached-folder.js';
import { SMALL_MEDIA } from '../../media/media-spec.js';
import type { Action } from '../../scenario.js';
import { smallChannel } from '../../scenarios/small-channel.js';
import { startSim, type Sim } from '../../start-sim.js';
import type { TwitchAction, TwitchChannelSpec } from '../twitch-spec.js';
import { sessionLog } from './session-log.js';

/** Shared with the `variants` scenario; longer than twice any gap that ads make. */
const MEDIA = { ...SMALL_MEDIA, seconds: 96, label: 'VARIANTS' };
const CHANNEL = 'salty';
const URL_OF_CHANNEL = `https://www.twitch.tv/${CHANNEL}`;
const LIMIT_MS = 180_000;
jest.setTimeout(LIMIT_MS);

/** Sound of a TS segment ends up to this much before its picture: before a gap that much is missing. */
const SOUND_SHORT_MS = 120;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly output: string;
}

/** A simulated Twitch that is live, a proxy that leads to it, and a home for the programs. */
class Place {
  private constructor(
    readonly sim: Sim,
    private readonly around: {
      readonly folder: string;
      readonly proxy: SimProxy;
      readonly cleaning: AsyncDisposableStack;
    },
  ) {}

  static async open(twitch: Partial<TwitchChannelSpec>): Promise<Place> {
    const cleaning = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'vodkeep-foreign-'));
    cleaning.defer(() => rm(folder, { recursive: true, force: true }));
    const channel = smallChannel(CHANNEL, {
      // Longer than a recording: on a busy machine, a program is late, and what it asks for is still there.
      window: 60,
      prefill: 15,
      renditions: [{ name: 'source', media: MEDIA }],
      twitch: { userId: '7001', displayName: 'Salty', title: 'Boats come and go', category: 'Chess', ...twitch },
    });
    const sim = await startSim({ scenario: { name: 'spec', about: '', steps: [], channels: [channel] } });
    cleaning.defer(() => sim.stop());
    const proxy = await startSimProxy(sim);
    cleaning.defer(() => proxy.stop());
    sim.act(CHANNEL, { do: 'start' });
    return new Place(sim, { folder, proxy, cleaning });
  }
  close(): Promise<void> {
    return this.around.cleaning.disposeAsync();
  }

  file(name: string): string {
    return path.join(this.around.folder, name);
  }

  private async run(program: string, args: readonly string[]): Promise<Ended> {
    const { folder, proxy } = this.around;
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
    let [out, output] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, out, output };
  }
  streamlink(...args: string[]): Promise<Ended> {
    return this.run('streamlink', ['--no-config', '--http-proxy', this.around.proxy.url, ...args]);
  }
  ytDlp(...args: string[]): Promise<Ended> {
    const own = [
      '--ignore-config',
      '--compat-options',
      'no-certifi',
      '--proxy',
      this.around.proxy.url,
      '--no-progress',
    ];
    return this.run('yt-dlp', [...own, ...args]);
  }

  /** Records until it ends, and does things to the channel when so many content segments were listed. */
  async record(
    args: readonly string[],
    steps: readonly (readonly [atListed: number, work: Action | TwitchAction])[],
  ): Promise<{ readonly ended: Ended; readonly report: RecordingReport; readonly file: string }> {
    const { sim } = this;
    const file = this.file('recording.ts');
    const end = new AbortController();
    const ended = this.streamlink(...args, '-o', file, URL_OF_CHANNEL, 'best').finally(() => {
      end.abort();
    });
    const listed = (): number => sim.log().channels[CHANNEL]?.sessions?.[0]?.listed.length ?? 0;
    for (const [atListed, work] of steps) {
      await until(
        `${String(atListed)} segments`,
        { signal: end.signal, limitMs: LIMIT_MS },
        () => listed() >= atListed,
      );
      sim.act(CHANNEL, work);
    }
    return {
      ended: await ended,
      report: await checkRecording([file], sessionLog(sim.log(), CHANNEL), { minReachMs: 0 }),
      file,
    };
  }
}

/** Runs a test in a place of its own. */
const placed =
  (twitch: Partial<TwitchChannelSpec>, testCase: (place: Place) => Promise<void>) => async (): Promise<void> => {
    const place = await Place.open(twitch);
    try {
      await testCase(place);
    } finally {
      await place.close();
    }
  };
const adFrames = async (file: string): Promise<number> =>
  (await allFrames(file)).filter(({ number }) => number !== null && isAdFrame(number)).length;
const framesOf = async (file: string): Promise<readonly (number | null)[]> =>
  (await allFrames(file)).map(({ number }) => number);
const numbers = (from: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => from + i);
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

/**
 * Programs that know only Twitch's real addresses, through the proxy: where they and the simulator differ, the
 * simulator is wrong.
 */
describe('third-party clients on the simulated Twitch', () => {
  // The media are encoded once, before several cases ask for them at once.
  beforeAll(async () => {
    await (await Place.open({})).close();
  });
  /** Recordings take their time and wait for most of it: they run while the other cases do. */
  const recordings = concurrentCases();

  it(
    'streamlink reads the names of the broadcast',
    placed({}, async (place) => {
      const { code, out } = await place.streamlink('--json', URL_OF_CHANNEL);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        plugin: 'twitch',
        metadata: { id: '40001000000', author: 'Salty', category: 'Chess', title: 'Boats come and go' },
        streams: { best: { type: 'hls' }, audio_only: { type: 'hls' } },
      });
    }),
  );

  it(
    'yt-dlp finds the formats of the older master',
    placed({}, async (place) => {
      const { code, out, output } = await place.ytDlp('-J', URL_OF_CHANNEL);
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(JSON.parse(out)).toMatchObject({
        id: '40001000000',
        uploader: 'Salty',
        is_live: true,
        formats: [
          { format_id: expect.stringMatching(/audio/i), vcodec: 'none' },
          { height: 180, fps: 30 },
        ],
      });
    }),
  );

  it(
    'streamlink downloads a whole video',
    placed({ past: PAST }, async (place) => {
      const file = place.file('video.ts');
      expect(await place.streamlink('-o', file, 'https://www.twitch.tv/videos/2500000001', 'best')).toMatchObject({
        code: 0,
      });
      const report = await checkRecording(
        [file],
        place.sim.videoLog('2500000001') ?? { segments: [], fps: 30, sourceFrames: 0 },
      );
      expect(report.frames).toMatchObject({ ok: true, expected: 44 * 30 });
      expect(report.tones[0]?.wrong).toEqual([]);
    }),
  );

  it(
    'yt-dlp downloads a whole video with its chapters, and learns what only subscribers may see',
    placed({ past: PAST }, async (place) => {
      const file = place.file('video.mp4');
      const { code, output } = await place.ytDlp(
        '-o',
        file,
        '--write-info-json',
        'https://www.twitch.tv/videos/2500000001',
      );
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(await framesOf(file)).toEqual(numbers(0, 44 * 30));
      const info = JSON.parse(await readFile(place.file('video.info.json'), 'utf8')) as unknown;
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
      expect(await place.ytDlp('-J', 'https://www.twitch.tv/videos/2500000002')).toMatchObject({
        code: 1,
        output: expect.stringContaining('subscriber-only'),
      });
    }),
  );

  it.each(['streamlink', 'yt-dlp'] as const)('%s downloads a clip', (program) =>
    placed({ past: PAST }, async (place) => {
      const file = place.file('clip.mp4');
      const page = 'https://clips.twitch.tv/CalmFoggyHarbourGull';
      const ended =
        program === 'yt-dlp' ? await place.ytDlp('-o', file, page) : await place.streamlink('-o', file, page, 'best');
      expect(ended).toMatchObject({ code: 0 });
      expect(await framesOf(file)).toEqual(numbers(4 * 30, 6 * 30));
    })(),
  );

  recordings.it(
    'streamlink records all content, and neither preroll nor midroll',
    placed({ prerollS: 4 }, async (place) => {
      const { ended, report, file } = await place.record(
        ['--hls-live-restart'],
        [
          [2, { do: 'ad', seconds: 4 }],
          [6, { do: 'end', how: 'endlist' }],
        ],
      );
      expect(ended).toMatchObject({ code: 0 });
      expect(ended.out).toMatch(/break of 5 seconds[^]*break of 5 seconds/);
      expect(report.frames).toMatchObject({ ok: true, lost: [], doubled: [], foreign: [], unreadable: [] });
      expect(report.frames.got).toBeGreaterThanOrEqual(6 * 60);
      expect(report.tones[0]?.wrong).toEqual([]);
      expect(report.tones[0]?.silent.filter(({ fromMs, toMs }) => toMs - fromMs > SOUND_SHORT_MS)).toEqual([]);
      expect(await adFrames(file)).toBe(0);
    }),
  );

  recordings.it(
    'streamlink records the announced segments with low latency, over a false discontinuity and an announced break',
    placed({}, async (place) => {
      const { ended, report } = await place.record(
        ['--hls-live-restart', '--twitch-low-latency'],
        [
          [15, { do: 'discontinuity', timestamps: 'continue' }],
          [16, { do: 'ad', seconds: 4 }],
          [20, { do: 'end', how: 'endlist' }],
        ],
      );
      expect(ended).toMatchObject({ code: 0 });
      expect(ended.out).toMatch(/break of 5 seconds/);
      expect(ended.out).not.toMatch(/not a low latency stream/);
      expect(report.frames).toMatchObject({ ok: true, lost: [], doubled: [] });
    }),
  );
});
