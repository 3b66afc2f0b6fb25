import 'reflect-metadata';
import { messageOf, UserError, untranslated } from '#libs/errors';
import { basename } from 'node:path';
import { backupFolder, DatabaseBackups } from '../persistence/backup/database-backups.js';
import { buildDataSource } from '../persistence/database/data-source.js';
import { installation } from './database-url.js';

/** Name of the newest backup in the arguments of this program. */
const LATEST = 'latest';

async function fileOf(wanted: string, dataDir: string): Promise<string> {
  if (wanted !== LATEST) return wanted;
  const folder = backupFolder(dataDir);
  const newest = await new DatabaseBackups(folder).newest();
  if (newest === null) throw new UserError(untranslated('no-backup', `${folder} contains no backup of the database.`));
  return newest;
}

/**
 * `node dist/apps/api/src/cli/restore-database.js [FILE]`: replaces the database by a backup, by default the newest one.
 * No API may run. On one machine, `npm start -- --restore` runs it once PostgreSQL has started.
 */
try {
  const { databaseUrl, dataDir } = installation();
  const file = await fileOf(process.argv[2] ?? LATEST, dataDir);
  const db = await buildDataSource(databaseUrl).initialize();
  try {
    const rows = await DatabaseBackups.restore(db, file);
    process.stdout.write(`The database is restored from ${basename(file)} (${String(rows)} rows).\n`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
