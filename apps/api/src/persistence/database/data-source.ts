import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities/entities.js';
import { type SchemaMigration } from '../migrations/migration.js';
import { MIGRATIONS } from '../migrations/index.js';

const POOL = 20;
/** An idle connection takes 3 MB of PostgreSQL. */
const IDLE_CONNECTION_MS = 10_000;

/**
 * What PostgreSQL does with a session whose node is gone without closing it: the kernel asks after 5 s of silence, three
 * times; data that is not acknowledged for 10 s ends the connection. The locks of its rows go with it.
 */
const SERVER_KEEPALIVE = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * A transaction that is open and asks nothing for so long is rolled back: its api is frozen, or cut off. Between two
 * statements of a transaction lie at most a few requests to the storage.
 */
const IDLE_TRANSACTION_MS = 10_000;

/**
 * The one connection pool to Postgres; only apps/api has one. Migrations are run by `migrate()`, under a lock, never by
 * TypeORM itself.
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
    extra: {
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      options: SERVER_KEEPALIVE,
    },
  });

export type Database = DataSource;

/** Where the database of a data source is. */
export const urlOf = ({ options }: Database): string => ('url' in options ? (options.url ?? '') : '');

/** Makes the connection pool injectable by its class. */
export const databaseProvider = (db: Database) => ({ provide: DataSource, useValue: db });
