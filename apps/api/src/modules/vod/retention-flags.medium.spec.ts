import { type Channel, type Job, objectKeys, type Vod } from '#libs/contracts';
import { LiveHls } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Transactions } from '../../persistence/database/tx.js';
import { TestApp, eventually } from '../../testing/test-app.js';
import { finishedVod } from '../../testing/finished-vod.js';
import { UserError, untranslated } from '#libs/errors';
import { VodFiles } from '../../workflows/vod-files.js';
import { Sweeper } from '../../workflows/sweeper.js';
import { LibraryLinks } from '../../library/library-links.js';
import { SpaceRepository } from '../../persistence/repositories/space.repository.js';
import { FileEntity } from '../../persistence/entities/file.entity.js';
import { MissingFiles } from './missing-files.js';
import { VodEntity } from '../../persistence/entities/vod.entity.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

jest.setTimeout(120_000);

describe('the files of a VOD', () => {
  let app: TestApp;
  let site: LiveHls;
  let uuid: string;

  const vod = async (): Promise<Vod> => (await app.call<Vod>('GET', `/vod/${uuid}`)).body.data as Vod;
  const rows = () => app.nest.get(VodRepository, { strict: false });
  const files = () => rows().allFiles([uuid]);
  const tx = () => app.nest.get(Transactions, { strict: false });
  const job = async (name: string): Promise<Job> =>
    eventually(
      async () =>
        (await app.call<Job[]>('GET', '/jobs')).body.data?.find(
          (j) => j.name === name && j.status !== 'WAITING' && j.status !== 'RUNNING',
        ),
      `the end of ${name}`,
    );
  const channel = async (): Promise<Channel> => (await app.call<Channel>('GET', '/channels/quay')).body.data as Channel;
  const segment = (query: string) => app.call<{ job: string }>('POST', `/vod/${uuid}/delete_segment${query}`);
  /** Deletes the second file of the list. @returns its row before the deletion */
  const deleteSecondFile = async (query: string): Promise<FileEntity> => {
    const [, file] = await files();
    if (!file) throw new RangeError('no such file');
    const { body } = await segment(query);
    expect((await job(body.data?.job ?? '')).error).toBeNull();
    return file;
  };
  const media = (path: string) => fetch(app.origin + path);
  /** Stores a further file and its row as a copy of the first one. @returns its key */
  const addFile = async (n: number): Promise<string> => {
    const [first] = await files();
    if (!first) throw new RangeError('no file');
    const key = `${first.key}.${n}`;
    await app.storage.put(key, Buffer.from(`file ${n}`));
    await tx().plain.insert(FileEntity, {
      ...(structuredClone(first) as Omit<FileEntity, never>),
      id: `x${n}`,
      fileId: `f${n}`,
      basename: `quay-${n}.mp4`,
      key,
      startMs: n,
      libraryPath: null,
    });
    return key;
  };
  /** Index of the file in the list of segments. */
  const indexOf = async (id: string): Promise<number> =>
    (await files()).filter((f) => f.listed).findIndex((f) => f.id === id);

  beforeAll(async () => {
    app = await TestApp.start({ without: ['file-check'] });
    site = await LiveHls.start();
    uuid = (await finishedVod(app, site)).uuid;
    for (const n of [2, 3]) await addFile(n);
    // A test sets a VOD to capturing but no recorder reports it; the long grace keeps it from being ended.
    await app.call('PUT', '/settings', { config: { 'capture.grace_s': 3600, 'capture.grace_site_s': 3600 } });
  });
  afterAll(async () => {
    await app.stop();
    await site.stop();
  });

  it('W45 a file that is deleted from storage outside Vodkeep is shown as missing and gets 404, until it is stored again', async () => {
    const file = (await files()).find((f) => f.basename === 'quay-2.mp4');
    const { files: shown } = await vod();
    const url = shown.find((f) => f.basename === 'quay-2.mp4')?.url ?? '';
    expect((await media(url)).status).toBe(200);
    await app.storage.delete([file?.key ?? '']);
    expect((await media(url)).status).toBe(404);
    await app.nest.get(MissingFiles, { strict: false }).run();
    expect((await vod()).segments.find((s) => s.basename === 'quay-2.mp4')).toEqual({
      basename: 'quay-2.mp4',
      filesize: 0,
      deleted: true,
      missing: true,
    });
    expect((await vod()).files.map((f) => f.basename)).not.toContain('quay-2.mp4');
    await app.storage.put(file?.key ?? '', Buffer.from('file 2'));
    await app.nest.get(MissingFiles, { strict: false }).check(uuid);
    expect((await vod()).segments.find((s) => s.basename === 'quay-2.mp4')).toMatchObject({
      deleted: false,
      missing: false,
    });
    expect((await media(url)).status).toBe(200);
  });

  it('a VOD whose file disappears is marked as moved to the cloud only if storage.deleted_cloud is on', async () => {
    const file = (await files()).find((f) => f.basename === 'quay-2.mp4');
    const goneAndBack = async (): Promise<boolean> => {
      await app.storage.delete([file?.key ?? '']);
      await app.nest.get(MissingFiles, { strict: false }).check(uuid);
      await app.storage.put(file?.key ?? '', Buffer.from('file 2'));
      await app.nest.get(MissingFiles, { strict: false }).check(uuid);
      return (await vod()).cloud_storage;
    };
    expect(await goneAndBack()).toBe(false);
    await app.call('PUT', '/settings', { config: { 'storage.deleted_cloud': true } });
    expect(await goneAndBack()).toBe(true);
    await app.call('PUT', '/settings', { config: { 'storage.deleted_cloud': null } });
    await app.call('POST', `/vod/${uuid}`, { cloud_storage: false });
    expect((await vod()).cloud_storage).toBe(false);
  });

  it('W64 an archived VOD leaves the lists, moves in the library and is served; restored, it is the same as before', async () => {
    const before = await vod();
    const paths = async () => (await files()).map((f) => f.libraryPath?.split('/')[0]);
    const answer = await app.call<{ job: string }>('POST', `/vod/${uuid}/archive`);
    expect(answer.body).toMatchObject({ status: 'OK' });
    expect((await job(answer.body.data?.job ?? '')).error).toBeNull();
    expect(await paths()).toEqual(['saved_vods', 'saved_vods', 'saved_vods']);
    expect((await channel()).vods_list).toEqual([]);
    expect((await app.call<Vod[]>('GET', '/vod')).body.data).toEqual([]);
    expect((await app.call<Vod[]>('GET', '/vod?archived=1')).body.data).toMatchObject([
      { uuid, archived_at: expect.any(String) },
    ]);
    for (const { url } of (await vod()).files) expect((await media(url)).status).toBe(200);
    const restored = await app.call<{ job: string }>('POST', `/vod/${uuid}/unarchive`);
    expect((await job(restored.body.data?.job ?? '')).error).toBeNull();
    expect(await paths()).toEqual(['quay', 'quay', 'quay']);
    expect((await channel()).vods_list).toHaveLength(1);
    expect({ ...(await vod()), version: 0 }).toEqual({ ...before, version: 0 });
    const again = await app.call<{ job: string }>('POST', `/vod/${uuid}/save`);
    expect((await job(again.body.data?.job ?? '')).error).toBeNull();
    expect((await vod()).archived_at).not.toBeNull();
    await job((await app.call<{ job: string }>('POST', `/vod/${uuid}/unarchive`)).body.data?.job ?? '');
  });

  it('a VOD that is being recorded or converted is not archived, restored or reduced by a segment', async () => {
    for (const [over, code] of [
      [{ assigned: true, state: 'capturing' }, 'vod-capturing'],
      [{ convertState: 'running' }, 'vod-busy'],
    ] as const) {
      const before = await rows().find(uuid);
      await tx().plain.update(VodEntity, { uuid }, over);
      for (const action of ['archive', 'save', 'unarchive', 'delete_segment?segment=0']) {
        const answer = await app.call('POST', `/vod/${uuid}/${action}`);
        expect([action, answer.status, answer.body.code]).toEqual([action, 409, code]);
      }
      await tx().plain.update(
        VodEntity,
        { uuid },
        {
          assigned: before?.assigned ?? false,
          state: before?.state ?? 'finalized',
          convertState: before?.convertState ?? null,
        },
      );
    }
  });

  it.each<[string, string]>([
    ['', 'segment'],
    ['?segment=-1', 'segment'],
    ['?segment=NaN', 'segment'],
    ['?segment=9', 'segment'],
    ['?segment=1.5', 'segment'],
    ['?segment=0&keep_entry=maybe', 'keep_entry'],
    ['?segment=0&colour=1', 'colour'],
  ])('a delete_segment request with query "%s" is refused and deletes nothing', async (query, field) => {
    const answer = await segment(query);
    expect([answer.status, answer.body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
    expect(await files()).toHaveLength(3);
  });

  it('a segment of a protected VOD is not deleted', async () => {
    await app.call('POST', `/vod/${uuid}`, { prevent_deletion: true });
    expect((await segment('?segment=0')).body).toMatchObject({
      code: 'vod-protected',
      message: 'Vod segment could not be deleted: Vod has been marked with prevent_deletion',
    });
    await app.call('POST', `/vod/${uuid}`, { prevent_deletion: false });
    expect((await files()).every((f) => !f.deleted)).toBe(true);
  });

  it('a deleted segment loses its entry, bytes, object and name in the library; with keep_entry the entry stays and the VOD is marked as moved to the cloud', async () => {
    const before = await vod();
    const gone = await deleteSecondFile('?segment=1&keep_entry=false');
    expect(await app.storage.head(gone.key)).toBeNull();
    expect(gone.libraryPath).not.toBeNull();
    expect(await app.storage.library?.head(gone.libraryPath ?? '')).toBeNull();
    const after = await vod();
    expect(after.segments_raw).toEqual(before.segments_raw.filter((name) => name !== gone.basename));
    expect(after.total_size).toBe(before.total_size - gone.sizeBytes);
    const retained = await deleteSecondFile('?segment=1&keep_entry=true');
    expect(await app.storage.head(retained.key)).toBeNull();
    expect((await vod()).segments[1]).toEqual({
      basename: retained.basename,
      filesize: 0,
      deleted: true,
      missing: false,
    });
    expect(await vod()).toMatchObject({ cloud_storage: true, total_size: after.total_size - retained.sizeBytes });
    expect((await segment('?segment=1&keep_entry=true')).status).toBe(400);
  });

  it('a file that is replaced while a run checks its old object is not marked as missing', async () => {
    const key = await addFile(6);
    const head = app.storage.head.bind(app.storage);
    const headCalls = jest.spyOn(app.storage, 'head').mockImplementation(async (headKey) => {
      if (headKey !== key) return head(headKey);
      headCalls.mockRestore();
      await app.storage.put(`${key}.anew`, Buffer.from('file 6'));
      await tx().plain.update(FileEntity, { id: 'x6' }, { key: `${key}.anew` });
      await app.storage.delete([key]);
      return head(headKey);
    });
    await app.nest.get(MissingFiles, { strict: false }).run();
    expect((await vod()).segments.find((s) => s.basename === 'quay-6.mp4')).toMatchObject({
      deleted: false,
      missing: false,
    });
    await job((await segment(`?segment=${await indexOf('x6')}`)).body.data?.job ?? '');
  });

  it('a leftover name in the library is removed even if its object is already deleted', async () => {
    const { library } = app.storage;
    const [file] = await files();
    const key = `${file?.key}.4`;
    await app.storage.put(key, Buffer.from('file 4'));
    const path = (await library?.publish(key, { channel: 'quay', name: 'quay-4.mp4' })) ?? '';
    const links = app.nest.get(LibraryLinks, { strict: false });
    await tx().run((t) => links.saveLeftover(uuid, { path, key }, t));
    await app.storage.delete([key]);
    await links.follow(uuid);
    expect(await library?.head(path)).toBeNull();
  });

  it('the sweeper deletes the object of a deleted segment after its job failed', async () => {
    const key = await addFile(5);
    const remove = jest
      .spyOn(app.nest.get(VodFiles, { strict: false }), 'deleteObjects')
      .mockRejectedValueOnce(new UserError(untranslated('storage-read-only', 'the disk is read-only')));
    expect((await job((await segment(`?segment=${await indexOf('x5')}`)).body.data?.job ?? '')).status).toBe('ERROR');
    remove.mockRestore();
    expect(await app.storage.head(key)).not.toBeNull();
    const sweeper = app.nest.get(Sweeper, { strict: false });
    await sweeper.run();
    expect(await app.storage.head(key)).not.toBeNull();
    await tx().plain.query("UPDATE due_object SET at = now() - interval '2 hours'");
    await sweeper.run();
    expect([await app.storage.head(key), await tx().plain.query('SELECT * FROM due_object')]).toEqual([null, []]);
  });

  it('the deletion of the last file also deletes the HLS segments, and a failed job can be retried', async () => {
    expect((await vod()).playlist_url).not.toBeNull();
    const segmentCount = async (): Promise<number> => (await app.objects(objectKeys.parts(uuid))).length;
    const before = await vod();
    const countBefore = await segmentCount();
    const remove = jest
      .spyOn(app.nest.get(VodFiles, { strict: false }), 'deleteObjects')
      .mockRejectedValueOnce(new UserError(untranslated('storage-read-only', 'the disk is read-only')));
    const name = (await segment('?segment=0&keep_entry=true')).body.data?.job ?? '';
    expect((await job(name)).status).toBe('ERROR');
    remove.mockRestore();
    // Media that is still stored counts, in the VOD and in the use of space.
    expect(await vod()).toMatchObject({
      playlist_url: null,
      total_size: before.total_size,
      is_converted: false,
      state: 'finalized',
    });
    expect([
      await segmentCount(),
      (await app.nest.get(SpaceRepository, { strict: false }).used()).segments > 0,
    ]).toEqual([countBefore, true]);
    expect((await app.call('POST', `/jobs/${encodeURIComponent(name)}/retry`)).status).toBe(200);
    expect((await job(name)).error).toBeNull();
    expect(await vod()).toMatchObject({ playlist_url: null, total_size: 0, state: 'finalized' });
    expect([await segmentCount(), await app.nest.get(SpaceRepository, { strict: false }).used()]).toMatchObject([
      0,
      { segments: 0, files: 0 },
    ]);
  });
});
