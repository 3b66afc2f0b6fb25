import { UserError } from '#libs/errors';
import { type DataSource } from 'typeorm';

/**
 * Any 64-bit number of our own: TypeORM takes no lock for migrations, two starting apis would run them twice
 * (architecture 13).
 */
const MIGRATION_LOCK = 7_401_001;

/**
 * Brings the database to this code's schema, forward only, one api at a time.
 * @throws UserError `database-newer` when the database knows a migration that this code does not
 */
export async function migrate(db: DataSource): Promise<readonly string[]> {
  const lock = db.createQueryRunner();
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewer(db);
    const done = await db.runMigrations({ transaction: 'each' });
    return done.map((m) => m.name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await lock.release();
  }
}

async function refuseNewer(db: DataSource): Promise<void> {
  const known = new Set(db.migrations.map((m) => m.name ?? m.constructor.name));
  const [table] = await db.query<{ found: string | null }[]>(`SELECT to_regclass('migration') AS found`);
  if (!table?.found) return;
  const rows = await db.query<{ name: string }[]>('SELECT name FROM migration');
  const strangers = rows.map((r) => r.name).filter((name) => !known.has(name));
  if (strangers.length === 0) return;
  throw new UserError(
    'database-newer',
    `The database was made by a newer Vodkeep (it knows ${strangers.join(', ')}). Start that version again, or restore a backup made before the update.`,
  );
}
