import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { migratedDatabase } from '../../testing/migrated-database.js';
import { buildDataSource } from '../database/data-source.js';

/** Tables that no entity describes, and why. */
const TABLES_WITHOUT_ENTITY: Readonly<Record<string, string>> = {
  channel_count: 'triggers write it, and two queries read it',
  clip_check: 'one result per clip, written by upserts',
  damaged_object: 'read and written in sets',
  due_object: 'rows are inserted and deleted in bulk, never loaded',
  edit_version: 'one counter per scope, written by one upsert',
  house_storage: 'one row',
  last_version: 'one row',
  leaving_vod: 'filled by INSERT ... SELECT, counted by triggers',
  library_due: 'a set of ids with a time of microseconds, which Date would round',
  library_leftover: 'a set of paths',
  notification_category: 'only older code uses it; a migration of the next version drops it',
  notification_rule: 'its key has a NULL; read and written in sets',
  migration: 'belongs to TypeORM',
  schema_compatibility: 'one row, read before the entities can be used',
  unfreed_space: 'one row',
  vod_check: 'one cursor per VOD, written by upserts',
  vod_watch: 'one time per VOD, written by INSERT ... SELECT',
};
/** Columns that the entity of their table leaves out, and why. */
const COLUMNS_WITHOUT_PROPERTY: Readonly<Record<string, string>> = {
  'part.reason': 'nothing read it, so nothing writes it any more; a migration of the next version drops it',
  'vod.other_bytes': 'written with rest_bytes by SQL, read by triggers',
  'vod.space_version': 'compared with version by SQL; no edit of a loaded row may write it back',
};

let postgres: PostgresOfRun;
let db: DataSource;
beforeAll(async () => {
  postgres = await postgresOfRun();
  db = await buildDataSource(await migratedDatabase(postgres.url)).initialize();
}, 60_000);
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
});

interface ColumnOfDatabase {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly key: boolean;
  readonly defaultValue: string | null;
}
const describeColumn = ({ table, column, type, nullable, key, defaultValue }: ColumnOfDatabase): string =>
  [
    `${table}.${column} ${type}`,
    nullable ? '' : ' NOT NULL',
    defaultValue === null ? '' : ` DEFAULT ${defaultValue}`,
    key ? ' (primary key)' : '',
  ].join('');

async function columnsOfDatabase(): Promise<ColumnOfDatabase[]> {
  return db.query<ColumnOfDatabase[]>(`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
      EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS key,
      regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[a-z ]+$', '') AS "defaultValue"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`);
}

type Default = DataSource['entityMetadatas'][number]['columns'][number]['default'];
function defaultOf(value: Default): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'function') return value();
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function columnsOfEntities(): ColumnOfDatabase[] {
  return db.entityMetadatas.flatMap(({ tableName: table, columns }) =>
    columns.map((column) => ({
      table,
      column: column.databaseName,
      type: db.driver.normalizeType(column),
      nullable: column.isNullable,
      key: column.isPrimary,
      defaultValue:
        column.generationStrategy === 'increment'
          ? `nextval('${table}_${column.databaseName}_seq'::regclass)`
          : defaultOf(column.default),
    })),
  );
}

it('every table has an entity, or a stated reason why it has none', async () => {
  const tables = new Set((await columnsOfDatabase()).map(({ table }) => table));
  const entities = db.entityMetadatas.map(({ tableName }) => tableName);
  expect([...tables].sort()).toEqual([...entities, ...Object.keys(TABLES_WITHOUT_ENTITY)].sort());
});

it('every entity has the columns of its table, with their types, defaults and keys', async () => {
  const unused = new Set(Object.keys(COLUMNS_WITHOUT_PROPERTY));
  const rows = (await columnsOfDatabase()).filter(({ table }) => !(table in TABLES_WITHOUT_ENTITY));
  const inDatabase = rows.filter(({ table, column }) => !unused.delete(`${table}.${column}`));
  expect([...unused]).toEqual([]);
  expect(columnsOfEntities().map(describeColumn).sort()).toEqual(inDatabase.map(describeColumn).sort());
});
