import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readTdChat, type TdPiece } from '#libs/chat';
import { type chatDownloadJob, type clipDownloadJob, objectKeys, type videoDownloadJob } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { OutsideError, untranslated } from '#libs/errors';
import { NO_ACCOUNT, type VideoArchive, type PastVideo, Providers, SiteAddresses } from '#libs/providers';
import { type JobCommand } from '#libs/service-kit';
import { openStorage, type OpenStorage, type Storage } from '#libs/storage';
import { tempDir } from '#libs/testkit';
import { ulid } from 'ulid';
import { checkRecording, type RecordingReport } from '../../../../tools/provider-sim/frames/index.js';
import {
  type PastVideoSpec,
  type Sim,
  smallChannel,
  SMALL_MEDIA,
  startSim,
} from '../../../../tools/provider-sim/index.js';
import { ChatDownloadHandler } from './chat-download.handler.js';
import { ClipDownloadHandler } from './clip-download.handler.js';
import { DownloadFixture } from './download.fixture.js';
import { videoArchiveOf } from './open-video.js';
import { readStoredPart } from './stored-part.js';
import { VideoDownloadHandler } from './video-download.handler.js';

jest.setTimeout(60_000);

type VideoCommand = JobCommand<typeof videoDownloadJob>;
type ChatCommand = JobCommand<typeof chatDownloadJob>;

const SITE = 'twitch';
const MEDIA = { ...SMALL_MEDIA, seconds: 32, label: 'PAST' };
const VIDEOS: readonly PastVideoSpec[] = [
  {
    id: '2600000001',
    title: 'Long',
    agoS: 90_000,
    seconds: 120,
    viewCount: 240,
    muted: [{ from: 3, count: 2 }],
    chapters: [
      { atS: 0, category: 'Chess' },
      { atS: 45, category: 'Music' },
    ],
    chat: { perMinute: 2400, nullPages: 1, goneEvery: 50 },
  },
  {
    id: '2600000002',
    title: 'Unmuted names',
    agoS: 90_000,
    seconds: 40,
    muted: [{ from: 0, count: 2 }],
    mutedNames: 'unmuted',
  },
  { id: '2600000003', title: 'In MP4', agoS: 90_000, seconds: 40, container: 'fmp4' },
  { id: '2600000004', title: 'Members', agoS: 90_000, seconds: 20, access: 'subscribers' },
  {
    id: '2600000005',
    title: 'Paged by time',
    agoS: 90_000,
    seconds: 60,
    chat: { perMinute: 900, refusesCursor: true },
  },
  { id: '2600000006', title: 'Silent', agoS: 90_000, seconds: 20, chat: { isOff: true } },
];

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
let sim: Sim;
let site: Providers;
let fixture: DownloadFixture;
/** Called before each object is stored. */
let onPut: (key: string) => void;

beforeAll(async () => {
  dir = tempDir('past-downloads');
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'media'), sync: 'off' });
  const channel = smallChannel('salty', {
    segmentS: 1,
    prefill: 4,
    renditions: [{ name: 'source', media: MEDIA }],
    twitch: {
      userId: '7001',
      displayName: 'Salty',
      title: 'Boats',
      category: 'Chess',
      past: {
        videos: VIDEOS,
        clips: [
          {
            id: 'CalmGull',
            title: 'The gull',
            creator: 'mossy',
            agoS: 600,
            seconds: 6,
            fromS: 4,
            videoId: '2600000001',
            offsetS: 20,
          },
        ],
      },
    },
  });
  sim = await startSim({ scenario: { name: 'spec', about: '', steps: [], channels: [channel] } });
  site = new Providers({ sites: new SiteAddresses(`${sim.url}/h/{host}`), account: () => NO_ACCOUNT });
}, 60_000);
afterAll(async () => {
  await sim.stop();
  await storage.close();
  dir.remove();
});
beforeEach(() => {
  [fixture, onPut] = [new DownloadFixture({}, storage), () => undefined];
});

const stored = (): Storage =>
  Object.assign(Object.create(storage) as Storage, {
    list: storage.list.bind(storage),
    read: storage.read.bind(storage),
    put: (...[key, body, options]: Parameters<Storage['put']>) => {
      onPut(key);
      return storage.put(key, body, options);
    },
  });
const videoOf = async (id: string): Promise<PastVideo> => {
  const video = await site.of(SITE).videoArchive?.video(id, AbortSignal.timeout(10_000));
  if (!video) throw new RangeError(`no video ${id}`);
  return video;
};
const newVideos = (): VideoDownloadHandler =>
  new VideoDownloadHandler(fixture.runner, fixture.secrets, site, stored(), fixture.identity, fixture.log);
const newChats = (from: Pick<Providers, 'of'> = site): ChatDownloadHandler =>
  new ChatDownloadHandler(fixture.runner, from as Providers, stored(), fixture.log);
const newClips = (): ClipDownloadHandler => new ClipDownloadHandler(fixture.runner, site, stored(), fixture.log);

async function commandOf(videoId: string): Promise<VideoCommand> {
  const startedAt = videoId === '2600000004' ? 0 : (await videoOf(videoId)).createdAt.getTime();
  return {
    jobName: `download_vod_${videoId}`,
    attempt: ulid(),
    input: {
      vodUuid: randomUUID(),
      partId: ulid(),
      place: 'parts',
      providerKind: SITE,
      videoId,
      startedAt,
      fromMs: 0,
      toMs: null,
      qualities: ['source'],
      nearestBelow: false,
      channelUuid: randomUUID(),
      sealedHeaders: null,
    },
  };
}

/** Compares the stored frames with those of the video. */
async function checked({ input: { vodUuid, partId, videoId } }: VideoCommand): Promise<RecordingReport> {
  const { info } = await readStoredPart(storage, vodUuid, partId);
  const { runs, gaps } = buildTimeline([info]);
  expect(gaps).toEqual([]);
  const bodies: Buffer[] = [];
  for (const run of runs) {
    if (run.initCrc !== null) bodies.push(await storage.read(objectKeys.init(vodUuid, partId, run.initCrc)));
    for (const name of run.segments) bodies.push(await storage.read(objectKeys.segment(vodUuid, partId, name)));
  }
  const file = join(dir.path, `${vodUuid}.media`);
  await writeFile(file, Buffer.concat(bodies));
  return checkRecording([file], sim.videoLog(videoId) ?? { segments: [], fps: 30, sourceFrames: 0 }, {
    endToleranceMs: 120,
  });
}

describe('a video of the simulated Twitch', () => {
  it.each(['2600000001', '2600000003'])('%s is downloaded completely: every frame once, in order', async (id) => {
    const command = await commandOf(id);
    await newVideos().run(command, fixture.delivered());
    expect(fixture.last('job-failed')).toBeUndefined();
    expect((await checked(command)).frames).toMatchObject({ ok: true, lost: [], doubled: [] });
  });

  it('has every frame once after its download was interrupted three times', async () => {
    const command = await commandOf('2600000001');
    for (const at of [/s\/000000-000000000002-/, /s\/\d+-000000000005-/, /s\/\d+-000000000009-/]) {
      const killed = new AbortController();
      onPut = (key) => {
        if (at.test(key)) killed.abort(new OutsideError(untranslated('gone', 'the recorder is gone')));
      };
      await expect(newVideos().run(command, fixture.delivered(killed.signal))).rejects.toThrow('the recorder is gone');
    }
    onPut = () => undefined;
    await newVideos().run(command, fixture.delivered(undefined, 4));
    expect((await checked(command)).frames).toMatchObject({ ok: true, lost: [], doubled: [] });
  });

  it('contains its muted segments, whichever name they have at the site', async () => {
    const command = await commandOf('2600000002');
    await newVideos().run(command, fixture.delivered());
    const { info } = await readStoredPart(storage, command.input.vodUuid, command.input.partId);
    expect(info.segments.map((s) => s.seq)).toEqual([0, 1, 2, 3]);
    expect(info.gaps).toEqual([]);
    expect((await checked(command)).frames.ok).toBe(true);
  });

  it('that is only for subscribers fails with a reason that says so', async () => {
    await newVideos().run(await commandOf('2600000004'), fixture.delivered());
    expect(fixture.failure).toEqual({
      waiting: false,
      reason: expect.stringMatching(/subscribers/),
    });
  });
});

interface ChatOf {
  readonly pieces: TdPiece[];
  readonly text: string;
}
async function chatOf(
  videoId: string,
  more: Partial<ChatCommand['input']> = {},
): Promise<ChatOf & { command: ChatCommand }> {
  const { createdAt, durationMs, title } = await videoOf(videoId);
  const attempt = ulid();
  const command: ChatCommand = {
    jobName: `chatdownload_${videoId}`,
    attempt,
    input: {
      providerKind: SITE,
      videoId,
      startedAt: createdAt.getTime(),
      method: 'td',
      vodUuid: null,
      outKey: `saved_vods/${attempt}.json`,
      workPrefix: `work/${attempt}/`,
      fromMs: 0,
      toMs: null,
      streamer: { id: '7001', login: 'salty', name: 'Salty' },
      title,
      category: '',
      lengthMs: durationMs,
      ...more,
    },
  };
  await newChats().run(command, fixture.delivered());
  return { ...(await fileOf(command.input.outKey)), command };
}
/** The same download as a new attempt, into another file. */
function newAttempt({ jobName, input }: ChatCommand): ChatCommand {
  const attempt = ulid();
  return {
    jobName,
    attempt,
    input: { ...input, outKey: `saved_vods/${attempt}.json`, workPrefix: `work/${attempt}/` },
  };
}
async function fileOf(key: string): Promise<ChatOf> {
  const bytes = await storage.read(key);
  const pieces: TdPiece[] = [];

  for await (const piece of readTdChat(
    (async function* () {
      yield bytes;
    })(),
  ))
    pieces.push(piece);
  return { pieces, text: bytes.toString('utf8') };
}
const messages = ({ pieces }: ChatOf) => pieces.flatMap((p) => (p.kind === 'entry' ? [p.entry.message] : []));
const idsOf = (chat: ChatOf): string[] => messages(chat).map((m) => m.id);

/** A site that answers requests for the chat, but not those for the video. */
function withoutVideo(videoArchive: VideoArchive, name: keyof VideoArchive): unknown {
  if (name === 'video' || name === 'chapters')
    return () => Promise.reject(new OutsideError(untranslated('site-away', 'away')));
  const own = videoArchive[name];
  return typeof own === 'function' ? (own as () => unknown).bind(videoArchive) : own;
}

describe('the chat of a video of the simulated Twitch', () => {
  let downloaded: ReturnType<typeof chatOf> | undefined;
  /** The chat of the long video, downloaded once: it has thousands of messages. */
  const longChat = (): ReturnType<typeof chatOf> => (downloaded ??= chatOf('2600000001'));

  it('is a TwitchDownloader file with every message once and in order, also those of deleted accounts (W54)', async () => {
    const chat = await longChat();
    const read = messages(chat);
    expect(read.length).toBeGreaterThan(4000);
    expect(new Set(idsOf(chat)).size).toBe(read.length);
    expect(
      read.flatMap((m, i) => (i > 0 && m.atMs < (read[i - 1]?.atMs ?? 0) ? [[i, read[i - 1]?.atMs, m.atMs]] : [])),
    ).toEqual([]);
    expect(read.some((m) => m.author?.id === '' && m.author.name !== '')).toBe(true);
    expect(JSON.parse(chat.text)).toMatchObject({
      FileInfo: { Version: { Major: 1 } },
      streamer: { name: 'Salty', id: 7001 },
      video: {
        id: '2600000001',
        title: 'Long',
        start: 0,
        end: 120,
        viewCount: 240,
        game: 'Chess',
        chapters: [
          { startMilliseconds: 0, lengthMilliseconds: 45_000, type: 'GAME_CHANGE', gameDisplayName: 'Chess' },
          {
            startMilliseconds: 45_000,
            lengthMilliseconds: 75_000,
            gameDisplayName: 'Music',
            gameId: expect.stringMatching(/^\d+$/),
          },
        ],
      },
      comments: expect.any(Array),
    });
    expect(fixture.last('job-done')).toMatchObject({ attempt: chat.command.attempt });
    expect(fixture.result).toEqual({
      key: chat.command.input.outKey,
      messages: read.length,
      warnings: [],
      sizeBytes: Buffer.byteLength(chat.text),
    });
    expect(fixture.pulses.at(-1)).toMatchObject({ unit: 'media-ms' });
  });

  it('is complete if the site does not answer requests for its video', async () => {
    const silent = { of: () => ({ videoArchive: new Proxy(videoArchiveOf(site, SITE), { get: withoutVideo }) }) };
    const command = newAttempt((await chatOf('2600000006')).command);
    await newChats(silent as never).run(command, fixture.delivered());
    expect(JSON.parse((await fileOf(command.input.outKey)).text)).toMatchObject({
      video: { viewCount: 0, game: '', chapters: [] },
    });
  });

  it('is a tcd file with the same messages if that is requested', async () => {
    const [td, tcd] = [await chatOf('2600000005'), await chatOf('2600000005', { method: 'tcd' })];
    expect(JSON.parse(tcd.text)).toMatchObject({
      video: { id: '2600000005', user_login: 'salty', duration: '1m0s' },
      comments: expect.any(Array),
    });
    expect(tcd.text).not.toContain('FileInfo');
    expect(idsOf(tcd)).toEqual(idsOf(td));
    expect(idsOf(td).length).toBeGreaterThan(700);
  });

  it('continues after its last chunk when its download was interrupted, without missing or duplicate messages', async () => {
    const whole = await longChat();
    const killed = new AbortController();
    let chunks = 0;
    onPut = (key) => {
      if (key.endsWith('.ndjson') && (chunks += 1) === 2)
        killed.abort(new OutsideError(untranslated('gone', 'the recorder is gone')));
    };
    const command = newAttempt(whole.command);
    await expect(newChats().run(command, fixture.delivered(killed.signal))).rejects.toThrow('the recorder is gone');
    onPut = () => undefined;
    const before = sim.log().sites.length;
    await newChats().run(command, fixture.delivered(undefined, 2));
    expect(idsOf(await fileOf(command.input.outKey))).toEqual(idsOf(whole));
    expect(sim.log().sites.length - before).toBeLessThan(before);
  });

  it('of a stretch contains only messages of that stretch', async () => {
    const read = messages(await chatOf('2600000001', { fromMs: 30_000, toMs: 45_000 }));
    expect(read.length).toBeGreaterThan(300);
    expect(read.every((m) => m.atMs >= 30_000 && m.atMs < 45_000)).toBe(true);
  });

  it('is a complete file without messages if there are none (P54)', async () => {
    const chat = await chatOf('2600000006');
    expect(messages(chat)).toEqual([]);
    expect(fixture.result).toMatchObject({ messages: 0 });
  });
});

describe('a clip of the simulated Twitch', () => {
  const clipOf = async (quality: string): Promise<JobCommand<typeof clipDownloadJob>> => {
    const { createdAt } = await videoOf('2600000001');
    const attempt = ulid();
    return {
      jobName: 'download_clip_CalmGull',
      attempt,
      input: {
        providerKind: SITE,
        clipId: 'CalmGull',
        quality,
        outKey: `clips/${attempt}.mp4`,
        keep: {},
        chat: {
          key: `clips/${attempt}.json`,
          videoId: '2600000001',
          startedAt: createdAt.getTime(),
          fromMs: 20_000,
          toMs: 26_000,
          streamer: { id: '7001', login: 'salty', name: 'Salty' },
          title: 'The gull',
        },
      },
    };
  };

  it('is downloaded with the chat of its stretch', async () => {
    const command = await clipOf('best');
    await newClips().run(command, fixture.delivered());
    const done = fixture.result;
    expect(fixture.last('job-done')).toMatchObject({ attempt: command.attempt });
    expect(done).toMatchObject({ key: command.input.outKey, warnings: [] });
    const media = await storage.read(command.input.outKey);
    expect([media.length, media.subarray(4, 8).toString('latin1')]).toEqual([done?.['sizeBytes'], 'ftyp']);
    const read = messages(await fileOf(command.input.chat?.key ?? ''));
    expect(read.length).toBe(done?.['chatMessages']);
    expect(read.length).toBeGreaterThan(100);
    expect(read.every((m) => m.atMs >= 20_000 && m.atMs < 26_000)).toBe(true);
  });

  it('fails with the available qualities if the requested one does not exist', async () => {
    await newClips().run(await clipOf('2160p'), fixture.delivered());
    expect(fixture.failure).toEqual({
      waiting: false,
      reason: expect.stringMatching(/no quality 2160p\. It has \w/),
    });
  });
});
