import 'reflect-metadata';
import { LiveHls } from '#libs/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { databaseOfEach } from '../../testing/database-of-each.js';
import { TestApp } from '../../testing/test-app.js';
import { finishedVod } from '../../testing/finished-vod.js';
import { buildDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { contracting, expanding, type SchemaMigration } from '../migrations/migration.js';
import { MIGRATIONS, OLD_BASES } from '../migrations/index.js';
import { EXPANDING } from './planted-migrations.fixture.js';

jest.setTimeout(90_000);

let url: string;
let db: DataSource;
databaseOfEach((fresh) => {
  ({ url, db } = fresh);
});

/** Upgrades the database to a version that has these migrations beside those of this code. */
async function upgrade(...later: readonly (new () => SchemaMigration)[]): Promise<void> {
  const newer = await buildDataSource(url, [...MIGRATIONS, ...later]).initialize();
  await migrate(newer);
  await newer.destroy();
}

const ADD = 'AddAll9000000000001';
const add = expanding(ADD, async (q) => {
  for (const sql of EXPANDING) await q.query(sql);
});
const DROP = 'DropComment9000000000002';
const dropWith = (floor: string) =>
  contracting({ name: DROP, floor }, (q) => q.query('ALTER TABLE vod DROP COLUMN comment'));

const TOO_OLD = {
  code: 'database-too-old',
  fault: 'user',
  message: expect.stringMatching(
    /^[^\n]*Settings > Export[^\n]*empty database[^\n]*scan the library under Tools[^\n]*$/,
  ),
};

describe('a database', () => {
  it('that is empty gets every migration once when two APIs start at the same time', async () => {
    const other = await buildDataSource(url).initialize();
    const applied = (await Promise.all([migrate(db), migrate(other)])).flatMap((migrated) => migrated.applied);
    await other.destroy();
    expect(applied).toEqual(MIGRATIONS.map((Migration) => new Migration().name));
  });

  it('from before the first release is refused with one line that names the remedy', async () => {
    await db.query('CREATE TABLE migration (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL)');
    await db.query(`INSERT INTO migration (timestamp, name) VALUES (1764288000000, 'Recording1764288000000')`);
    await expect(migrate(db)).rejects.toMatchObject(TOO_OLD);
  });

  it.each(OLD_BASES)('with the earlier base %s is refused in the same way', async (base) => {
    await db.query('CREATE TABLE migration (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL)');
    await db.query('INSERT INTO migration (timestamp, name) VALUES ($1, $2)', [base.slice(-13), base]);
    await db.query('CREATE TABLE schema_compatibility (one boolean PRIMARY KEY DEFAULT true, floor text NOT NULL)');
    await db.query('INSERT INTO schema_compatibility (floor) VALUES ($1)', [base]);
    await expect(migrate(db)).rejects.toMatchObject(TOO_OLD);
  });
});

describe('a database of a newer version', () => {
  it('is refused by code that does not know the floor, with one line that names the remedy', async () => {
    await upgrade(add, dropWith(DROP));
    await expect(migrate(db)).rejects.toMatchObject({
      code: 'database-newer',
      fault: 'user',
      message: expect.stringMatching(/^[^\n]*DropComment[^\n]*Start the newer version again[^\n]*backup[^\n]*$/),
    });
  });

  it('is used by the version that is the floor of its newest migration', async () => {
    await upgrade(add, dropWith(MIGRATIONS.map((Migration) => new Migration().name).at(-1) ?? ''));
    expect(await migrate(db)).toEqual({ applied: [], unknown: [ADD, DROP] });
  });

  it('that only added to the schema is used: older code starts, records, converts, edits and deletes', async () => {
    await upgrade(add);
    expect(await migrate(db)).toEqual({ applied: [], unknown: [ADD] });
    const app = await TestApp.start({ databaseUrl: url });
    const site = await LiveHls.start();
    try {
      const { uuid } = await finishedVod(app, site);
      expect((await app.call('POST', `/vod/${uuid}`, { comment: 'keep' })).status).toBe(200);
      expect(await db.query('SELECT comment, mood FROM vod')).toEqual([{ comment: 'keep', mood: null }]);
      expect((await app.call('DELETE', `/vod/${uuid}`)).status).toBe(200);
      expect(await db.query('SELECT 1 FROM vod')).toEqual([]);
    } finally {
      await site.stop();
      await app.stop();
    }
  });
});
