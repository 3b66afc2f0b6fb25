import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { later, storeCompleteVod } from '../scan/complete-vod.fixture.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { ChapterEntity } from '../../persistence/entities/stream-metadata.entity.js';
import { type TestApp, eventually } from '../../testing/test-app.js';
import { DRIVERS, testAppOn } from '../../testing/test-app-on.js';
import { aChannel, aVod, store } from '../../testing/rows.js';

jest.setTimeout(60_000);

/** Names in v0's JSON of a VOD (docs/reference/v0-api.md#files-of-a-vod) for which this VOD has a value. */
const NAMES = [
  'version',
  'type',
  'uuid',
  'capture_id',
  'channel_uuid',
  'stream_resolution',
  'segments',
  'is_capturing',
  'is_converting',
  'is_finalized',
  'not_started',
  'failed',
  'duration',
  'video_metadata',
  'saved_at',
  'created_at',
  'started_at',
  'ended_at',
  'capture_started',
  'capture_started2',
  'conversion_started',
  'stream_number',
  'stream_season',
  'stream_absolute_season',
  'stream_absolute_number',
  'comment',
  'prevent_deletion',
  'cloud_storage',
  'export_data',
  'viewers',
  'stream_pauses',
  'bookmarks',
  'chapters',
  'twitch_vod_id',
  'twitch_vod_title',
  'twitch_vod_duration',
  'twitch_vod_date',
  'twitch_vod_exists',
  'twitch_vod_muted',
  'twitch_vod_neversaved',
  'twitch_vod_attempted',
  'external_vod_id',
  'external_vod_title',
  'external_vod_duration',
  'external_vod_date',
  'external_vod_exists',
];
const CHAT = { attempt: 'c', sizeBytes: 6, messages: 1, libraryPath: null };

describe.each(DRIVERS)('the JSON of a VOD, on storage %s', (driver) => {
  let app: TestApp;
  let stop: () => Promise<void>;
  let vod: VodEntity;
  let webpath: string;
  const get = (path: string, init: RequestInit = {}) => fetch(app.origin + path, init);
  const jsonOf = async (path: string): Promise<Record<string, unknown>> =>
    (await get(path)).json() as Promise<Record<string, unknown>>;
  const db = () => app.nest.get(DataSource, { strict: false });

  beforeAll(async () => {
    ({ app, stop } = await testAppOn(driver, { without: ['detection'] }));
    const channel = aChannel({ internalName: 'quay' });
    await store(db(), channel);
    vod = await storeCompleteVod(app, channel, { basename: 'Boats (1) #2' });
    await db().manager.save(
      Object.assign(new ChapterEntity(), {
        vodUuid: vod.uuid,
        at: later(1000).getTime(),
        toldBy: 'site',
        hidden: false,
        title: 'two',
        category: { id: '9', name: 'Chess', boxArtUrl: '' },
        isMature: true,
      }),
    );
    webpath = (await app.call<{ webpath: string }>('GET', `/vod/${vod.uuid}`)).body.data?.webpath ?? '';
  });
  afterAll(() => stop());

  const address = () => `${webpath}/${encodeURIComponent(vod.basename)}.json`;

  it("is served at v0's address, with the values of the rows under v0's names", async () => {
    const answer = await get(address());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const answered = (await answer.json()) as Record<string, unknown>;
    expect(Object.keys(answered).sort()).toEqual([...NAMES].sort());
    expect(answered).toMatchObject({
      version: 2,
      type: 'base',
      uuid: vod.uuid,
      channel_uuid: vod.channelUuid,
      capture_id: vod.streamId,
      segments: [],
      is_finalized: true,
      not_started: false,
      comment: 'my comment',
      prevent_deletion: true,
      cloud_storage: true,
      export_data: { exporter: 'file', n: 1 },
      stream_number: 3,
      stream_season: '202611',
      stream_absolute_season: 4,
      stream_absolute_number: 44,
      stream_resolution: '720p60',
      started_at: vod.startedAt.toISOString(),
      twitch_vod_id: '77',
      external_vod_id: '77',
      twitch_vod_muted: 2,
      chapters: [
        {
          started_at: later(1000).toISOString(),
          title: 'two',
          online: true,
          game_id: '9',
          game_name: 'Chess',
          is_mature: true,
        },
      ],
      bookmarks: [{ name: 'here', date: later(1000).toISOString(), offset: 1 }],
    });
    expect((answered['viewers'] as object[]).slice(0, 2)).toEqual([
      { timestamp: later(0).toISOString(), amount: 0 },
      { timestamp: later(1).toISOString(), amount: 1 },
    ]);
    expect(answered['viewers']).toHaveLength(2500);
  });

  it('is generated at each request, and not sent again while nothing has changed', async () => {
    const etag = (await get(address())).headers.get('etag') ?? '';
    // Without its own cache-control, fetch adds `no-cache` to a conditional request.
    const conditional = { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } };
    expect((await get(address(), conditional)).status).toBe(304);
    expect((await app.call('POST', `/vod/${vod.uuid}`, { comment: 'another' })).status).toBe(200);
    const answer = await get(address(), conditional);
    expect([answer.status, ((await answer.json()) as { comment: string }).comment]).toEqual([200, 'another']);
  });

  it('answers HEAD as GET, without the body', async () => {
    const body = await (await get(address())).text();
    const head = await get(address(), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(Buffer.byteLength(body)),
      '',
    ]);
  });

  it('exists for a running recording, without unknown fields, and disappears with its VOD', async () => {
    const growing = aVod({
      channelUuid: vod.channelUuid,
      channelName: 'quay',
      folder: '',
      basename: 'Growing',
      state: 'waiting',
      assigned: true,
      endedAt: null,
      captureStarted: null,
    });
    await store(db(), growing);
    const answered = await jsonOf('/vods/quay/Growing.json');
    expect(answered).toMatchObject({
      uuid: growing.uuid,
      not_started: true,
      is_finalized: false,
      segments: [],
      bookmarks: [],
      viewers: [],
    });
    for (const name of ['ended_at', 'comment', 'stream_number', 'twitch_vod_id', 'external_vod_id', 'video_metadata'])
      expect(answered).not.toHaveProperty(name);
    await db().manager.remove(growing);
    expect((await get('/vods/quay/Growing.json')).status).toBe(404);
  });

  it('is not confused with a downloaded chat of a similar name', async () => {
    const named = aVod({ channelUuid: vod.channelUuid, channelName: 'quay', basename: 'Tide_chat' });
    const other = aVod({ channelUuid: vod.channelUuid, channelName: 'quay', basename: 'Tide' });
    await store(db(), named, other);
    expect((await jsonOf('/vods/quay/Tide_chat.json'))['uuid']).toBe(named.uuid);
    await app.storage.put('vods/a-chat.json', Buffer.from('{"comments":[]}'));
    await db().manager.save(Object.assign(other, { downloadedChat: { ...CHAT, key: 'vods/a-chat.json' } }));
    expect(await jsonOf('/vods/quay/Tide_chat.json')).toEqual({ comments: [] });
    expect((await jsonOf('/vods/quay/Tide.json'))['uuid']).toBe(other.uuid);
  });

  it('keeps its address when its VOD is archived', async () => {
    expect((await app.call('POST', `/vod/${vod.uuid}/archive`)).status).toBe(200);
    expect((await jsonOf(address()))['uuid']).toBe(vod.uuid);
    await eventually(
      async () =>
        (await app.call<{ status: string }[]>('GET', '/jobs')).body.data?.every((j) => j.status === 'STOPPED'),
      'the end of the archiving',
    );
    expect((await jsonOf(address()))['uuid']).toBe(vod.uuid);
  });

  it.each([
    '/vods/quay/a/b/gone.json',
    '/vods/quay/a/x/Boats%20(1)%20%232.json',
    '/vods/other/a/b/Boats%20(1)%20%232.json',
    '/vods/quay/.json',
    '/vods/quay.json',
    '/saved_clips/quay/Boats.json',
  ])('answers 404 in JSON if there is no such VOD: %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'media-missing']);
  });

  it('needs the access of its VOD: refuses a stranger, serves a guest in guest mode', async () => {
    const login = await app.call('POST', '/auth/password', { password: 'harbour master' });
    expect(login.status).toBe(200);
    expect((await get(address())).status).toBe(401);
    expect((await get(address(), { method: 'HEAD' })).status).toBe(401);
    const session = await get('/api/v0/auth/login', {
      method: 'POST',
      body: JSON.stringify({ password: 'harbour master' }),
      headers: { 'content-type': 'application/json' },
    });
    const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await get(address(), { headers: { cookie } })).status).toBe(200);
    const put = await get('/api/v0/settings', {
      method: 'PUT',
      body: JSON.stringify({ config: { guest_mode: true } }),
      headers: { 'content-type': 'application/json', cookie },
    });
    expect(put.status).toBe(200);
    expect((await get(address())).status).toBe(200);
  });
});
