import 'reflect-metadata';
import { CONFIG } from '#libs/service-kit';
import { statusOf } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { closeSync, existsSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { TestApp } from '../../testing/test-app.js';
import { aChannel, aVod, store } from '../../testing/rows.js';

jest.setTimeout(60_000);

interface File {
  name: string;
  size: number;
  date: string;
  is_dir: boolean;
  is_public: boolean;
  extension: string;
}
let app: TestApp;
let config: { core: { dataDir: string }; http: { filesApi: boolean }; storage: { kind: string; dir: string } };
let library: string;
const list = (path: string) => app.call<{ files: File[] }>('GET', `/files?path=${encodeURIComponent(path)}`);
const remove = (path: string, name: string) =>
  app.call('DELETE', `/files?path=${encodeURIComponent(path)}&name=${encodeURIComponent(name)}`);

beforeAll(async () => {
  app = await TestApp.start({ without: ['file-check'] });
  config = app.nest.get<typeof config>(CONFIG, { strict: false });
  config.http.filesApi = true;
  library = join(config.storage.dir, 'library');
  for (const folder of [join(library, 'quay', 'season'), join(config.core.dataDir, 'log')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(library, 'quay', 'stray.MP4'), 'a stray film');
  writeFileSync(join(library, 'quay', 'owned.mp4'), 'of a VOD');
  writeFileSync(join(library, 'quay', '.hidden'), 'x');
  writeFileSync(join(config.core.dataDir, 'log', 'api.log'), 'one line\n');
  writeFileSync(join(config.core.dataDir, 'secret.key'), 'secret');
  symlinkSync(config.core.dataDir, join(library, 'quay', 'out'));
  symlinkSync(join(config.core.dataDir, 'secret.key'), join(library, 'quay', 'link.txt'));
}, 60_000);
afterAll(async () => {
  await app.stop();
});

describe('files', () => {
  it('of a folder are listed, without hidden files and links', async () => {
    expect((await list('storage/quay')).body.data?.files).toEqual([
      { name: 'season', size: 0, date: expect.stringMatching(/Z$/), is_dir: true, is_public: false, extension: '' },
      {
        name: 'owned.mp4',
        size: 8,
        date: expect.stringMatching(/Z$/),
        is_dir: false,
        is_public: false,
        extension: 'mp4',
      },
      {
        name: 'stray.MP4',
        size: 12,
        date: expect.stringMatching(/Z$/),
        is_dir: false,
        is_public: false,
        extension: 'mp4',
      },
    ]);
    expect((await list('storage')).body.data?.files.map((f) => f.name)).toEqual(['quay']);
    expect((await list('logs')).body.data?.files).toEqual([
      expect.objectContaining({ name: 'api.log', size: 9, extension: 'log' }),
    ]);
  });

  it.each([
    ['', 'Path is not defined'],
    ['storage/quay/none', 'Path does not exist'],
    ['storage/quay/stray.MP4', 'Path does not exist'],
    ['storage/quay/out', 'Access denied'],
    ['storage/quay/out/log', 'Access denied'],
    ['run', 'Access denied'],
    ['storage/../..', 'Path is not valid'],
    ['/etc', 'Path is not valid'],
    ['storage/.hidden', 'Path is not valid'],
  ])('at %j are refused: %s', async (path, message) => {
    const { status, body, text } = await list(path);
    expect([status, body.message, body.fields?.map((f) => f.path)]).toEqual([400, message, ['path']]);
    expect(text).not.toContain(config.core.dataDir);
  });

  it('with a NUL in the path or an unknown field in the query are refused on the field', async () => {
    expect((await list('storage/a\0b')).body.fields).toEqual([
      { path: 'path', message: expect.stringContaining('NUL') },
    ]);
    expect((await app.call('GET', '/files?path=logs&odd=1')).body.fields?.map((f) => f.path)).toEqual(['odd']);
  });

  it('are downloaded unchanged, even those of a VOD, but not links and files outside', async () => {
    const get = (path: string, name: string) =>
      app.call('GET', `/files/download?path=${encodeURIComponent(path)}&name=${encodeURIComponent(name)}`);
    expect(await get('storage/quay', 'stray.MP4')).toMatchObject({ status: 200, text: 'a stray film' });
    expect(await get('storage/quay', 'owned.mp4')).toMatchObject({ status: 200, text: 'of a VOD' });
    expect(await get('logs', 'api.log')).toMatchObject({ status: 200, text: 'one line\n' });
    for (const [path, name, code] of [
      ['storage/quay', 'link.txt', 'file-not-there'],
      ['storage/quay', 'season', 'file-not-there'],
      ['storage/quay', '../../x', 'path-invalid'],
      ['storage/quay/out', 'secret.key', 'access-denied'],
    ] as const)
      expect(await get(path, name)).toMatchObject({ status: 400, body: { code } });
  });

  it('that belong to no VOD are deleted', async () => {
    expect((await remove('storage/quay', 'stray.MP4')).body).toEqual({ status: 'OK', message: 'File deleted.' });
    expect(existsSync(join(library, 'quay', 'stray.MP4'))).toBe(false);
    expect((await remove('storage/quay', 'stray.MP4')).body.message).toBe('File does not exist');
  });

  it('that are a downloaded or recorded chat of no VOD are deleted with their objects, and no longer served', async () => {
    const run = '01KB0000000000000000000000';
    for (const [name, key] of [
      ['pier.9.chat.json', 'saved_vods/pier.9.chat.json'],
      ['pier-1.json', `saved_vods/pier-1.${run}.json`],
    ] as const) {
      await app.storage.put(key, Buffer.from('{}'));
      await app.storage.library?.publish(key, { channel: 'saved_vods', folder: '', name });
      expect(await statusOf(`${app.origin}/saved_vods/${name}`)).toBe(200);
      expect((await list('storage/saved_vods')).body.data?.files).toMatchObject([{ name, is_public: true }]);
      expect((await remove('storage/saved_vods', name)).status).toBe(200);
      expect(await statusOf(`${app.origin}/saved_vods/${name}`)).toBe(404);
      expect(await app.storage.head(key)).toBeNull();
    }
    await app.storage.put('saved_vods/pier-1.json', Buffer.from('{}'));
    writeFileSync(join(library, 'quay', 'pier-1.json'), 'a stray of this name');
    expect((await remove('storage/quay', 'pier-1.json')).status).toBe(200);
    expect(await app.storage.head('saved_vods/pier-1.json')).not.toBeNull();
  });

  it('that belong to a VOD stay', async () => {
    const channel = aChannel({ internalName: 'quay' });
    const vod = aVod({ channelUuid: channel.uuid });
    await store(app.nest.get(DataSource, { strict: false }), channel, vod);
    await app.nest
      .get(DataSource, { strict: false })
      .query(
        `INSERT INTO file (id, vod_uuid, file_id, attempt, key, basename, size_bytes, start_ms, end_ms, video_ms, metadata, library_path, created_at) VALUES ('f', $1, 'f0', 'a', 'k', 'owned.mp4', 8, 0, 1, 1, '{}', 'quay/owned.mp4', now())`,
        [vod.uuid],
      );
    const listed = (await list('storage/quay')).body.data?.files;
    expect(listed?.filter((f) => f.is_public).map((f) => f.name)).toEqual(['owned.mp4']);
    expect(await remove('storage/quay', 'owned.mp4')).toMatchObject({ status: 409, body: { code: 'file-owned' } });
    expect(existsSync(join(library, 'quay', 'owned.mp4'))).toBe(true);
  });

  it('that are the chat of a VOD stay', async () => {
    const channel = aChannel({ internalName: 'pier' });
    const chatFile = { attempt: 'a', key: 'k', sizeBytes: 4, messages: 1, libraryPath: 'quay/heard.chatdump' };
    const vods = [
      aVod({
        channelUuid: channel.uuid,
        basename: 'heard',
        chat: { state: 'done', attempt: null, reason: null, timelineKey: null, file: chatFile },
      }),
      aVod({
        channelUuid: channel.uuid,
        basename: 'fetched',
        downloadedChat: { ...chatFile, libraryPath: 'quay/fetched_chat.json' },
      }),
    ];
    await store(app.nest.get(DataSource, { strict: false }), channel, ...vods);
    for (const name of ['heard.chatdump', 'fetched_chat.json']) {
      writeFileSync(join(library, 'quay', name), 'chat');
      expect(await remove('storage/quay', name)).toMatchObject({ status: 409, body: { code: 'file-owned' } });
      expect(existsSync(join(library, 'quay', name))).toBe(true);
    }
  });

  it('that are the log of a running service cannot be deleted; older logs and logs of ended services can', async () => {
    const logs = join(config.core.dataDir, 'log');
    writeFileSync(join(logs, 'api.log.1'), 'older');
    writeFileSync(join(logs, 'recorder-2.log'), 'of one that is gone');
    const written = openSync(join(logs, 'api.log'), 'a');
    const read = openSync(join(logs, 'recorder-2.log'), 'r');
    expect(await remove('logs', 'api.log')).toMatchObject({
      status: 409,
      body: { code: 'log-in-use', message: expect.stringContaining('is writing to this log') },
    });
    expect(existsSync(join(logs, 'api.log'))).toBe(true);
    expect((await remove('logs', 'api.log.1')).status).toBe(200);
    expect(existsSync(join(logs, 'api.log.1'))).toBe(false);
    expect((await remove('logs', 'recorder-2.log')).status).toBe(200);
    closeSync(read);
    closeSync(written);
    expect((await remove('logs', 'api.log')).status).toBe(200);
  });

  it.each([
    ['season', 'name'],
    ['link.txt', 'name'],
    ['..', 'name'],
    ['a/b', 'name'],
    ['.hidden', 'name'],
  ])('named %j are not deleted', async (name, field) => {
    const { status, body } = await remove('storage/quay', name);
    expect([status, body.fields?.map((f) => f.path)]).toEqual([400, [field]]);
    expect(existsSync(join(config.core.dataDir, 'secret.key'))).toBe(true);
  });

  it('in a bucket are refused with the reason, while logs are listed', async () => {
    config.storage.kind = 's3';
    expect(await list('storage')).toMatchObject({
      status: 400,
      body: { code: 'files-elsewhere', message: expect.stringContaining('bucket') },
    });
    expect((await list('logs')).status).toBe(200);
    config.storage.kind = 'file';
  });

  it('are refused unless the operator enabled the files API', async () => {
    config.http.filesApi = false;
    expect(await list('storage')).toMatchObject({
      status: 404,
      body: { code: 'files-off', message: expect.stringContaining('Files API is disabled on this server') },
    });
    expect((await remove('storage/quay', 'owned.mp4')).status).toBe(404);
    expect(existsSync(join(library, 'quay', 'owned.mp4'))).toBe(true);
    config.http.filesApi = true;
  });
});
