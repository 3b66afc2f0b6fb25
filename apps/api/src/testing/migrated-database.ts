import { freshDatabase } from '#libs/testkit';
import { DatabaseError } from 'pg';
import { buildDataSource } from '../persistence/database/data-source.js';
import { migrate } from '../persistence/database/migrate.js';

/** The database that every test database is copied from. It gets this name when it is complete. */
const TEMPLATE = 'migrated';
/** Key of an advisory lock, so that parallel test workers make the template only once. Any number. */
const TEMPLATE_LOCK = 7_401_999;
/** PostgreSQL's SQLSTATE `invalid_catalog_name`. */
const UNKNOWN_DATABASE = '3D000';

/**
 * Makes a database with this code's schema on the server of `serverUrl`. It is a copy of a template that is migrated
 * once per server, because a migration costs more than a copy.
 * @returns its URL
 */
export async function migratedDatabase(serverUrl: string): Promise<string> {
  try {
    return await freshDatabase(serverUrl, TEMPLATE);
  } catch (thrown) {
    if (!(thrown instanceof DatabaseError) || thrown.code !== UNKNOWN_DATABASE) throw thrown;
  }
  await makeTemplate(serverUrl);
  return freshDatabase(serverUrl, TEMPLATE);
}

async function makeTemplate(serverUrl: string): Promise<void> {
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
