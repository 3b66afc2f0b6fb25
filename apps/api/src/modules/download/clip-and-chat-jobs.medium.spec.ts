import 'reflect-metadata';
import { type Channel, type ChatPage, type ChatRecord, type Clip, objectKeys } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ulid } from 'ulid';
import { eventually } from '../../testing/test-app.js';
import { DAY_S, DownloadTestApp } from '../../testing/download-test-app.js';
import { aVod, store } from '../../testing/rows.js';
import { onTwitch } from '../../testing/twitch-test-app.js';
import { putChatChunk } from '../chat/put-chat-chunk.js';
import { ClipEntity } from '../../persistence/entities/clip.entity.js';
import { PartEntity } from '../../persistence/entities/part.entity.js';
import { UNKNOWN_SITE_VOD } from '../../persistence/entities/site-vod.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';

jest.setTimeout(60_000);

const T0 = Date.parse('2026-10-01T18:00:00Z');

let test: DownloadTestApp;
beforeAll(async () => {
  const past = {
    videos: [
      { id: '901', title: 'Fog', agoS: DAY_S, seconds: 40, streamId: '41000901', muted: [{ from: 1, count: 1 }] },
    ],
    clips: [
      {
        id: 'CalmFoggyGull',
        title: 'The gull: part 1',
        creator: 'mossy',
        agoS: DAY_S / 2,
        seconds: 6,
        viewCount: 90,
        videoId: '901',
        offsetS: 4,
      },
    ],
  };
  test = await DownloadTestApp.open({
    settings: {
      filename_clip: 'by {creator}/{broadcaster} {clip_date} {title} by {creator} [{id}] [{quality}]',
    },
    channels: [onTwitch('kept', '75000001', { past }), onTwitch('live', '75000002')],
  });
});
afterAll(() => test.stop());

const missingOf = (path: string) => test.call('GET', path).then(({ status, body }) => [status, body.code]);

async function imageAt(address: string): Promise<string> {
  const { status, headers } = await fetch(new URL(address, test.app.origin));
  return `${status} ${headers.get('content-type') ?? ''}`;
}

/** A recording of 40 s that is matched with a video of the site. */
async function storeMatchedVod(videoId: string): Promise<VodEntity> {
  const clock = [{ site: T0, siteMs: 40_000, file: 0, fileMs: 40_000 }];
  const vod = aVod({
    channelUuid: test.channel.uuid,
    channelName: 'kept',
    channelDisplay: 'KEPT',
    providerKind: 'twitch',
    basename: `ours ${videoId}`,
    startedAt: new Date(T0),
    clock,
    segmentsGone: true,
    mediaMs: 40_000,
    siteVod: { ...UNKNOWN_SITE_VOD, id: videoId, title: 'Fog', createdAt: T0, durationMs: 40_000, exists: 'yes' },
  });
  await store(test.db, vod);
  await test.db.manager.save(
    Object.assign(new PartEntity(), {
      partId: ulid(),
      vodUuid: vod.uuid,
      recorder: 'n/0',
      startedAt: T0,
      endedAt: T0 + 40_000,
      cause: 'endlist' as const,
      segments: 20,
    }),
  );
  return vod;
}

const recordOf = (n: number, offsetMs: number): ChatRecord => ({
  t: 'message',
  id: `m${n}`,
  at: T0 + offsetMs,
  seenAt: T0 + offsetMs,
  author: { id: '1', login: 'ann', name: 'Ann', color: null, badges: [] },
  text: `word ${n}`,
  emotes: [],
  tags: {},
  action: false,
  bits: 0,
});

/** Stores a chunk as an API leaves it that dies during an import. */
const putInterruptedChunk = (vodUuid: string, record: ChatRecord): Promise<void> =>
  putChatChunk(test.app.storage, { vodUuid, partId: ulid(), n: 0 }, [record]);

describe('the chat of a video of the past', () => {
  it("is a file of the VOD under v0's name, and the chat of a VOD that has no other", async () => {
    const vod = await storeMatchedVod('901');
    expect((await test.call<{ job: string }>('POST', `/vod/${vod.uuid}/download_chat?method=td`)).body).toMatchObject({
      status: 'OK',
      data: { job: 'chatdownload_901' },
    });
    const command = await eventually(() => Promise.resolve(test.recorder.chats[0]), 'the command');
    expect(command.input).toMatchObject({
      method: 'td',
      videoId: '901',
      startedAt: T0,
      lengthMs: 40_000,
      vodUuid: vod.uuid,
      streamer: { id: '75000001', login: 'kept', name: 'KEPT' },
    });
    const lines = [
      { next: null, isLast: true, missing: [] },
      { offsetMs: 1000, record: recordOf(1, 1000) },
      { offsetMs: 39_000, record: recordOf(2, 39_000) },
    ];
    const { workPrefix, outKey } = command.input;
    await test.app.storage.put(
      `${workPrefix}000000.ndjson`,
      Buffer.from(`${lines.map((l) => JSON.stringify(l)).join('\n')}\n`),
    );
    await test.app.storage.put(outKey, Buffer.from('{"comments":[]}'));
    await putInterruptedChunk(vod.uuid, recordOf(9, 6000));
    const { storage } = test.app;
    const drop = storage.deletePrefix.bind(storage);
    const atDrop: (string | undefined)[] = [];
    const dropped = jest.spyOn(storage, 'deletePrefix').mockImplementation(async (prefix) => {
      if (prefix === workPrefix) atDrop.push((await test.jobOf(command.jobName))?.status);
      return drop(prefix);
    });
    const result = { key: outKey, sizeBytes: 15, messages: 2, warnings: [] };
    await test.recorder.chatDownloads.done(command, result);
    await test.jobIn('chatdownload_901', 'STOPPED');
    expect(await test.vodOf(vod.uuid)).toMatchObject({
      is_chat_downloaded: true,
      path_chat: expect.stringContaining('ours 901_chat.json'),
    });
    const page = await eventually(async () => {
      const { data } = (await test.call<ChatPage>('GET', `/vod/${vod.uuid}/chat?from=0&to=40`)).body;
      return data?.messages.length === 2 ? data : null;
    }, 'the chat');
    expect(page.messages.map((m) => [m.id, m.atMs])).toEqual([
      ['m1', 1000],
      ['m2', 39_000],
    ]);
    expect(await test.storedUnder(workPrefix)).toEqual([]);
    dropped.mockRestore();
    // Deleted before the job ends: after that nothing deletes them if the API dies.
    expect(atDrop).toEqual(['WAITING']);
  });

  it('by its address belongs to the VOD of the same video, and can be stopped and retried', async () => {
    expect(
      await test.call('POST', '/tools/chat_download', { url: 'https://www.twitch.tv/videos/901', method: 'tcd' }),
    ).toMatchObject({ status: 200, body: { data: { job: 'chatdownload_901' } } });
    expect(
      (
        await eventually(
          () => Promise.resolve(test.recorder.chats.find((c) => c.input.method === 'tcd')),
          'the command',
        )
      ).input.vodUuid,
    ).not.toBeNull();
    expect((await test.call('DELETE', '/jobs/chatdownload_901')).status).toBe(200);
    expect((await test.call('POST', '/jobs/chatdownload_901/retry')).status).toBe(200);
    await eventually(
      () => Promise.resolve(test.recorder.chats.filter((c) => c.input.method === 'tcd').length === 2),
      'the second try',
    );
  });

  it('W54 that the site does not have fails alone: its VOD stays unchanged, and it can be retried', async () => {
    const vod = await storeMatchedVod('902');
    await test.call('POST', `/vod/${vod.uuid}/download_chat`);
    const command = await eventually(
      () => Promise.resolve(test.recorder.chats.find((c) => c.input.videoId === '902')),
      'the command',
    );
    expect(command.input.method).toBe('tcd');
    await test.recorder.begins(command);
    await test.recorder.fails(command, 'The site has no video 902.');
    expect(await test.jobIn('chatdownload_902', 'ERROR')).toMatchObject({
      error: 'The site has no video 902.',
      can_retry: true,
    });
    expect(await test.vodOf(vod.uuid)).toMatchObject({ state: 'finalized', failed: false, is_chat_downloaded: false });
    expect((await test.call('POST', '/jobs/chatdownload_902/retry')).status).toBe(200);
    await eventually(
      () => Promise.resolve(test.recorder.chats.filter((c) => c.input.videoId === '902').length === 2),
      'the second try',
    );
  });

  it('is refused for an unmatched VOD, a wrong method and an unknown video', async () => {
    const unmatched = aVod({ channelUuid: test.channel.uuid, channelName: 'kept', providerKind: 'twitch' });
    await store(test.db, unmatched);
    expect(await test.call('POST', `/vod/${unmatched.uuid}/download_chat`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^No twitch_vod_id/) },
    });
    expect(await test.call('POST', `/vod/${unmatched.uuid}/download_chat?method=x`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'method' }] },
    });
    expect(await test.call('POST', '/tools/chat_download', { url: 'https://www.twitch.tv/videos/901' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'method' }] },
    });
    expect(
      await test.call('POST', '/tools/chat_download', { url: 'https://www.twitch.tv/videos/999999', method: 'td' }),
    ).toMatchObject({ status: 404, body: { message: 'Video not found' } });
  });
});

describe('a chat file of another tool', () => {
  const send = async (
    uuid: string,
    body: string,
    query = '',
  ): Promise<{ status: number; body: { message?: string; code?: string; data?: { messages: number } } }> => {
    const res = await fetch(`${test.app.origin}/api/v0/vod/${uuid}/chat/import${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return { status: res.status, body: (await res.json()) as never };
  };
  const comment = (n: number, at: number) => ({
    _id: `f${n}`,
    created_at: new Date(at).toISOString(),
    content_offset_seconds: n,
    commenter: { display_name: 'Ann', _id: '7', name: 'ann' },
    message: {
      body: `word ${n}`,
      fragments: [{ text: `word ${n}`, emoticon: null }],
      user_badges: [],
      user_color: null,
    },
  });
  const chatOf = (uuid: string, count: number): Promise<ChatPage> =>
    eventually(async () => {
      const { data } = (await test.call<ChatPage>('GET', `/vod/${uuid}/chat?from=-10&to=50`)).body;
      return data?.messages.length === count ? data : null;
    }, 'the chat');

  it('becomes the chat of a VOD, placed by its time stamps if they belong to this broadcast', async () => {
    const { uuid } = await storeMatchedVod('1');
    await putInterruptedChunk(uuid, recordOf(9, 6000));
    expect(
      (await send(uuid, JSON.stringify({ comments: [comment(0, T0 + 5000), comment(20, T0 + 25_000)] }))).body,
    ).toMatchObject({ message: '2 messages imported', data: { messages: 2 } });
    expect((await chatOf(uuid, 2)).messages.map((m) => [m.id, m.atMs])).toEqual([
      ['f0', 5000],
      ['f20', 25_000],
    ]);
  });

  it('with time stamps of another clock is placed from the first frame, and the operator can shift it', async () => {
    const { uuid } = await storeMatchedVod('2');
    expect((await send(uuid, `${JSON.stringify(comment(3, T0 - 90_000_000))}\n`, '?offset=2.5')).status).toBe(200);
    expect((await chatOf(uuid, 1)).messages[0]?.atMs).toBe(5500);
  });

  it('that cannot be read is refused with the reason and leaves nothing', async () => {
    const { uuid } = await storeMatchedVod('3');
    expect(await send(uuid, '<html></html>')).toMatchObject({
      status: 400,
      body: { code: 'chat-unreadable', message: 'The chat file cannot be read: it is not JSON.' },
    });
    expect(await send(uuid, `{"comments":[${JSON.stringify(comment(1, T0))},{"message`)).toMatchObject({
      status: 400,
      body: { code: 'chat-unreadable' },
    });
    expect(await test.storedUnder(objectKeys.parts(uuid))).toEqual([]);
    expect((await test.vodOf(uuid))?.chat).toBeNull();
    expect((await send(uuid, '{}', '?offset=x')).status).toBe(400);
    expect((await send('11111111-1111-4111-8111-111111111111', '{}')).status).toBe(404);
    expect((await test.call('POST', `/vod/${uuid}/chat/import`, { comments: [] })).status).toBe(400);
  });
});

describe('a clip', () => {
  it('is downloaded by its address and named by the template, with the data of its site', async () => {
    expect(
      (
        await test.call('POST', '/tools/clip_download', {
          url: 'https://clips.twitch.tv/CalmFoggyGull',
          quality: 'best',
          chat: true,
        })
      ).body,
    ).toMatchObject({ status: 'OK', data: { job: 'download_clip_CalmFoggyGull' } });
    const command = await eventually(() => Promise.resolve(test.recorder.clips[0]), 'the command');
    const { outKey: clipKey } = command.input;
    expect(command.input).toMatchObject({
      clipId: 'CalmFoggyGull',
      quality: 'best',
      chat: { videoId: '901', fromMs: 4000, toMs: 10_000 },
    });
    await test.app.storage.put(clipKey, Buffer.from('a clip'));
    const result = { key: clipKey, sizeBytes: 6, quality: '720', chatMessages: 3, warnings: [] };
    await test.recorder.clipDownloads.done(command, result);
    await test.jobIn('download_clip_CalmFoggyGull', 'STOPPED');
    const clip = await eventually(() => test.db.manager.findOneBy(ClipEntity, { siteId: 'CalmFoggyGull' }), 'the clip');
    expect(clip).toMatchObject({
      channelUuid: test.channel.uuid,
      folder: 'downloader/kept/by mossy',
      title: 'The gull: part 1',
      durationMs: 6000,
      key: clipKey,
      siteClip: { id: 'CalmFoggyGull', creator_name: 'mossy', view_count: 90, vod_offset: 4 },
    });
    expect(clip.basename).toMatch(/^KEPT \d{4}-\d\d-\d\dT.* The gull.* by mossy \[CalmFoggyGull\] \[best\]\.mp4$/);
    expect(
      JSON.parse((await test.app.storage.read(objectKeys.clipFile(clip.uuid, 'info.json'))).toString('utf8')),
    ).toMatchObject({ id: 'CalmFoggyGull', quality: '720' });
    expect(
      (
        await test.call<Channel & { clips_list: Clip[] }>('GET', `/channels/${test.channel.uuid}`)
      ).body.data?.clips_list.map((c) => c.uuid),
    ).toEqual([clip.uuid]);
  });

  it('that does not exist is a 404, and a wrong address or quality is refused on its field', async () => {
    expect(
      await test.call('POST', '/tools/clip_download', { url: 'https://clips.twitch.tv/NobodyHasThis' }),
    ).toMatchObject({
      status: 404,
      body: { message: 'Clip not found' },
    });
    expect(await test.call('POST', '/tools/clip_download', { url: 'https://www.twitch.tv/videos/901' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url' }] },
    });
    expect(
      await test.call('POST', '/tools/clip_download', {
        url: 'https://clips.twitch.tv/CalmFoggyGull',
        quality: 'great',
      }),
    ).toMatchObject({ status: 400, body: { fields: [{ path: 'quality' }] } });
  });

  it('of a channel is listed with the data of its site', async () => {
    expect((await test.call('GET', '/channels/kept/clips')).body.data).toMatchObject([
      {
        id: 'CalmFoggyGull',
        broadcaster_id: '75000001',
        creator_name: 'mossy',
        duration: 6,
        vod_offset: 4,
        video_id: '901',
      },
    ]);
    expect(await missingOf('/channels/nobody/clips')).toEqual([404, 'channel-missing']);
  });
});

describe('a look-up at the site', () => {
  it('lists videos as v0 does', async () => {
    expect((await test.call('GET', '/twitchapi/videos/kept')).body.data).toMatchObject([
      {
        id: '901',
        title: 'Fog',
        url: expect.stringContaining('901'),
        thumbnail: expect.stringContaining('%{width}x%{height}'),
        duration: 40,
        muted_segments: [{ offset: 10, duration: 10 }],
        stream_id: '41000901',
        type: 'archive',
      },
    ]);
    expect((await test.call('GET', '/twitchapi/video/901')).body.data).toMatchObject({
      id: '901',
      duration: '40s',
      user_login: 'kept',
    });
  });

  it("marks videos that are stored completely, and has pictures on Vodkeep's own address", async () => {
    const vod =
      (await test.db.manager.findOneBy(VodEntity, { basename: 'ours 901' })) ?? (await storeMatchedVod('901'));
    const lookUp = async () =>
      (await test.call<{ vod_uuid: string | null; picture: string }[]>('GET', '/twitchapi/videos/kept')).body.data![0]!;
    const { vod_uuid, picture } = await lookUp();
    expect(vod_uuid).toBe(vod.uuid);
    expect(picture).toMatch(/^\/cache\/pictures\//);
    const [clip] = (await test.call<{ picture: string }[]>('GET', '/channels/kept/clips')).body.data!;
    for (const own of [picture, clip!.picture]) expect(await imageAt(own)).toMatch(/^200 image\//);
    const download = {
      state: 'done',
      reason: null,
      jobName: 'download_vod_901',
      attempt: 'a',
      partId: 'p',
      videoId: '901',
    } as const;
    await test.db.manager.update(VodEntity, { uuid: vod.uuid }, { download, streamId: '41000901~vod_901_0-10' });
    expect((await lookUp()).vod_uuid).toBeNull();
    await test.db.manager.update(
      VodEntity,
      { uuid: vod.uuid },
      { download: { ...download, state: 'failed' }, streamId: '41000901~vod_901' },
    );
    expect((await lookUp()).vod_uuid).toBeNull();
    await test.db.manager.update(VodEntity, { uuid: vod.uuid }, { download });
    expect((await lookUp()).vod_uuid).toBe(vod.uuid);
  });

  it('returns a user, a channel, its stream and its clips', async () => {
    expect((await test.call('GET', '/twitchapi/user/kept')).body.data).toMatchObject({
      id: '75000001',
      login: 'kept',
      display_name: 'KEPT',
      broadcaster_type: 'affiliate',
    });
    expect((await test.call('GET', '/twitchapi/channel/kept')).body.data).toMatchObject({
      broadcaster_id: '75000001',
      title: 'Title of kept',
      game_name: 'Chess',
      tags: ['English', 'Chill'],
    });
    expect((await test.call('GET', '/twitchapi/streams/kept')).body.data).toEqual([]);
    test.twitch.act('live', { do: 'start' });
    expect(
      await eventually(async () => {
        const { data } = (await test.call<object[]>('GET', '/twitchapi/streams/live')).body;
        return data?.length === 1 ? data : null;
      }, 'the stream'),
    ).toMatchObject([{ user_login: 'live', type: 'live', title: 'Title of live', viewer_count: 42 }]);
    expect((await test.call('GET', '/twitchapi/clips?broadcaster_id=75000001')).body.data).toMatchObject([
      { id: 'CalmFoggyGull' },
    ]);
    expect((await test.call('GET', '/twitchapi/clips?game_id=743')).body.data).toMatchObject([{ id: 'CalmFoggyGull' }]);
    expect((await test.call('GET', '/twitchapi/clips?game_id=1')).body.data).toEqual([]);
    expect((await test.call('GET', '/twitchapi/clips?id=CalmFoggyGull')).body.data).toMatchObject([
      { title: 'The gull: part 1' },
    ]);
  });

  it('of an unknown item is a 404 and ends no process (Q2, Q3)', async () => {
    for (const what of ['videos', 'user', 'streams', 'channel'])
      expect(await missingOf(`/twitchapi/${what}/nobody_at_all`)).toEqual([404, 'unknown-channel']);
    expect(await missingOf('/twitchapi/video/1234567')).toEqual([404, 'video-missing']);
    expect(await test.call('GET', '/twitchapi/clips')).toMatchObject({
      status: 400,
      body: { message: 'Invalid clip id', fields: [{ path: 'id' }] },
    });
    expect((await test.call('GET', '/health')).status).toBe(200);
  });

  it('while the site is unavailable is a 5xx', async () => {
    for (const on of ['helix', 'gql'] as const) test.twitch.act('kept', { do: 'site-fault', on, mode: '503' });
    expect((await test.call('GET', '/twitchapi/video/901')).status).toBeGreaterThanOrEqual(500);
    test.twitch.act('kept', { do: 'heal' });
  });

  it.each([
    ['/twitchapi/videos/a%00b', 'login'],
    ['/twitchapi/user/a%2Fb', 'login'],
    ['/twitchapi/video/a%2F..', 'id'],
    ['/twitchapi/clips?id=a%20b', 'id'],
    ['/twitchapi/clips?other=1', 'other'],
  ])('of %s is refused on its field', async (path, field) => {
    const answer = await test.call('GET', path);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
  });
});
