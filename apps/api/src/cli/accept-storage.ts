import 'reflect-metadata';
import { messageOf } from '#libs/errors';
import { buildDataSource } from '../persistence/database/data-source.js';
import { Transactions } from '../persistence/database/tx.js';
import { StorageIdentityRepository } from '../persistence/repositories/storage-identity.repository.js';
import { databaseUrl } from './database-url.js';

/**
 * `node dist/apps/api/src/cli/accept-storage.js`: makes the connected storage the storage of this installation, even if
 * it is empty.
 */
try {
  const db = await buildDataSource(databaseUrl()).initialize();
  try {
    await new StorageIdentityRepository(new Transactions(db)).save(null);
  } finally {
    await db.destroy();
  }
  process.stdout.write(
    'The connected storage becomes the storage of this installation within a few seconds. The check "storage" on the dashboard shows when. Recordings on another storage no longer play.\n',
  );
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
