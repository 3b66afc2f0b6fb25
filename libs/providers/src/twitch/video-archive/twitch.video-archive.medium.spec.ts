import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { statusOf } from '#libs/testkit';
import { SIM_PLAYBACK_TOKEN, type PastClipSpec, type PastVideoSpec } from '../../../../../tools/provider-sim/index.js';
import { type CommentPlace, type VideoArchive, type PastComment } from '../../kit/video-archive.js';
import { onTwitch, SimFixture, soon, target } from '../sim-provider.fixture.js';

const DAY_S = 86_400;
const VIDEOS: readonly PastVideoSpec[] = [
  {
    id: '2500000001',
    title: 'Fog',
    agoS: DAY_S,
    seconds: 40,
    streamId: '39000000001',
    viewCount: 12,
    description: 'Grey.',
    muted: [{ from: 1, count: 2 }],
    chapters: [
      { atS: 0, category: 'Chess' },
      { atS: 20, category: 'Music' },
    ],
    chat: { perMinute: 600, goneEvery: 7, nullPages: 2 },
  },
  { id: '2500000002', title: 'Members', agoS: 2 * DAY_S, seconds: 20, access: 'subscribers' },
  { id: '2500000003', title: 'Elsewhere', agoS: 3 * DAY_S, seconds: 20, access: 'geo' },
  {
    id: '2500000004',
    title: 'Best of',
    kind: 'highlight',
    agoS: 4 * DAY_S,
    seconds: 20,
    chat: { perMinute: 900, refusesCursor: true, zoneH: 7 },
  },
  { id: '2500000005', title: 'Gone', agoS: 5 * DAY_S, seconds: 20, access: 'deleted' },
];
const CLIPS: readonly PastClipSpec[] = [
  {
    id: 'CalmFoggyHarbourGull',
    title: 'The gull',
    creator: 'mossy',
    agoS: DAY_S / 2,
    seconds: 6,
    fromS: 4,
    viewCount: 90,
    videoId: '2500000001',
    offsetS: 4,
  },
  {
    id: 'OldWetHarbourRope-abcdefghij12345',
    title: 'The rope',
    creator: 'tidy',
    agoS: 20 * DAY_S,
    seconds: 8,
    viewCount: 5,
  },
];
const CHANNEL = onTwitch('harbour', '50000001', { past: { videos: VIDEOS, clips: CLIPS } });
const GUEST = { authorization: null };

describe('the past of Twitch', () => {
  let fixture: SimFixture;
  let videoArchive: VideoArchive;
  beforeAll(async () => {
    fixture = await SimFixture.open({ channels: [CHANNEL] });
    ({ videoArchive } = fixture.provider);
  });
  afterEach(() => {
    fixture.act({ do: 'heal' });
  });
  afterAll(() => fixture.stop());
  const away = (): void => {
    for (const on of ['helix', 'gql'] as const) fixture.act({ do: 'site-fault', on, mode: '503' });
  };

  describe.each([
    ['by the Twitch API', false],
    ['through public requests', true],
  ])('%s', (_, isPublic) => {
    it('lists videos, newest first and page by page', async () => {
      if (isPublic) fixture.act({ do: 'site-fault', on: 'helix', mode: '503' });
      const first = await videoArchive.videos('50000001', { limit: 3 }, soon());
      expect(first.rows).toMatchObject([
        {
          id: '2500000001',
          kind: 'archive',
          streamId: isPublic ? null : '39000000001',
          title: 'Fog',
          description: 'Grey.',
          url: 'https://www.twitch.tv/videos/2500000001',
          durationMs: 40_000,
          viewCount: 12,
          isGrowing: false,
          language: 'en',
          owner: { id: '50000001', login: 'harbour', displayName: 'HARBOUR' },
          thumbnailUrl: expect.stringContaining('{width}x{height}'),
        },
        { id: '2500000002', mutedRanges: [] },
        { id: '2500000003' },
      ]);
      expect(first.rows[0]?.mutedRanges?.map(({ offsetMs, durationMs }) => [offsetMs, durationMs])).toEqual([
        [10_000, 10_000],
        [20_000, 10_000],
      ]);
      expect(Math.abs(Date.now() - DAY_S * 1000 - (first.rows[0]?.createdAt.getTime() ?? 0))).toBeLessThan(600_000);
      fixture.act({ do: 'heal' });
      const second = await videoArchive.videos('50000001', { limit: 3, cursor: first.cursor ?? '' }, soon());
      expect(second).toMatchObject({ rows: [{ id: '2500000004', kind: 'highlight', streamId: null }], cursor: null });
    });

    it('knows one video, and which are there of many (W33)', async () => {
      if (isPublic) fixture.act({ do: 'site-fault', on: 'helix', mode: '503' });
      expect(await videoArchive.video('2500000001', soon())).toMatchObject({ title: 'Fog' });
      expect(await videoArchive.video('2500000005', soon())).toBeNull();
      const many = Array.from({ length: 150 }, (__, i) => String(100 + i));
      const found = await videoArchive.exist(['2500000001', '2500000005', 'words', ...many], soon());
      expect([
        found.size,
        found.get('2500000001'),
        found.get('2500000005'),
        found.get('words'),
        found.get('249'),
      ]).toEqual([153, 'yes', 'no', 'no', 'no']);
      expect((await videoArchive.exist(['2500000005'], soon())).get('2500000005')).toBe('no');
    });

    it('lists clips by views, and within a time', async () => {
      if (isPublic) fixture.act({ do: 'site-fault', on: 'helix', mode: '503' });
      expect((await videoArchive.clips('50000001', { limit: 50 }, soon())).rows).toMatchObject([
        {
          id: 'CalmFoggyHarbourGull',
          title: 'The gull',
          creator: { displayName: 'mossy' },
          broadcaster: { id: '50000001', displayName: 'HARBOUR' },
          durationMs: 6000,
          viewCount: 90,
          videoId: '2500000001',
          vodOffsetMs: 4000,
        },
        { id: 'OldWetHarbourRope-abcdefghij12345', videoId: null, vodOffsetMs: null },
      ]);
      const aDayAgo = new Date(Date.now() - DAY_S * 1000);
      expect((await videoArchive.clips('50000001', { limit: 50, from: aDayAgo }, soon())).rows).toMatchObject([
        { title: 'The gull' },
      ]);
      expect((await videoArchive.clips('50000001', { limit: 50, to: aDayAgo }, soon())).rows).toMatchObject([
        { title: 'The rope' },
      ]);
    });
  });

  it('lists the clips of a category, by views', async () => {
    expect((await videoArchive.clipsUnder('743', { limit: 50 }, soon())).rows.map(({ title }) => title)).toEqual([
      'The gull',
      'The rope',
    ]);
    expect((await videoArchive.clipsUnder('1', { limit: 50 }, soon())).rows).toEqual([]);
  });

  it.each(['503', '401', 'html', 'empty', 'close'] as const)(
    'calls nothing gone while the site answers %s (W32)',
    async (mode) => {
      for (const on of ['helix', 'gql'] as const) fixture.act({ do: 'site-fault', on, mode });
      expect([...(await videoArchive.exist(['2500000001', '2500000005'], soon()))]).toEqual([
        ['2500000001', 'unknown'],
        ['2500000005', 'unknown'],
      ]);
      await expect(videoArchive.video('2500000001', soon())).rejects.toMatchObject({
        code: expect.stringMatching(/\w/),
      });
    },
  );

  it('tells the chapters', async () => {
    expect(await videoArchive.chapters('2500000001', soon())).toMatchObject([
      { atMs: 0, title: 'Chess', category: { id: '743', boxArtUrl: expect.stringContaining('{width}x{height}') } },
      { atMs: 20_000, title: 'Music' },
    ]);
    expect(await videoArchive.chapters('2500000004', soon())).toEqual([]);
  });

  it('finds the media of a video, muted segments by their names', async () => {
    const { address, segmentUrls } = await videoArchive.videoPlayback('2500000001', GUEST, soon());
    const master = await (await fetch(address.url)).text();
    const [list = ''] = /^http.*m3u8$/m.exec(master) ?? [];
    const text = await (await fetch(list)).text();
    expect(text).toContain('#EXT-X-ENDLIST');
    expect(text.match(/^\d.*ts$/gm)).toEqual(['0.ts', '1-muted.ts', '2-muted.ts', '3.ts']);
    const statuses = await Promise.all(segmentUrls(new URL('1-muted.ts', list).href).map((url) => statusOf(url)));
    expect(statuses).toEqual([403, 200]);
  });

  it('says what a subscriber could do, and lets one in', async () => {
    await expect(videoArchive.videoPlayback('2500000002', GUEST, soon())).rejects.toMatchObject({
      fault: 'user',
      code: 'sub-only',
      message: expect.stringContaining('Settings > Sites'),
    });
    expect(
      (await videoArchive.videoPlayback('2500000002', { authorization: `OAuth ${SIM_PLAYBACK_TOKEN}` }, soon()))
        .address,
    ).toMatchObject({ remark: '', headers: {} });
    expect(
      (await videoArchive.videoPlayback('2500000001', { authorization: 'OAuth stale' }, soon())).address.remark,
    ).toContain('as a guest');
  });

  it('tells barred and missing videos from a site that is away', async () => {
    await expect(videoArchive.videoPlayback('2500000003', GUEST, soon())).rejects.toMatchObject({
      code: 'video-barred',
      message: expect.stringContaining('region'),
    });
    await expect(videoArchive.videoPlayback('2500000005', GUEST, soon())).rejects.toMatchObject({
      code: 'video-missing',
      status: 404,
    });
    away();
    await expect(videoArchive.videoPlayback('2500000001', GUEST, soon())).rejects.toMatchObject({ fault: 'outside' });
    fixture.act({ do: 'heal' });
    fixture.act({ do: 'site-fault', on: 'usher', mode: '503' });
    await expect(videoArchive.videoPlayback('2500000001', GUEST, soon())).rejects.toMatchObject({
      fault: 'outside',
      code: 'site-away',
      message: expect.stringMatching(/v2.*v1/),
    });
  });

  async function chatOf(videoId: string): Promise<readonly PastComment[]> {
    const video = await videoArchive.video(videoId, soon());
    const read = new Map<string, PastComment>();
    let from: CommentPlace | null = null;
    do {
      const page = await videoArchive.comments({ videoId, startedAt: video?.createdAt ?? new Date(0), from }, soon());
      for (const comment of page.comments) if (!read.has(comment.record.id)) read.set(comment.record.id, comment);
      expect(page.missing).toBeNull();
      from = page.next;
    } while (from);
    return [...read.values()];
  }

  it('reads the whole chat of a video by cursor, over nulls and deleted accounts', async () => {
    const chat = await chatOf('2500000001');
    expect(chat.length).toBeGreaterThan(200);
    expect(chat.filter(({ record }) => record.author.name === 'Deleted user').length).toBe(Math.ceil(chat.length / 7));
    // The site gives the start of a video in whole seconds, so up to one of them may follow its 40.
    expect(chat.every(({ offsetMs }, i) => offsetMs >= (chat[i - 1]?.offsetMs ?? 0) && offsetMs < 41_000)).toBe(true);
    expect(chat.some(({ record }) => record.emotes.length > 0 && record.author.badges.length > 0)).toBe(true);
  });

  it('reads the same by time when cursors are refused, with stamps of another zone', async () => {
    const chat = await chatOf('2500000004');
    expect(chat.length).toBeGreaterThan(150);
    expect(chat.every(({ offsetMs }) => offsetMs >= 0 && offsetMs < 21_000)).toBe(true);
  });

  it('finds a clip and its files, signed', async () => {
    expect(await videoArchive.clip('CalmFoggyHarbourGull', soon())).toMatchObject({
      creator: { login: 'mossy' },
      broadcaster: { login: 'harbour' },
      durationMs: 6000,
      videoId: '2500000001',
      vodOffsetMs: 4000,
    });
    expect(await videoArchive.clip('NobodyHasThisClip', soon())).toBeNull();
    await expect(videoArchive.clipQualities('NobodyHasThisClip', soon())).rejects.toMatchObject({
      code: 'clip-missing',
      status: 404,
    });
    const files = await videoArchive.clipQualities('CalmFoggyHarbourGull', soon());
    expect(files).toMatchObject([{ name: '180p', height: 180, fps: 30 }]);
    const { url = '' } = files[0] ?? {};
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type'), await statusOf(url.replace(/sig=\w/, 'sig=x'))]).toEqual(
      [200, 'video/mp4', 403],
    );
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  });

  async function liveStream(): Promise<string | null> {
    const answer = (await fixture.provider.live([target('50000001')], soon())).get('50000001');
    return answer?.state === 'live' ? answer.streamId : 'not live';
  }

  it('asks with whole queries when the site has forgotten all that it kept', async () => {
    fixture.act({ do: 'site-fault', on: 'gql', mode: '410' });
    expect(await videoArchive.chapters('2500000001', soon())).toHaveLength(2);
    expect((await videoArchive.videoPlayback('2500000001', GUEST, soon())).address.url).toContain(
      '/vod/v2/2500000001.m3u8',
    );
    expect(await videoArchive.clipQualities('CalmFoggyHarbourGull', soon())).toHaveLength(1);
    expect(
      (await videoArchive.comments({ videoId: '2500000001', startedAt: new Date(), from: null }, soon())).comments
        .length,
    ).toBeGreaterThan(20);
  });

  it.each(['videos', 'clips'] as const)('refuses a cursor of %s that is none', async (what) => {
    await expect(videoArchive[what]('50000001', { limit: 5, cursor: 'made up' }, soon())).rejects.toMatchObject({
      code: 'bad-cursor',
      fields: [{ path: 'cursor' }],
    });
  });

  it('stops when it is asked to', async () => {
    const stop = AbortSignal.abort();
    await expect(videoArchive.exist(['2500000001'], stop)).rejects.toThrow();
    await expect(videoArchive.videos('50000001', { limit: 1 }, stop)).rejects.toThrow();
    await expect(videoArchive.videoPlayback('2500000001', GUEST, stop)).rejects.toThrow();
    await expect(
      videoArchive.comments({ videoId: '2500000001', startedAt: new Date(), from: null }, stop),
    ).rejects.toThrow();
  });

  it('keeps a broadcast under its own id, growing until it ends', async () => {
    fixture.goLive();
    const streamId = await liveStream();
    const {
      rows: [video],
    } = await videoArchive.videos('50000001', { limit: 1 }, soon());
    const id = video?.id ?? '';
    expect(video).toMatchObject({ kind: 'archive', isGrowing: true, streamId });
    fixture.sim.act('harbour', { do: 'end', how: 'endlist' });
    expect(await videoArchive.video(id, soon())).toMatchObject({ isGrowing: false });
    fixture.act({ do: 'video', id, access: 'deleted' });
    expect((await videoArchive.exist([id], soon())).get(id)).toBe('no');
  });
});
