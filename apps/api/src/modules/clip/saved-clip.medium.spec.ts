import 'reflect-metadata';
import { type Channel, type Clip, type clipDownloadJob, type JobInput, objectKeys } from '#libs/contracts';
import { english, type Message, verbatim } from '#libs/messages';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { Transactions, type VodTx } from '../../persistence/database/tx.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { conversionOf } from '../../testing/naming-test-app.js';
import { aChannel, aVod } from '../../testing/rows.js';
import { WorkerJobs } from '../../jobs/worker-jobs.js';
import { ConvertJob } from '../../workflows/convert-job.js';
import { Manifests } from '../../workflows/manifests.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ClipDownloadJob } from '../download/clip-download-job.js';
import { LocalVideoScan } from '../local-video/local-video-scan.js';
import { LocalVideos } from '../local-video/local-videos.service.js';
import { newJob } from '../../jobs/new-job.js';
import { type ClipEntity } from '../../persistence/entities/clip.entity.js';
import { SourceAddresses } from '../../sites/source-addresses.js';
import { Clips, type NewClip } from './clips.service.js';
import { fakeProbes } from '../probe/fake-probes.fixture.js';

let app: TestApp;
let db: DataSource;
let channel: ChannelEntity;
let endProbes: () => Promise<void>;
beforeAll(async () => {
  // Without the task: a run that read a clip before it was measured could overwrite the manifest of a test.
  app = await TestApp.start({ without: ['manifests'] });
  db = app.nest.get(DataSource, { strict: false });
  channel = await db.manager.save(aChannel({ internalName: 'quay', displayName: 'Quay' }));
  endProbes = await fakeProbes(app);
}, 60_000);
afterAll(async () => {
  await endProbes();
  await app.stop();
});

const view = async (): Promise<Channel> => (await app.call<Channel>('GET', '/channels/quay')).body.data!;
const library = (...names: string[]): string => path.join(app.libraryDir, ...names);
const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(app.origin + url, { headers });
const ended = (job: string): Promise<string> =>
  eventually(
    async () => {
      const rows = await db.query<{ note: Message }[]>(`SELECT note FROM job WHERE name = $1 AND status = 'STOPPED'`, [
        job,
      ]);
      return rows[0] && english(rows[0].note);
    },
    `${job} at its end`,
    30_000,
  );

async function add({ uuid = randomUUID(), ...over }: Partial<NewClip> = {}): Promise<ClipEntity> {
  const key = objectKeys.clipFile(uuid, 'a1.mp4');
  await app.storage.put(key, Buffer.from('a clip'));
  const clip: NewClip = {
    uuid,
    channelUuid: channel.uuid,
    channelName: 'quay',
    providerKind: 'hls',
    siteId: 'slug',
    folder: 'downloader/quay',
    basename: 'A clip [slug] [1080].mp4',
    title: 'A clip',
    key,
    sizeBytes: 6,
    durationMs: 29_700,
    siteClip: { created_at: '2026-11-01T10:00:00Z' },
    sourceUrl: 'https://clips.example/slug',
    createdAt: new Date('2026-11-01T10:00:00Z'),
    ...over,
  };
  return app.nest.get(Clips, { strict: false }).add(clip);
}
const measuredClip = (uuid: string): Promise<Clip> =>
  eventually(async () => {
    const clip = (await app.call<Clip>('GET', `/clips/${uuid}`)).body.data;
    return clip?.thumbnail === undefined ? null : clip;
  }, 'the picture of the clip');

describe('a saved clip', () => {
  it('is linked to its channel when the channel is followed again', async () => {
    const site = await LiveHls.start();
    const url = `${site.origin}/followed-again`;
    site.files.set(
      '/followed-again',
      Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n'),
    );
    const broadcaster_id = app.nest.get(SourceAddresses, { strict: false }).idOf('hls', url);
    const { uuid } = await add({
      channelUuid: null,
      basename: 'away.mp4',
      siteId: 'away',
      siteClip: { broadcaster_id },
    });
    const stranger = await add({
      channelUuid: null,
      basename: 'stranger.mp4',
      siteId: 'stranger',
      siteClip: { broadcaster_id: `${broadcaster_id}2` },
    });
    const added = await app.call<Channel>('POST', '/channels', {
      provider: 'hls',
      url,
      internalName: 'again',
      no_capture: true,
    });
    expect(added.body.data?.clips_list.map((c) => c.uuid)).toEqual([uuid]);
    expect((await app.call<Channel>('GET', '/channels/again')).body.data?.clips_list.map((c) => c.uuid)).toEqual([
      uuid,
    ]);
    for (const one of [uuid, stranger.uuid]) await app.call('DELETE', `/clips/${one}`);
    await app.call('DELETE', '/channels/again');
    await site.stop();
  });

  it('is listed with its channel, measured by a converter and published in the library; its media and picture are served', async () => {
    await app.call('PUT', '/settings', { config: { thumbnail_format: 'webp' } });
    const { uuid } = await add();
    const clip = await measuredClip(uuid);
    expect(clip).toMatchObject({
      uuid,
      folder: 'downloader/quay',
      basename: 'A clip [slug] [1080].mp4',
      extension: 'mp4',
      channel: 'quay',
      duration: 3,
      size: 6,
      thumbnail: `${uuid}.webp`,
      video_metadata: { height: 180 },
      clip_metadata: { created_at: '2026-11-01T10:00:00Z' },
      missing: false,
    });
    expect((await view()).clips_list).toEqual([clip]);
    expect((await stat(library('saved_clips/downloader/quay/A clip [slug] [1080].mp4'))).nlink).toBe(2);
    const part = await get(clip.url, { range: 'bytes=2-5' });
    expect([part.status, await part.text(), part.headers.get('content-type')]).toEqual([206, 'clip', 'video/mp4']);
    const picture = await get(`/cache/thumbs/${clip.thumbnail ?? ''}`);
    expect([picture.status, await picture.text(), picture.headers.get('content-type')]).toEqual([
      200,
      'a picture',
      'image/webp',
    ]);
    expect((await get('/saved_clips/downloader/quay/none.mp4')).status).toBe(404);
    expect((await get(clip.url.replace('downloader', 'other'))).status).toBe(404);
  });

  it('gets a picture in the format of the setting thumbnail_format', async () => {
    await app.call('PUT', '/settings', { config: { thumbnail_format: 'webp' } });
    const { uuid } = await add({ basename: 'webp.mp4', folder: 'downloader/webp' });
    expect((await measuredClip(uuid)).thumbnail).toMatch(/\.webp$/);
    await app.call('PUT', '/settings', { config: { thumbnail_format: null } });
    await app.call('DELETE', `/clips/${uuid}`);
  });

  it('is not changed by a second download, which is discarded when it is stopped and when it is done', async () => {
    const { uuid, key } = await add({ basename: 'again.mp4' });
    const outKey = objectKeys.clipFile(uuid, 'a2.mp4');
    await app.storage.put(outKey, Buffer.from('once more'));
    const input: JobInput<typeof clipDownloadJob> = {
      providerKind: 'hls',
      clipId: 'slug',
      quality: 'best',
      outKey,
      chat: null,
      keep: {
        uuid,
        channelUuid: null,
        channelName: 'quay',
        folder: '',
        basename: 'again.mp4',
        title: '',
        sourceUrl: '',
        durationMs: 1,
        createdAt: new Date().toISOString(),
        siteClip: {},
      },
    };
    await app.nest.get(ClipDownloadJob, { strict: false }).stopped(
      newJob({
        name: 'download_clip_slug',
        kind: 'clip-download',
        vodUuid: null,
        channelUuid: null,
        title: verbatim(''),
        unit: 'bytes',
        stage: 'clip-download',
        attempt: 'a2',
        input,
      }),
    );
    expect(await Promise.all([key, outKey].map(async (k) => (await app.storage.head(k)) !== null))).toEqual([
      true,
      false,
    ]);
    await app.storage.put(outKey, Buffer.from('once more'));
    expect((await add({ uuid, basename: 'again.mp4', key: outKey })).key).toBe(key);
    expect(await Promise.all([key, outKey].map(async (k) => (await app.storage.head(k)) !== null))).toEqual([
      true,
      false,
    ]);
    await app.call('DELETE', `/clips/${uuid}`);
  });

  it('is added once, however often its download is reported; W48 another clip of the same name gets a number', async () => {
    const first = await add({ basename: 'twice.mp4' });
    await add({ uuid: first.uuid, basename: 'other.mp4' });
    expect((await app.call<Clip>('GET', `/clips/${first.uuid}`)).body.data?.basename).toBe('twice.mp4');
    const second = await add({ basename: 'Twice.mp4' });
    expect(second.basename).toBe('Twice (2).mp4');
    expect((await app.call<Clip[]>('GET', `/clips?channel=${channel.uuid}`)).body.data?.map((c) => c.basename)).toEqual(
      expect.arrayContaining(['twice.mp4', 'Twice (2).mp4']),
    );
  });

  it('is listed page by page, with none left out if several have the same time', async () => {
    const all = [
      await add({ basename: 'same1.mp4' }),
      await add({ basename: 'same2.mp4' }),
      await add({ basename: 'same3.mp4' }),
    ].map((c) => c.uuid);
    const at = '2020-01-01T00:00:00.000Z';
    await db.query('UPDATE clip SET created_at = $2 WHERE uuid = ANY($1)', [all, at]);
    const page = async (query: string) =>
      (await app.call<Clip[]>('GET', `/clips?before=${query}`)).body.data?.map((c) => c.uuid) ?? [];
    const first = await page('2020-01-01T00:00:00.001Z&limit=2');
    expect(first).toHaveLength(2);
    expect([...first, ...(await page(`${at}&before_uuid=${first[1] ?? ''}&limit=2`))]).toEqual(all.toSorted());
  });

  it('is restored from its manifest after the loss of the database, and marked while its file is missing', async () => {
    const { uuid, key } = await add({ basename: 'lost.mp4' });
    await measuredClip(uuid);
    const saved = async () =>
      db.query<{ row: unknown }[]>(`SELECT to_jsonb(c) AS row FROM clip c WHERE uuid = $1`, [uuid]);
    await eventually(async () => {
      await app.nest.get(Manifests, { strict: false }).run();
      return (
        (
          await db.query<{ due: boolean }[]>('SELECT manifest_version < version AS due FROM clip WHERE uuid = $1', [
            uuid,
          ])
        )[0]?.due === false
      );
    }, 'its manifest');
    const before = await saved();
    await db.query('DELETE FROM clip');
    await app.call('POST', '/scan');
    await ended('scan_all');
    expect(await saved()).toEqual(before);
    await app.storage.delete([key]);
    await app.call('POST', '/scan');
    await eventually(
      async () => (await app.call<Clip>('GET', `/clips/${uuid}`)).body.data?.missing,
      'that it is missing',
    );
  });

  it('is deleted with its media, its picture and its library file, and leaves a tombstone', async () => {
    const { uuid } = await add({ basename: 'gone.mp4' });
    await measuredClip(uuid);
    expect(await app.call('DELETE', `/clips/${uuid}`)).toMatchObject({
      status: 200,
      body: { message: "Clip 'gone.mp4' deleted" },
    });
    expect(await app.storage.head(objectKeys.clipFile(uuid, 'a1.mp4'))).toBeNull();
    expect(await app.objects(objectKeys.clip(uuid))).toEqual([]);
    await expect(stat(library('saved_clips/downloader/quay/gone.mp4'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await app.storage.head(objectKeys.tombstone(uuid))).not.toBeNull();
    expect(await app.call('DELETE', `/clips/${uuid}`)).toMatchObject({
      status: 404,
      body: { code: 'clip-missing', message: 'Clip not found' },
    });
    expect((await view()).clips_list.map((c) => c.basename)).not.toContain('gone.mp4');
  });

  it.each([
    ['/clips?limit=0', 'limit'],
    ['/clips?limit=many', 'limit'],
    ['/clips?before=yesterday', 'before'],
    ['/clips?before_uuid=7', 'before_uuid'],
    ['/clips?channel=quay', 'channel'],
    ['/clips?page=2', 'page'],
    ['/clips/x', 'uuid'],
  ])('refuses %s with the name of the field', async (address, field) => {
    expect(await app.call('GET', address)).toMatchObject({ status: 400, body: { fields: [{ path: field }] } });
  });
});

describe('local videos', () => {
  const scan = async (): Promise<string> => {
    const { status, body } = await app.call<{ job: string }>('POST', '/channels/quay/scanlocalvideos');
    expect(status).toBe(200);
    return ended(body.data?.job ?? '');
  };
  const switchOn = (on: boolean) => app.call('PUT', '/settings', { config: { 'localvideos.enabled': on } });

  it('are found, counted, measured, given a picture (Q32) and served with ranges; other files are not', async () => {
    await switchOn(true);
    await mkdir(library('quay/trip'), { recursive: true });
    await writeFile(library('quay/trip/short.mp4'), 'a film');
    await writeFile(library('quay/broken.mkv'), 'no film');
    await writeFile(library('quay/notes.txt'), 'no media');
    await symlink('/etc/hostname', library('quay/link.mp4'));
    await app.storage.put('vods/x', Buffer.from('ours'));
    expect(await scan()).toBe("Channel 'Quay' scanned, found 2 local videos.");
    const found = await eventually(async () => {
      const list = (await view()).video_list;
      return list.every((v) => v.thumbnail !== undefined || v.fault !== '') ? list : null;
    }, 'the pictures');
    expect(found).toMatchObject([
      { basename: 'broken.mkv', size: 7, duration: 0, fault: 'no film at all' },
      {
        basename: 'short.mp4',
        extension: 'mp4',
        channel: 'quay',
        size: 6,
        duration: 3,
        video_metadata: { height: 180 },
        fault: '',
        url: '/vods/quay/trip/short.mp4',
      },
    ]);
    const part = await get('/vods/quay/trip/short.mp4', { range: 'bytes=2-' });
    expect([part.status, await part.text()]).toEqual([206, 'film']);
    expect(await (await get(`/cache/thumbs/${found[1]?.thumbnail ?? ''}`)).text()).toBe('a picture');
    for (const other of ['link.mp4', 'notes.txt', 'trip/../../../../etc/hostname'])
      expect((await get(`/vods/quay/${other}`)).status).toBe(404);
    expect((await app.call<{ used: { local: number } }>('GET', '/space')).body.data?.used.local).toBe(13);
  });

  it('are measured again after their file was replaced, and removed with their file', async () => {
    const before = (await view()).video_list.find((v) => v.basename === 'short.mp4');
    await writeFile(library('quay/trip/short.mp4'), 'another film');
    await rm(library('quay/broken.mkv'));
    await app.nest.get(LocalVideoScan, { strict: false }).run();
    const after = await eventually(async () => {
      const [only, more] = (await view()).video_list;
      return more === undefined && only?.thumbnail !== undefined ? only : null;
    }, 'the change');
    expect(after).toMatchObject({ uuid: before?.uuid, basename: 'short.mp4', size: 12 });
    expect(await (await get('/vods/quay/trip/short.mp4')).text()).toBe('another film');
  });

  it('that several scans find at once are stored once, and no scan fails', async () => {
    await writeFile(library('quay/new.mp4'), 'a film');
    const videos = app.nest.get(LocalVideos, { strict: false });
    const scans = Array.from({ length: 4 }, () => videos.scan(channel, AbortSignal.timeout(20_000)));
    expect(new Set(await Promise.all(scans)).size).toBe(1);
    expect((await view()).video_list.filter((v) => v.basename === 'new.mp4')).toHaveLength(1);
    await rm(library('quay/new.mp4'));
    await scan();
  });

  it('do not include a new conversion whose row has no library path yet', async () => {
    const vod = aVod({
      channelUuid: channel.uuid,
      basename: 'quay_made',
      state: 'converting',
      convertState: 'running',
      convertAttempt: 'a1',
    });
    // With its job, because the next check restarts a conversion without a job.
    await app.nest.get(Transactions, { strict: false }).run(async (tx) => {
      await (tx as VodTx).save(vod);
      const convert = app.nest.get(ConvertJob, { strict: false });
      await app.nest.get(WorkerJobs, { strict: false }).add(convert, conversionOf(vod, 'a1'), tx);
    });
    const key = objectKeys.file(vod.uuid, 'f0', 'a1.mp4');
    await app.storage.put(key, Buffer.from('made just now'));
    await app.storage.library?.publish(key, { channel: 'quay', name: 'quay_made.mp4' });
    await writeFile(library('quay/quay_made too.mp4'), 'of somebody');
    await scan();
    expect((await view()).video_list.map((v) => v.basename)).toEqual(['quay_made too.mp4', 'short.mp4']);
    await rm(library('quay/quay_made too.mp4'));
    await rm(library('quay/quay_made.mp4'));
    await db.manager.remove(vod);
    await scan();
  });

  it('are not listed while the setting is off, and their files stay', async () => {
    await switchOn(false);
    expect(await scan()).toContain('localvideos.enabled');
    await app.nest.get(LocalVideoScan, { strict: false }).run();
    expect((await view()).video_list).toEqual([]);
    expect((await stat(library('quay/trip/short.mp4'))).size).toBe(12);
    expect((await get('/vods/quay/trip/short.mp4')).status).toBe(404);
    expect(await app.call('POST', '/channels/nobody/scanlocalvideos')).toMatchObject({ status: 404 });
  });
});
