import { freshDatabase, type PostgresOfRun, postgresOfRun } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { buildDataSource } from '../persistence/database/data-source.js';

/** Gives each test an empty database of its own, with an open connection, through `use`. */
export function databaseOfEach(use: (fresh: { readonly url: string; readonly db: DataSource }) => void): void {
  let postgres: PostgresOfRun;
  let db: DataSource;
  beforeAll(async () => {
    postgres = await postgresOfRun();
  });
  afterAll(async () => {
    await postgres.stop();
  });
  beforeEach(async () => {
    const url = await freshDatabase(postgres.url);
    db = await buildDataSource(url).initialize();
    use({ url, db });
  });
  afterEach(async () => {
    await db.destroy();
  });
}
