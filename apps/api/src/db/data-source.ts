import { DataSource } from 'typeorm';
import { ENTITIES } from './entities.js';
import { type SchemaMigration } from './migration.js';
import { MIGRATIONS } from './migrations/index.js';

/** One holds the locks of the singletons; the rest is for requests and workflows. */
const POOL = 20;

/**
 * The one connection pool to Postgres; only apps/api has one (architecture D1). Migrations are run by `migrate()`,
 * under a lock, never by TypeORM itself.
 * @param url `postgres://user:password@host:port/database`, or a socket address
 * @param migrations tests pass those of another version
 */
export const buildDataSource = (
  url: string,
  migrations: readonly (new () => SchemaMigration)[] = MIGRATIONS,
): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    entities: [...ENTITIES],
    migrations: [...migrations],
    migrationsTableName: 'migration',
    synchronize: false,
    logging: false,
    poolSize: POOL,
    extra: { idleTimeoutMillis: 30_000 },
  });

export type Database = DataSource;

/** Makes the connection pool injectable by its class. */
export const databaseProvider = (db: Database) => ({ provide: DataSource, useValue: db });
