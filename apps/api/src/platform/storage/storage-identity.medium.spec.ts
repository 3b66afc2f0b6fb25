import 'reflect-metadata';
import { openStorage, type OpenStorage, type S3Settings, type StorageSettings } from '#libs/storage';
import { startS3, tempDir } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Transactions } from '../../persistence/database/tx.js';
import { TestApp } from '../../testing/test-app.js';
import { soloScheduler } from '../../testing/solo-scheduler.js';
import { aVod, store } from '../../testing/rows.js';
import { StorageIdentity } from './storage-identity.js';
import { StorageIdentityRepository } from '../../persistence/repositories/storage-identity.repository.js';

jest.setTimeout(60_000);

describe.each(['file', 's3'] as const)('the storage of an installation, on %s', (driver) => {
  let app: TestApp;
  let db: DataSource;
  let places = 0;
  const dir = tempDir('storage-identity');
  let s3: Awaited<ReturnType<typeof startS3>> | null = null;
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    app = await TestApp.start({ without: ['detection'] });
    db = app.nest.get(DataSource, { strict: false });
    if (driver === 's3') s3 = await startS3();
  });
  beforeEach(async () => {
    await db.query('DELETE FROM house_storage');
    await db.query('DELETE FROM vod');
    await app.bus.storageIdentity.announceStorage('none');
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  afterAll(async () => {
    await app.stop();
    await s3?.stop();
    dir.remove();
  });

  /** Settings of an unused folder or bucket. */
  const newPlace = (): StorageSettings => {
    places += 1;
    if (!s3) return { kind: 'file', rootDir: join(dir.path, `p${places}`), sync: 'off' };
    return {
      kind: 's3',
      endpoint: s3.endpoint,
      region: s3.region,
      bucket: `place-${places}`,
      accessKey: s3.accessKey,
      secretKey: s3.secretKey,
    } satisfies S3Settings;
  };
  const at = async (settings: StorageSettings): Promise<OpenStorage> => {
    const storage = await openStorage(settings, { claims: false });
    opened.push(storage);
    return storage;
  };
  const rows = () => new StorageIdentityRepository(app.nest.get(Transactions, { strict: false }));
  /** Starts an API with these settings. @returns its storage */
  const apiAt = async (settings: StorageSettings): Promise<OpenStorage> => {
    const storage = await at(settings);
    const transactions = app.nest.get(Transactions, { strict: false });
    await new StorageIdentity(transactions, rows(), app.bus, storage, soloScheduler()).settle();
    return storage;
  };
  const idOrKind = async (storage: OpenStorage): Promise<string> => {
    const found = await storage.find();
    return found.kind === 'named' ? found.id : found.kind;
  };
  const refused = {
    code: 'storage-away',
    message: expect.stringContaining('does not belong to this installation; check '),
  };

  it('is the storage of its first start, permanently, and the workers are notified', async () => {
    const first = newPlace();
    const id = await idOrKind(await apiAt(first));
    expect([await rows().known(), await app.bus.storageIdentity.storage()]).toEqual([{ kind: 'id', id }, id]);
    await (await apiAt(first)).put('vods/a', Buffer.from('x'));
    const other = newPlace();
    const storage = await apiAt(other);
    await expect(storage.put('vods/b', Buffer.from('x'))).rejects.toMatchObject(refused);
    expect(await storage.find()).toEqual({ kind: 'none' });
    if (other.kind === 'file') await expect(readdir(other.rootDir)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await app.bus.storageIdentity.storage()).toBe(id);
    expect((await (await apiAt(first)).read('vods/a')).toString()).toBe('x');
  });

  it('is the same for APIs that start at the same time', async () => {
    const settings = newPlace();
    const ids = await Promise.all((await Promise.all([1, 2, 3, 4].map(() => apiAt(settings)))).map(idOrKind));
    expect(new Set(ids).size).toBe(1);
    expect(await rows().known()).toEqual({ kind: 'id', id: ids[0] });
  });

  it('changes only on command of the operator', async () => {
    const [first, second] = [newPlace(), newPlace()];
    const id = await idOrKind(await apiAt(first));
    await apiAt(second);
    await rows().save(null);
    const storage = await apiAt(second);
    await storage.put('vods/b', Buffer.from('x'));
    expect([await idOrKind(storage), await app.bus.storageIdentity.storage()]).toEqual([
      expect.not.stringContaining(id),
      await idOrKind(storage),
    ]);
    await expect((await apiAt(first)).put('vods/c', Buffer.from('x'))).rejects.toMatchObject(refused);
  });

  it('is never an empty one after a recording, but may be one with media and without an id', async () => {
    await store(db, aVod());
    const empty = await apiAt(newPlace());
    await expect(empty.put('vods/a', Buffer.from('x'))).rejects.toMatchObject(refused);
    expect([await empty.find(), await rows().known()]).toEqual([{ kind: 'none' }, { kind: 'new' }]);
    const settings = newPlace();
    const old = await openStorage(settings);
    opened.push(old);
    await old.check();
    await old.put('vods/old/a', Buffer.from('x'));
    const storage = await apiAt(settings);
    expect((await storage.read('vods/old/a')).toString()).toBe('x');
    expect(await rows().known()).toEqual({ kind: 'id', id: await idOrKind(storage) });
  });

  it('is recognised after the loss of the database, by its announcement to the workers or by its id', async () => {
    const settings = newPlace();
    const id = await idOrKind(await apiAt(settings));
    await db.query('DELETE FROM house_storage');
    await expect((await apiAt(newPlace())).put('vods/a', Buffer.from('x'))).rejects.toMatchObject(refused);
    expect(await rows().known()).toEqual({ kind: 'id', id });
    await db.query('DELETE FROM house_storage');
    await app.bus.storageIdentity.announceStorage('none');
    await apiAt(settings);
    expect(await rows().known()).toEqual({ kind: 'id', id });
  });

  it('is determined later if it does not answer at first', async () => {
    const settings = newPlace();
    const away: StorageSettings =
      settings.kind === 's3' ? { ...settings, endpoint: 'http://127.0.0.1:9' } : { ...settings, rootDir: '/proc/none' };
    await expect(apiAt(away)).rejects.toMatchObject({
      fault: 'outside',
      code: expect.stringMatching(/^storage-(away|denied)$/),
    });
    expect(await rows().known()).toEqual({ kind: 'new' });
    await (await apiAt(settings)).check();
  });
});
