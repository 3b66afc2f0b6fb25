import { freshDatabase } from '#libs/testkit';
import { buildDataSource } from '../persistence/database/data-source.js';
import { migrate } from '../persistence/database/migrate.js';

/** A database whose schema every migrated one is a copy of. It gets its name when it is whole. */
const TEMPLATE = 'migrated';
/** Any number of our own: two workers make the template once. */
const TEMPLATE_LOCK = 7_401_999;

/**
 * Makes a database with this code's schema beside that of `serverUrl`: a copy of one that is migrated once a server,
 * since a migration costs more than a copy.
 * @returns its url
 */
export async function migratedDatabase(serverUrl: string): Promise<string> {
  const server = await buildDataSource(serverUrl).initialize();
  const lock = server.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found: unknown[] = await lock.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (found.length === 0) {
      const draft = new URL(await migrated(serverUrl)).pathname.slice(1);
      await lock.query(`ALTER DATABASE ${draft} RENAME TO ${TEMPLATE}`);
    }
  } finally {
    await lock.release();
    await server.destroy();
  }
  return freshDatabase(serverUrl, TEMPLATE);
}

async function migrated(serverUrl: string): Promise<string> {
  const url = await freshDatabase(serverUrl);
  const db = await buildDataSource(url).initialize();
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
  return url;
}
