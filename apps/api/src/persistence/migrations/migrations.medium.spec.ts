import 'reflect-metadata';
import { freshDatabase, postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { breakingChanges, readSchema } from '../../testing/breaking-changes.js';
import { migratedDatabase } from '../../testing/migrated-database.js';
import { buildDataSource } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { contracting, expanding, type SchemaMigration } from './migration.js';
import { BREAKING, EXPANDING } from '../database/planted-migrations.fixture.js';
import { MIGRATIONS } from './index.js';

jest.setTimeout(60_000);

let postgres: PostgresOfRun;
beforeAll(async () => {
  postgres = await postgresOfRun();
});
afterAll(async () => {
  await postgres.stop();
});

type Migrations = readonly (new () => SchemaMigration)[];

/** Runs the migrations one by one. @returns what an expanding one breaks, and wrong floors of contracting ones */
async function faultsOf(migrations: Migrations): Promise<string[]> {
  const url = await freshDatabase(postgres.url);
  const names = migrations.map((Migration) => new Migration().name);
  const faults: string[] = [];
  let reached = 0;
  for (const [i, Migration] of migrations.entries()) {
    const { name, floor } = new Migration();
    const db = await buildDataSource(url, migrations.slice(0, i + 1)).initialize();
    const before = await readSchema(db);
    expect((await migrate(db)).applied).toEqual([name]);
    if (floor === null)
      faults.push(...breakingChanges(before, await readSchema(db)).map((change) => `${name}: ${change}`));
    else {
      const place = names.slice(0, i + 1).indexOf(floor);
      if (place < reached) faults.push(`${name}: its floor ${floor} is not between ${names[reached]} and itself`);
      reached = Math.max(reached, place);
    }
    await db.destroy();
  }
  return faults;
}

const numberOf = (Migration: new () => SchemaMigration): number => Number(new Migration().name.slice(-13));
const DROP = 'ALTER TABLE vod DROP COLUMN comment';
const drop: Parameters<typeof expanding>[1] = (q) => q.query(DROP);
const [BASE = ''] = MIGRATIONS.map((Migration) => new Migration().name);
const FLOOR = MIGRATIONS.map((Migration) => new Migration().floor).findLast((floor) => floor !== null) ?? BASE;

describe('every migration', () => {
  it('that only expands breaks no older code, and one that contracts has a possible floor', async () => {
    expect(await faultsOf(MIGRATIONS)).toEqual([]);
  });

  it('is listed in the order of its number, in which TypeORM runs it', () => {
    const numbers = MIGRATIONS.map(numberOf);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('is reported when it breaks older code and is declared as expanding', async () => {
    const one = 'DropComment9000000000001';
    expect(await faultsOf([...MIGRATIONS, expanding(one, drop)])).toEqual([`${one}: vod.comment is gone`]);
    expect(await faultsOf([...MIGRATIONS, contracting({ name: one, floor: one }, drop)])).toEqual([]);
  });

  it('is reported when its floor is a later migration, or one below the floor of before', async () => {
    const [one, two] = ['DropComment9000000000001', 'AddNothing9000000000002'];
    const nothing = (): Promise<void> => Promise.resolve();
    expect(
      await faultsOf([
        ...MIGRATIONS,
        contracting({ name: one, floor: one }, drop),
        contracting({ name: two, floor: BASE }, nothing),
      ]),
    ).toEqual([`${two}: its floor ${BASE} is not between ${one} and itself`]);
    expect(await faultsOf([...MIGRATIONS, contracting({ name: one, floor: two }, drop)])).toEqual([
      `${one}: its floor ${two} is not between ${FLOOR} and itself`,
    ]);
  });
});

describe('a schema change', () => {
  let db: DataSource;
  beforeAll(async () => {
    db = await buildDataSource(await migratedDatabase(postgres.url)).initialize();
  });
  afterAll(async () => {
    await db.destroy();
  });

  async function changesBy(sql: string): Promise<string[]> {
    const q = db.createQueryRunner();
    await q.startTransaction();
    try {
      const before = await readSchema(q.manager);
      await q.query(sql);
      return breakingChanges(before, await readSchema(q.manager));
    } finally {
      await q.rollbackTransaction();
      await q.release();
    }
  }

  it.each(EXPANDING)('%s breaks nothing', async (sql) => {
    expect(await changesBy(sql)).toEqual([]);
  });

  it.each(BREAKING)('%s is reported', async (sql, found) => {
    expect(await changesBy(sql)).toContain(found);
  });
});
