import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type DataSource } from 'typeorm';
import { OLD_BASES } from '../migrations/index.js';

/**
 * TypeORM takes no lock for migrations: two APIs that start at the same time would run them twice. Any 64-bit number.
 */
export const MIGRATION_LOCK = 7_401_001;

/** Names of migrations. `applied`: run by this call. `unknown`: applied earlier by a newer version. */
interface Migrated {
  readonly applied: readonly string[];
  readonly unknown: readonly string[];
}

/** Called before migrations run on a database that is not empty, with the names of those that have run. */
type BeforeUpgrade = (migrations: readonly string[]) => Promise<unknown>;

/**
 * Migrates the database to this code's schema, forward only, one API at a time. A database that a newer version
 * migrated stays unchanged: this code runs on it if it knows the floor (persistence/migrations/migration.ts).
 * @throws UserError `database-newer`: if it does not know the floor; `database-too-old`: if the database is older than
 *   the base schema; what `beforeUpgrade` throws
 */
export async function migrate(db: DataSource, beforeUpgrade?: BeforeUpgrade): Promise<Migrated> {
  const lock = db.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const names = await migrationsOf(db);
    const unknown = await unknownMigrations(db, names);
    const isComplete = db.migrations.every(({ name = '' }) => names.includes(name));
    if (names.length > 0 && !isComplete) await beforeUpgrade?.(names);
    const done = await db.runMigrations({ transaction: 'each' });
    return { applied: done.map((m) => m.name), unknown };
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await lock.release();
  }
}

/** Names of the migrations that have run, oldest first. */
async function migrationsOf(db: DataSource): Promise<string[]> {
  if (!(await hasTable(db, 'migration'))) return [];
  return (await db.query<{ name: string }[]>('SELECT name FROM migration ORDER BY id')).map(({ name }) => name);
}

async function unknownMigrations(db: DataSource, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const known = new Set(db.migrations.map((m) => m.name));
  if (names.some((name) => OLD_BASES.includes(name))) throw tooOld();
  const floor = await floorOf(db);
  if (floor === null) throw tooOld();
  if (!known.has(floor)) throw tooNew(floor);
  return names.filter((name) => !known.has(name));
}

async function hasTable(db: DataSource, table: string): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }[]>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
  return row?.found === true;
}

/** The oldest migration that code must know to run on the database; null: the database is older than this limit. */
async function floorOf(db: DataSource): Promise<string | null> {
  if (!(await hasTable(db, 'schema_compatibility'))) return null;
  const [row] = await db.query<{ floor: string }[]>('SELECT floor FROM schema_compatibility');
  return row?.floor ?? null;
}

const tooOld = (): UserError => new UserError(message('error.database-too-old'));

const tooNew = (floor: string): UserError => new UserError(message('error.database-newer', { floor }));
