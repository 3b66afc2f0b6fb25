import 'reflect-metadata';
import { type Channel, objectKeys } from '#libs/contracts';
import { english } from '#libs/messages';
import { type S3Server, startS3 } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TestApp, eventually } from '../../testing/test-app.js';
import { aChannel } from '../../testing/rows.js';
import { Manifests } from '../../workflows/manifests.js';
import { fakeProbes } from '../probe/fake-probes.fixture.js';
import { JobEntity } from '../../persistence/entities/job.entity.js';
import { LocalVideoScan } from '../local-video/local-video-scan.js';
import { FileEntity } from '../../persistence/entities/file.entity.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { StoredVods } from './stored-vods.js';
import { storeCompleteVod } from './complete-vod.fixture.js';

let s3: S3Server;
let app: TestApp;
let db: DataSource;
beforeAll(async () => {
  s3 = await startS3();
  app = await TestApp.start({
    s3: {
      kind: 's3',
      endpoint: s3.endpoint,
      region: s3.region,
      bucket: s3.bucket,
      accessKey: s3.accessKey,
      secretKey: s3.secretKey,
    },
  });
  db = app.nest.get(DataSource, { strict: false });
  const channel = await db.manager.save(aChannel({ internalName: 'quay', displayName: 'Quay' }));
  for (let n = 0; n < 4; n += 1) await storeCompleteVod(app, channel, { comment: `number ${n}` });
  await eventually(async () => {
    await app.nest.get(Manifests, { strict: false }).run();
    return (await db.query<unknown[]>('SELECT FROM vod WHERE manifest_version < version')).length === 0;
  }, 'the manifests');
}, 60_000);
afterAll(async () => {
  await app.stop();
  await s3.stop();
});

const comments = async (): Promise<(string | null)[]> =>
  (await db.manager.find(VodEntity)).map((v) => v.comment).sort();
const ALL = ['number 0', 'number 1', 'number 2', 'number 3'];
const job = (): Promise<JobEntity> => db.manager.findOneByOrFail(JobEntity, { name: 'scan_all' });

describe('a library in a bucket', () => {
  it('comes back whole, though the scan was cut off half-way and begun again', async () => {
    await db.query('TRUNCATE vod, part, file, vod_chapter, vod_viewers, channel CASCADE');
    const scans = app.nest.get(StoredVods, { strict: false });
    const cut = new AbortController();
    const request = { channelUuid: null, deletedUuids: new Set<string>(), say: () => undefined };
    await expect(
      scans.scan({
        ...request,
        signal: cut.signal,
        progress: (done) => {
          if (done >= 0.5) cut.abort(new DOMException('killed'));
        },
      }),
    ).rejects.toThrow('killed');
    expect(await comments()).toHaveLength(2);
    expect(await scans.scan({ ...request, signal: new AbortController().signal, progress: () => undefined })).toEqual({
      found: 4,
      restored: 2,
      repaired: 0,
    });
    expect(await comments()).toEqual(ALL);
    expect(await db.manager.countBy(FileEntity, { deleted: true })).toBe(4);
  });

  it('loses nothing while storage is away: the scan waits, and goes on when it is back', async () => {
    await s3.kill();
    await app.call('POST', '/scan');
    await eventually(
      async () => {
        const row = await job();
        return row.status === 'WAITING' && row.notBefore !== null;
      },
      'that it waits',
      40_000,
    );
    expect(await db.query<unknown[]>('SELECT FROM file WHERE missing_since IS NOT NULL AND NOT deleted')).toEqual([]);
    await s3.restart();
    await db.query('UPDATE job SET not_before = now()');
    const done = await eventually(
      async () => {
        const row = await job();
        return row.status === 'STOPPED' ? row : null;
      },
      'its end',
      40_000,
    );
    expect(english(done.note!)).toBe('Found 4 VODs and 0 clips. Restored 0 VODs and 0 clips, repaired 0 VODs.');
    expect(await comments()).toEqual(ALL);
  });

  it('has local videos below a prefix, and no free space that anybody could tell', async () => {
    const end = await fakeProbes(app);
    await app.call('PUT', '/settings', { config: { 'localvideos.enabled': true } });
    await app.storage.put(`${objectKeys.imports('quay')}trip/short film.mp4`, Buffer.from('a film'));
    await app.nest.get(LocalVideoScan, { strict: false }).run();
    const video = await eventually(
      async () =>
        (await app.call<Channel>('GET', '/channels/quay')).body.data?.video_list.find((v) => v.thumbnail !== undefined),
      'the video',
    );
    expect(video).toMatchObject({ basename: 'short film.mp4', size: 6, url: '/vods/quay/trip/short%20film.mp4' });
    const part = await fetch(app.origin + video.url, { headers: { range: 'bytes=2-' } });
    expect([part.status, await part.text()]).toEqual([206, 'film']);
    expect(
      (await app.call<{ free: null; total: null; used: { local: number } }>('GET', '/space')).body.data,
    ).toMatchObject({ free: null, total: null, used: { local: 6 } });
    await app.storage.delete([`${objectKeys.imports('quay')}trip/short film.mp4`]);
    await app.nest.get(LocalVideoScan, { strict: false }).run();
    expect((await app.call<Channel>('GET', '/channels/quay')).body.data?.video_list).toEqual([]);
    await end();
  });
});
