import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mediaPlaceOf, objectKeys, type videoDownloadJob } from '#libs/contracts';
import { buildTimeline } from '#libs/domain';
import { OutsideError, UserError, untranslated } from '#libs/errors';
import { message } from '#libs/messages';
import { type PastPlayback } from '#libs/providers';
import { type JobCommand } from '#libs/service-kit';
import { openStorage, type OpenStorage, type Storage } from '#libs/storage';
import { LiveHls, type LiveSegment, madeInit, madeM4s, madeTs, tempDir } from '#libs/testkit';
import { ulid } from 'ulid';
import { DownloadFixture } from './download.fixture.js';
import { readStoredPart } from './stored-part.js';
import { VideoDownloadHandler } from './video-download.handler.js';

type Command = JobCommand<typeof videoDownloadJob>;

const T0 = Date.parse('2026-03-01T18:00:00Z');
const SEGMENT_MS = 2000;

let dir: ReturnType<typeof tempDir>;
let storage: OpenStorage;
let site: LiveHls;
let fixture: DownloadFixture;
/** Called before each object is stored. */
let onPut: (key: string) => void;
let playback: () => Promise<PastPlayback>;
let videos: VideoDownloadHandler;

const wrapped = (inner: OpenStorage): Storage =>
  Object.assign(Object.create(inner) as Storage, {
    list: inner.list.bind(inner),
    read: inner.read.bind(inner),
    put: (...[key, body, options]: Parameters<Storage['put']>) => {
      onPut(key);
      return inner.put(key, body, options);
    },
  });

beforeEach(async () => {
  dir = tempDir('download');
  storage = await openStorage({ kind: 'file', rootDir: join(dir.path, 'media'), sync: 'off' });
  site = await LiveHls.start({ window: 1000 });
  site.head = ['#EXT-X-PLAYLIST-TYPE:EVENT'];
  [onPut, playback] = [
    () => undefined,
    () => Promise.resolve({ address: { url: site.url, headers: {}, dialect: null }, segmentUrls: (url) => [url] }),
  ];
  fixture = new DownloadFixture({ videoPlayback: () => playback() }, storage);
  videos = newRecorder();
});
afterEach(async () => {
  await site.stop();
  await storage.close();
  dir.remove();
});

const newRecorder = (): VideoDownloadHandler =>
  new VideoDownloadHandler(
    fixture.runner,
    fixture.secrets,
    fixture.providers,
    wrapped(storage),
    fixture.identity,
    fixture.log,
  );
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const seg = (n: number, more: Partial<LiveSegment> = {}): LiveSegment => ({
  name: `${n}.ts`,
  body: madeTs({ ptsMs: 10_000 + n * SEGMENT_MS, mark: n, sizeBytes: 20_000 }),
  durMs: SEGMENT_MS,
  tags: [],
  ...more,
});
const publishAll = (segments: readonly LiveSegment[]): void => {
  site.publish(...segments);
  site.ended = true;
};
const requestsFor = (name: string): number => site.requests.filter(({ path }) => path === `/${name}`).length;

const commandOf = (more: Partial<Command['input']> = {}): Command => ({
  jobName: 'download_vod_7',
  attempt: ulid(),
  input: {
    vodUuid: randomUUID(),
    partId: ulid(),
    place: 'parts',
    providerKind: 'site',
    videoId: '7',
    startedAt: T0,
    fromMs: 0,
    toMs: null,
    qualities: [],
    nearestBelow: false,
    channelUuid: randomUUID(),
    sealedHeaders: null,
    ...more,
  },
});
const partInfoOf = async ({ input }: Command) =>
  (await readStoredPart(storage, mediaPlaceOf(input), input.partId)).info;
const seqs = (info: Awaited<ReturnType<typeof partInfoOf>>): number[] => info.segments.map((s) => s.seq);

describe('a recorder that downloads a video', () => {
  it('stores each segment once in a part with a journal, on the clock of the video', async () => {
    publishAll(range(0, 119).map((n) => seg(n)));
    const command = commandOf();
    await videos.run(command, fixture.delivered());
    const info = await partInfoOf(command);
    expect(seqs(info)).toEqual(range(0, 119));
    expect(info.part).toMatchObject({ partId: command.input.partId, recorder: 'n1/0', rendition: 'source' });
    expect(info.end).toMatchObject({ cause: 'endlist', segments: 120 });
    const { runs, gaps } = buildTimeline([info]);
    expect(runs).toMatchObject([{ startAt: T0, siteAt: T0, durMs: 120 * SEGMENT_MS }]);
    expect(gaps).toEqual([]);
    expect(fixture.last('job-done')).toMatchObject({ jobName: command.jobName, attempt: command.attempt });
    expect(fixture.result).toEqual({
      segments: 120,
      mediaMs: 240_000,
      missingMs: 0,
      bytes: info.segments.reduce((n, s) => n + s.bytes, 0),
    });
    expect(fixture.eventNames()[0]).toBe('job-started');
  });

  it('is followed by another one after a crash, which fetches only the missing segments', async () => {
    publishAll(range(0, 99).map((n) => seg(n)));
    const command = commandOf();
    const killed = new AbortController();
    onPut = (key) => {
      if (key.includes('000000000073-')) killed.abort(new OutsideError(untranslated('drained', 'the recorder ends')));
    };
    await expect(videos.run(command, fixture.delivered(killed.signal))).rejects.toThrow('the recorder ends');
    const before = await partInfoOf(command);
    const bytes = before.segments.reduce((n, s) => n + s.bytes, 0);
    expect(fixture.last('job-interim')).toMatchObject({
      jobName: command.jobName,
      attempt: command.attempt,
      data: { bytes },
    });
    expect(seqs(before)).toEqual(range(0, 72));
    expect(before.end).toBeNull();
    site.requests.length = 0;
    onPut = () => undefined;
    fixture.sentEvents.length = 0;
    await newRecorder().run(command, fixture.delivered(undefined, 2));
    expect(fixture.eventNames()).toEqual(['job-started', 'job-interim', 'job-interim', 'job-done']);
    expect(fixture.sentEvents[1]?.payload['data']).toEqual({ bytes });
    const info = await partInfoOf(command);
    expect(seqs(info)).toEqual(range(0, 99));
    expect([requestsFor('0.ts'), requestsFor('72.ts'), requestsFor('73.ts')]).toEqual([0, 0, 1]);
    expect(info.epochs.size).toBe(1);
    expect(buildTimeline([info])).toMatchObject({ runs: [{ durMs: 200_000 }], gaps: [] });
    expect(fixture.result).toMatchObject({ segments: 100, mediaMs: 200_000 });
    const { unrecorded } = await readStoredPart(storage, command.input.vodUuid, command.input.partId);
    expect(unrecorded).toEqual([]);
  });

  it('reports a complete video again without a request to the site', async () => {
    publishAll(range(0, 4).map((n) => seg(n)));
    const command = commandOf();
    await videos.run(command, fixture.delivered());
    site.requests.length = 0;
    await videos.run(command, fixture.delivered(undefined, 2));
    const first = fixture.result;
    // A new attempt has no receipt; it finds the complete part on storage.
    await videos.run({ ...command, attempt: ulid() }, fixture.delivered());
    expect([site.requests, fixture.result]).toEqual([[], first]);
    expect(fixture.eventNames()).toEqual([
      'job-started',
      'job-interim',
      'job-done',
      'job-done',
      'job-started',
      'job-done',
    ]);
  });

  it('stores the init sections of fMP4, and each stretch between discontinuities as an epoch', async () => {
    site.files.set('/init-0.mp4', madeInit(1));
    site.files.set('/init-1.mp4', madeInit(2));
    const piece = (n: number, tags: readonly string[]): LiveSegment => ({
      name: `${n}.mp4`,
      body: madeM4s({ ptsMs: n * SEGMENT_MS, mark: n }),
      durMs: SEGMENT_MS,
      tags,
    });
    publishAll([
      piece(0, ['#EXT-X-MAP:URI="init-0.mp4"']),
      piece(1, []),
      piece(2, ['#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="init-1.mp4"']),
      piece(3, []),
    ]);
    const command = commandOf();
    await videos.run(command, fixture.delivered());
    const info = await partInfoOf(command);
    expect([...info.epochs.values()]).toMatchObject([
      { container: 'fmp4', startAt: T0 },
      { container: 'fmp4', startAt: T0 + 4000 },
    ]);
    for (const { initCrc } of info.epochs.values())
      expect(
        (await storage.read(objectKeys.init(command.input.vodUuid, command.input.partId, initCrc ?? ''))).length,
      ).toBeGreaterThan(100);
    expect(seqs(info)).toEqual([0, 1, 2, 3]);
  });

  it('stores only the whole segments of a requested stretch', async () => {
    publishAll(range(0, 9).map((n) => seg(n)));
    const command = commandOf({ fromMs: 5000, toMs: 9000 });
    await videos.run(command, fixture.delivered());
    const info = await partInfoOf(command);
    expect(seqs(info)).toEqual([2, 3, 4]);
    expect(buildTimeline([info]).runs[0]?.startAt).toBe(T0 + 4000);
  });

  it('stores the copy of a recording beside the parts of the recording', async () => {
    publishAll(range(0, 2).map((n) => seg(n)));
    const command = commandOf({ place: 'copy' });
    await videos.run(command, fixture.delivered());
    expect(seqs(await partInfoOf(command))).toEqual([0, 1, 2]);
    const parts: string[] = [];
    for await (const { key } of storage.list(objectKeys.parts(command.input.vodUuid))) parts.push(key);
    expect(parts).toEqual([]);
  });

  it('records a segment that the site lost as a gap, with its time', async () => {
    publishAll(range(0, 4).map((n) => seg(n)));
    site.files.delete('/3.ts');
    const command = commandOf();
    await videos.run(command, fixture.delivered());
    const info = await partInfoOf(command);
    expect(seqs(info)).toEqual([0, 1, 2, 4]);
    expect(buildTimeline([info]).gaps).toMatchObject([{ at: T0 + 6000, durMs: SEGMENT_MS, cause: 'not-found' }]);
    expect(fixture.result).toMatchObject({ segments: 4, missingMs: SEGMENT_MS });
  });

  it('fails without a retry on a video that is only for subscribers, and says why', async () => {
    playback = () =>
      Promise.reject(
        new UserError(
          untranslated(
            'sub-only',
            'This video is only for subscribers of the channel. A playback token of a subscriber in the settings opens it.',
          ),
          { status: 403 },
        ),
      );
    await videos.run(commandOf(), fixture.delivered());
    expect(fixture.last('job-failed')).toMatchObject({ jobName: 'download_vod_7' });
    expect(fixture.failure).toEqual({ waiting: false, reason: expect.stringContaining('only for subscribers') });
  });

  it('fails with the available qualities if the requested one does not exist', async () => {
    const master = [
      '#EXTM3U',
      '#EXT-X-STREAM-INF:BANDWIDTH=1000000,RESOLUTION=1280x720,FRAME-RATE=60.000',
      `${site.origin}/live.m3u8`,
      '',
    ].join('\n');
    site.files.set('/master.m3u8', Buffer.from(master));
    publishAll([seg(0)]);
    playback = () =>
      Promise.resolve({
        address: { url: `${site.origin}/master.m3u8`, headers: {}, dialect: null },
        segmentUrls: (url) => [url],
      });
    await videos.run(commandOf({ qualities: ['480p'] }), fixture.delivered());
    expect(fixture.failure?.reason).toMatch(/qualities 480p\. It offers 720p60/);
    const command = commandOf({ qualities: ['480p'], nearestBelow: false, videoId: '8' });
    await videos.run({ ...command, input: { ...command.input, qualities: ['480p', '720p'] } }, fixture.delivered());
    expect((await partInfoOf(command)).part?.rendition).toBe('720p60');
  });

  it('stops when the job is cancelled, and reports that', async () => {
    publishAll(range(0, 20).map((n) => seg(n)));
    const command = commandOf();
    onPut = (key) => {
      if (key.includes('000000000005-')) fixture.cancel();
    };
    await videos.run(command, fixture.delivered());
    const info = await partInfoOf(command);
    expect(info.end).toBeNull();
    expect(seqs(info).length).toBeLessThan(8);
    expect(fixture.failure).toEqual({ waiting: false, reason: 'cancelled: stopped by the operator' });
  });

  it('reports its progress', async () => {
    publishAll(range(0, 30).map((n) => seg(n)));
    await videos.run(commandOf(), fixture.delivered());
    expect(fixture.pulses[0]).toMatchObject({
      jobName: 'download_vod_7',
      worker: 'n1/0',
      unit: 'bytes',
      note: message('job.fetching'),
    });
    expect(fixture.pulses.every((p) => p.progress >= 0 && p.progress <= 1)).toBe(true);
  });
});
