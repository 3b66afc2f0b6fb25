import 'reflect-metadata';
import { tempDir } from '#libs/testkit';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { databaseOfEach } from '../../testing/database-of-each.js';
import { aChannel, aFile, aVod, store } from '../../testing/rows.js';
import { buildDataSource } from '../database/data-source.js';
import { LeaderSession } from '../database/leader-session.js';
import { migrate } from '../database/migrate.js';
import { FileEntity } from '../entities/file.entity.js';
import { MIGRATIONS } from '../migrations/index.js';
import { expanding } from '../migrations/migration.js';
import { DatabaseBackups } from './database-backups.js';
import { exportDatabase } from './export-database.js';

jest.setTimeout(60_000);

const NEXT = 'AddMood9000000000001';
const addMood = expanding(NEXT, (q) => q.query('ALTER TABLE vod ADD COLUMN mood text'));
const NAMES = MIGRATIONS.map((Migration) => new Migration().name);

let url: string;
let db: DataSource;
let folder: ReturnType<typeof tempDir>;
let backups: DatabaseBackups;
databaseOfEach((fresh) => {
  ({ url, db } = fresh);
});
beforeEach(() => {
  folder = tempDir('backups');
  backups = new DatabaseBackups(folder.path);
});
afterEach(() => {
  folder.remove();
});

/** A channel and a VOD with a file, with texts that are difficult to write. */
async function fill(): Promise<string> {
  const channel = aChannel({ options: { quality: ['Ünï "quoted"', 'back\\slash'] } });
  const vod = aVod({ channelUuid: channel.uuid, title: 'two\nlines\t👀 $1', gaps: [], comment: null });
  await store(db, channel, vod);
  await db.manager.save(FileEntity, aFile({ vodUuid: vod.uuid, sizeBytes: 9_007_199_254_740_991, videoMs: 0.1 }));
  await db.query(
    `INSERT INTO channel_history (channel_uuid, at, fact) VALUES ($1, '2026-11-01 10:00:00.123456+02', $2)`,
    [channel.uuid, JSON.stringify({ none: null })],
  );
  return vod.uuid;
}

/** Every row of every table, and the sequences. */
async function content(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportDatabase(db, [])) lines.push(line);
  return lines.slice(1);
}

/** The upgrade to a version with one more migration, with a backup before it. */
async function upgrade(): Promise<readonly string[]> {
  const newer = await buildDataSource(url, [...MIGRATIONS, addMood]).initialize();
  try {
    return (await migrate(newer, (migrations) => backups.make(newer, migrations))).applied;
  } finally {
    await newer.destroy();
  }
}

const newest = async (): Promise<string> => (await backups.newest()) ?? '';

it('integrity-8 is made before an upgrade only, and takes the whole database back to it', async () => {
  const keep = (migrations: readonly string[]) => backups.make(db, migrations);
  await migrate(db, keep);
  const vodUuid = await fill();
  const before = await content();
  await migrate(db, keep);
  expect(await backups.newest()).toBeNull();
  expect(await upgrade()).toEqual([NEXT]);
  await db.query(`UPDATE vod SET mood = 'glad', title = 'changed'`);
  await db.query('DELETE FROM file WHERE vod_uuid = $1', [vodUuid]);
  await DatabaseBackups.restore(db, await newest());
  expect(await content()).toEqual(before);
  // Triggers, foreign keys and sequences work as before.
  await db.query('DELETE FROM file WHERE vod_uuid = $1', [vodUuid]);
  expect(await db.query('SELECT file_bytes, (SELECT files FROM channel_count) AS files FROM vod')).toEqual([
    { file_bytes: '0', files: '0' },
  ]);
  await db.query(`INSERT INTO channel_history (channel_uuid, at, fact) SELECT uuid, now(), '{}' FROM channel`);
  await db.query('DELETE FROM channel');
  expect(await db.query('SELECT 1 FROM channel_history')).toEqual([]);
  expect(await upgrade()).toEqual([NEXT]);
});

it('integrity-8 is kept three times, and once for an upgrade that is tried again', async () => {
  await migrate(db);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout'] });
  try {
    for (const [day, state] of ['a', 'b', 'c', 'c', 'd'].entries()) {
      jest.setSystemTime(new Date(Date.UTC(2026, 10, day + 1)));
      await backups.make(db, [...NAMES, state]);
    }
  } finally {
    jest.useRealTimers();
  }
  expect(readdirSync(folder.path).sort()).toEqual([
    '20261102T000000Z-b.ndjson.gz',
    '20261104T000000Z-c.ndjson.gz',
    '20261105T000000Z-d.ndjson.gz',
  ]);
});

it.each([1, 2])('integrity-8 in a folder of the newest %i keeps just as many, also of one state', async (retained) => {
  await migrate(db);
  backups = new DatabaseBackups(folder.path, retained);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout'] });
  try {
    for (const day of [1, 2, 3]) {
      jest.setSystemTime(new Date(Date.UTC(2026, 10, day)));
      await backups.make(db, NAMES);
    }
  } finally {
    jest.useRealTimers();
  }
  const times = readdirSync(folder.path).map((name) => name.slice(0, 8));
  expect(times.sort()).toEqual(['20261102', '20261103'].slice(-retained));
});

it.each([
  ['is cut off', 'backup-damaged'],
  ['is of a newer version', 'backup-newer'],
  ['is missing', 'backup-missing'],
  ['is restored while an API leads', 'database-in-use'],
] as const)('integrity-8 that %s leaves the database alone', async (fault, code) => {
  await migrate(db);
  await fill();
  const before = await content();
  const file = await backups.make(db, fault === 'is of a newer version' ? [...NAMES, NEXT] : NAMES);
  if (fault === 'is cut off') writeFileSync(file, readFileSync(file).subarray(0, -40));
  const leader = await LeaderSession.open(url, { name: 'api', idleTimeoutMs: 60_000, onEnd: () => undefined });
  if (fault === 'is restored while an API leads') await leader.tryLock();
  const wanted = fault === 'is missing' ? join(folder.path, 'none.gz') : file;
  await expect(DatabaseBackups.restore(db, wanted)).rejects.toMatchObject({ code, fault: 'user' });
  await leader.close();
  expect(await content()).toEqual(before);
});

it('integrity-8 that cannot be written keeps the upgrade from running', async () => {
  await migrate(db);
  const file = join(folder.path, 'a file');
  writeFileSync(file, '');
  backups = new DatabaseBackups(file);
  await expect(upgrade()).rejects.toMatchObject({ code: 'backup-failed', fault: 'user' });
  expect(await migrate(db)).toEqual({ applied: [], unknown: [] });
});
