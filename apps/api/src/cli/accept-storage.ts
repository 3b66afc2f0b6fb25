import 'reflect-metadata';
import { messageOf } from '#libs/errors';
import { buildDataSource } from '../persistence/database/data-source.js';
import { Transactions } from '../persistence/database/tx.js';
import { HouseStorageRepository } from '../persistence/repositories/house-storage.repository.js';
import { databaseUrl } from './database-url.js';

/**
 * `node dist/apps/api/src/cli/accept-storage.js`: the storage that is there now becomes that of this house, also an
 * empty one.
 */
try {
  const db = await buildDataSource(databaseUrl()).initialize();
  await new HouseStorageRepository(new Transactions(db)).note(null).finally(() => db.destroy());
  process.stdout.write(
    'The storage that is there now becomes that of this house within some seconds; the check "storage" on the dashboard says when. Of what lies on another one nothing plays any more.\n',
  );
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
