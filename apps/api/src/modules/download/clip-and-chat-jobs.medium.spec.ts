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

let all: DownloadTestApp;
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
  all = await DownloadTestApp.open({
    settings: {
      filename_clip: 'by {creator}/{broadcaster} {clip_date} {title} by {creator} [{id}] [{quality}]',
    },
    channels: [onTwitch('kept', '75000001', { past }), onTwitch('live', '75000002')],
  });
});
afterAll(() => all.stop());

const missingOf = (path: string) => all.call('GET', path).then(({ status, body }) => [status, body.code]);

async function imageAt(address: string): Promise<string> {
  const { status, headers } = await fetch(new URL(address, all.app.origin));
  return `${status} ${headers.get('content-type') ?? ''}`;
}

/** A recording of 40 s that is matched with a video of the site. */
async function ours(videoId: string): Promise<VodEntity> {
  const clock = [{ site: T0, siteMs: 40_000, file: 0, fileMs: 40_000 }];
  const vod = aVod({
    channelUuid: all.channel.uuid,
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
  await store(all.db, vod);
  await all.db.manager.save(
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

/** What an api leaves that dies while it takes another chat in. */
const leaveBrokenOff = (vodUuid: string, record: ChatRecord): Promise<void> =>
  putChatChunk(all.app.storage, { vodUuid, partId: ulid(), n: 0 }, [record]);

describe('the chat of a video of the past', () => {
  it("is a file of the VOD, under v0's name, and its chat where it has no other", async () => {
    const vod = await ours('901');
    expect((await all.call<{ job: string }>('POST', `/vod/${vod.uuid}/download_chat?method=td`)).body).toMatchObject({
      status: 'OK',
      data: { job: 'chatdownload_901' },
    });
    const command = await eventually(() => Promise.resolve(all.recorder.chats[0]), 'the command');
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
    await all.app.storage.put(
      `${workPrefix}000000.ndjson`,
      Buffer.from(`${lines.map((l) => JSON.stringify(l)).join('\n')}\n`),
    );
    await all.app.storage.put(outKey, Buffer.from('{"comments":[]}'));
    await leaveBrokenOff(vod.uuid, recordOf(9, 6000));
    const { storage } = all.app;
    const drop = storage.deletePrefix.bind(storage);
    const atDrop: (string | undefined)[] = [];
    const dropped = jest.spyOn(storage, 'deletePrefix').mockImplementation(async (prefix) => {
      if (prefix === workPrefix) atDrop.push((await all.jobOf(command.jobName))?.status);
      return drop(prefix);
    });
    const result = { key: outKey, sizeBytes: 15, messages: 2, warnings: [] };
    await all.recorder.chatDownloads.done(command, result);
    await all.jobIn('chatdownload_901', 'STOPPED');
    expect(await all.vodOf(vod.uuid)).toMatchObject({
      is_chat_downloaded: true,
      path_chat: expect.stringContaining('ours 901_chat.json'),
    });
    const page = await eventually(async () => {
      const { data } = (await all.call<ChatPage>('GET', `/vod/${vod.uuid}/chat?from=0&to=40`)).body;
      return data?.messages.length === 2 ? data : null;
    }, 'the chat');
    expect(page.messages.map((m) => [m.id, m.atMs])).toEqual([
      ['m1', 1000],
      ['m2', 39_000],
    ]);
    expect(await all.storedUnder(workPrefix)).toEqual([]);
    dropped.mockRestore();
    // Once its job is over nobody comes back for what an api that dies leaves.
    expect(atDrop).toEqual(['WAITING']);
  });

  it('by its address belongs to the VOD of the same video, else to nobody: a saved file', async () => {
    expect(
      await all.call('POST', '/tools/chat_download', { url: 'https://www.twitch.tv/videos/901', method: 'tcd' }),
    ).toMatchObject({ status: 200, body: { data: { job: 'chatdownload_901' } } });
    expect(
      (await eventually(() => Promise.resolve(all.recorder.chats.find((c) => c.input.method === 'tcd')), 'the command'))
        .input.vodUuid,
    ).not.toBeNull();
    expect((await all.call('DELETE', '/jobs/chatdownload_901')).status).toBe(200);
    expect((await all.call('POST', '/jobs/chatdownload_901/retry')).status).toBe(200);
    await eventually(
      () => Promise.resolve(all.recorder.chats.filter((c) => c.input.method === 'tcd').length === 2),
      'the second try',
    );
  });

  it('W54 that cannot be had fails alone: its VOD stays as it is, and it can be tried again', async () => {
    const vod = await ours('902');
    await all.call('POST', `/vod/${vod.uuid}/download_chat`);
    const command = await eventually(
      () => Promise.resolve(all.recorder.chats.find((c) => c.input.videoId === '902')),
      'the command',
    );
    expect(command.input.method).toBe('tcd');
    await all.recorder.begins(command);
    await all.recorder.fails(command, 'The site has no video 902.');
    expect(await all.jobIn('chatdownload_902', 'ERROR')).toMatchObject({
      error: 'The site has no video 902.',
      can_retry: true,
    });
    expect(await all.vodOf(vod.uuid)).toMatchObject({ state: 'finalized', failed: false, is_chat_downloaded: false });
    expect((await all.call('POST', '/jobs/chatdownload_902/retry')).status).toBe(200);
    await eventually(
      () => Promise.resolve(all.recorder.chats.filter((c) => c.input.videoId === '902').length === 2),
      'the second try',
    );
  });

  it('needs a VOD that is matched, and says what is wrong', async () => {
    const unmatched = aVod({ channelUuid: all.channel.uuid, channelName: 'kept', providerKind: 'twitch' });
    await store(all.db, unmatched);
    expect(await all.call('POST', `/vod/${unmatched.uuid}/download_chat`)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^No twitch_vod_id/) },
    });
    expect(await all.call('POST', `/vod/${unmatched.uuid}/download_chat?method=x`)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'method' }] },
    });
    expect(await all.call('POST', '/tools/chat_download', { url: 'https://www.twitch.tv/videos/901' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'method' }] },
    });
    expect(
      await all.call('POST', '/tools/chat_download', { url: 'https://www.twitch.tv/videos/999999', method: 'td' }),
    ).toMatchObject({ status: 404, body: { message: 'Video not found' } });
  });
});

describe('a chat file of another tool', () => {
  const send = async (
    uuid: string,
    body: string,
    query = '',
  ): Promise<{ status: number; body: { message?: string; code?: string; data?: { messages: number } } }> => {
    const res = await fetch(`${all.app.origin}/api/v0/vod/${uuid}/chat/import${query}`, {
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
      const { data } = (await all.call<ChatPage>('GET', `/vod/${uuid}/chat?from=-10&to=50`)).body;
      return data?.messages.length === count ? data : null;
    }, 'the chat');

  it('becomes the chat of a VOD, by its stamps where they are of this broadcast', async () => {
    const { uuid } = await ours('1');
    await leaveBrokenOff(uuid, recordOf(9, 6000));
    expect(
      (await send(uuid, JSON.stringify({ comments: [comment(0, T0 + 5000), comment(20, T0 + 25_000)] }))).body,
    ).toMatchObject({ message: '2 messages imported', data: { messages: 2 } });
    expect((await chatOf(uuid, 2)).messages.map((m) => [m.id, m.atMs])).toEqual([
      ['f0', 5000],
      ['f20', 25_000],
    ]);
  });

  it('of another clock counts from the first frame, and the operator may shift it', async () => {
    const { uuid } = await ours('2');
    expect((await send(uuid, `${JSON.stringify(comment(3, T0 - 90_000_000))}\n`, '?offset=2.5')).status).toBe(200);
    expect((await chatOf(uuid, 1)).messages[0]?.atMs).toBe(5500);
  });

  it('that cannot be read says why and leaves nothing', async () => {
    const { uuid } = await ours('3');
    expect(await send(uuid, '<html></html>')).toMatchObject({
      status: 400,
      body: { code: 'chat-unreadable', message: 'The chat file cannot be read: it is not JSON.' },
    });
    expect(await send(uuid, `{"comments":[${JSON.stringify(comment(1, T0))},{"message`)).toMatchObject({
      status: 400,
      body: { code: 'chat-unreadable' },
    });
    expect(await all.storedUnder(objectKeys.parts(uuid))).toEqual([]);
    expect((await all.vodOf(uuid))?.chat).toBeNull();
    expect((await send(uuid, '{}', '?offset=x')).status).toBe(400);
    expect((await send('11111111-1111-4111-8111-111111111111', '{}')).status).toBe(404);
    expect((await all.call('POST', `/vod/${uuid}/chat/import`, { comments: [] })).status).toBe(400);
  });
});

describe('a clip', () => {
  it('is fetched by its address into the library, named by the template, with what the site tells of it', async () => {
    expect(
      (
        await all.call('POST', '/tools/clip_download', {
          url: 'https://clips.twitch.tv/CalmFoggyGull',
          quality: 'best',
          chat: true,
        })
      ).body,
    ).toMatchObject({ status: 'OK', data: { job: 'download_clip_CalmFoggyGull' } });
    const command = await eventually(() => Promise.resolve(all.recorder.clips[0]), 'the command');
    const { outKey: clipKey } = command.input;
    expect(command.input).toMatchObject({
      clipId: 'CalmFoggyGull',
      quality: 'best',
      chat: { videoId: '901', fromMs: 4000, toMs: 10_000 },
    });
    await all.app.storage.put(clipKey, Buffer.from('a clip'));
    const result = { key: clipKey, sizeBytes: 6, quality: '720', chatMessages: 3, warnings: [] };
    await all.recorder.clipDownloads.done(command, result);
    await all.jobIn('download_clip_CalmFoggyGull', 'STOPPED');
    const clip = await eventually(() => all.db.manager.findOneBy(ClipEntity, { siteId: 'CalmFoggyGull' }), 'the clip');
    expect(clip).toMatchObject({
      channelUuid: all.channel.uuid,
      folder: 'downloader/kept/by mossy',
      title: 'The gull: part 1',
      durationMs: 6000,
      key: clipKey,
      siteClip: { id: 'CalmFoggyGull', creator_name: 'mossy', view_count: 90, vod_offset: 4 },
    });
    expect(clip.basename).toMatch(/^KEPT \d{4}-\d\d-\d\dT.* The gull.* by mossy \[CalmFoggyGull\] \[best\]\.mp4$/);
    expect(
      JSON.parse((await all.app.storage.read(objectKeys.clipFile(clip.uuid, 'info.json'))).toString('utf8')),
    ).toMatchObject({ id: 'CalmFoggyGull', quality: '720' });
    expect(
      (
        await all.call<Channel & { clips_list: Clip[] }>('GET', `/channels/${all.channel.uuid}`)
      ).body.data?.clips_list.map((c) => c.uuid),
    ).toEqual([clip.uuid]);
  });

  it('that is not there is 404, and an address that is none names the field', async () => {
    expect(
      await all.call('POST', '/tools/clip_download', { url: 'https://clips.twitch.tv/NobodyHasThis' }),
    ).toMatchObject({
      status: 404,
      body: { message: 'Clip not found' },
    });
    expect(await all.call('POST', '/tools/clip_download', { url: 'https://www.twitch.tv/videos/901' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url' }] },
    });
    expect(
      await all.call('POST', '/tools/clip_download', {
        url: 'https://clips.twitch.tv/CalmFoggyGull',
        quality: 'great',
      }),
    ).toMatchObject({ status: 400, body: { fields: [{ path: 'quality' }] } });
  });

  it('of a channel is listed as its site tells of it', async () => {
    expect((await all.call('GET', '/channels/kept/clips')).body.data).toMatchObject([
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
    expect((await all.call('GET', '/twitchapi/videos/kept')).body.data).toMatchObject([
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
    expect((await all.call('GET', '/twitchapi/video/901')).body.data).toMatchObject({
      id: '901',
      duration: '40s',
      user_login: 'kept',
    });
  });

  it('says which videos are here, all of them and not in part, nor failed, and gives pictures of its own address', async () => {
    const vod = (await all.db.manager.findOneBy(VodEntity, { basename: 'ours 901' })) ?? (await ours('901'));
    const lookUp = async () =>
      (await all.call<{ vod_uuid: string | null; picture: string }[]>('GET', '/twitchapi/videos/kept')).body.data![0]!;
    const { vod_uuid, picture } = await lookUp();
    expect(vod_uuid).toBe(vod.uuid);
    expect(picture).toMatch(/^\/cache\/pictures\//);
    const [clip] = (await all.call<{ picture: string }[]>('GET', '/channels/kept/clips')).body.data!;
    for (const own of [picture, clip!.picture]) expect(await imageAt(own)).toMatch(/^200 image\//);
    const download = {
      state: 'done',
      reason: null,
      jobName: 'download_vod_901',
      attempt: 'a',
      partId: 'p',
      videoId: '901',
    } as const;
    await all.db.manager.update(VodEntity, { uuid: vod.uuid }, { download, streamId: '41000901~vod_901_0-10' });
    expect((await lookUp()).vod_uuid).toBeNull();
    await all.db.manager.update(
      VodEntity,
      { uuid: vod.uuid },
      { download: { ...download, state: 'failed' }, streamId: '41000901~vod_901' },
    );
    expect((await lookUp()).vod_uuid).toBeNull();
    await all.db.manager.update(VodEntity, { uuid: vod.uuid }, { download });
    expect((await lookUp()).vod_uuid).toBe(vod.uuid);
  });

  it('tells of a user, a channel and what it shows', async () => {
    expect((await all.call('GET', '/twitchapi/user/kept')).body.data).toMatchObject({
      id: '75000001',
      login: 'kept',
      display_name: 'KEPT',
      broadcaster_type: 'affiliate',
    });
    expect((await all.call('GET', '/twitchapi/channel/kept')).body.data).toMatchObject({
      broadcaster_id: '75000001',
      title: 'Title of kept',
      game_name: 'Chess',
      tags: ['English', 'Chill'],
    });
    expect((await all.call('GET', '/twitchapi/streams/kept')).body.data).toEqual([]);
    all.twitch.act('live', { do: 'start' });
    expect(
      await eventually(async () => {
        const { data } = (await all.call<object[]>('GET', '/twitchapi/streams/live')).body;
        return data?.length === 1 ? data : null;
      }, 'the stream'),
    ).toMatchObject([{ user_login: 'live', type: 'live', title: 'Title of live', viewer_count: 42 }]);
    expect((await all.call('GET', '/twitchapi/clips?broadcaster_id=75000001')).body.data).toMatchObject([
      { id: 'CalmFoggyGull' },
    ]);
    expect((await all.call('GET', '/twitchapi/clips?game_id=743')).body.data).toMatchObject([{ id: 'CalmFoggyGull' }]);
    expect((await all.call('GET', '/twitchapi/clips?game_id=1')).body.data).toEqual([]);
    expect((await all.call('GET', '/twitchapi/clips?id=CalmFoggyGull')).body.data).toMatchObject([
      { title: 'The gull: part 1' },
    ]);
  });

  it('of what nobody has is 404 and ends no process (Q2, Q3)', async () => {
    for (const what of ['videos', 'user', 'streams', 'channel'])
      expect(await missingOf(`/twitchapi/${what}/nobody_at_all`)).toEqual([404, 'unknown-channel']);
    expect(await missingOf('/twitchapi/video/1234567')).toEqual([404, 'video-missing']);
    expect(await all.call('GET', '/twitchapi/clips')).toMatchObject({
      status: 400,
      body: { message: 'Invalid clip id', fields: [{ path: 'id' }] },
    });
    expect((await all.call('GET', '/health')).status).toBe(200);
  });

  it('while the site is away says so', async () => {
    for (const on of ['helix', 'gql'] as const) all.twitch.act('kept', { do: 'site-fault', on, mode: '503' });
    expect((await all.call('GET', '/twitchapi/video/901')).status).toBeGreaterThanOrEqual(500);
    all.twitch.act('kept', { do: 'heal' });
  });

  it.each([
    ['/twitchapi/videos/a%00b', 'login'],
    ['/twitchapi/user/a%2Fb', 'login'],
    ['/twitchapi/video/a%2F..', 'id'],
    ['/twitchapi/clips?id=a%20b', 'id'],
    ['/twitchapi/clips?other=1', 'other'],
  ])('%s names what is wrong', async (path, field) => {
    const answer = await all.call('GET', path);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
  });
});
