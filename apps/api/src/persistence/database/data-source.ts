import { DataSource } from 'typeorm';
import { ENTITIES } from '../entities/entities.js';
import { type SchemaMigration } from '../migrations/migration.js';
import { MIGRATIONS } from '../migrations/index.js';

const POOL_SIZE = 20;
/** ms: idle connections close after this, because each takes 3 MB in PostgreSQL. */
const IDLE_CONNECTION_MS = 10_000;

/**
 * How PostgreSQL ends a session whose node disappeared without closing it. The kernel probes after 5 s of silence,
 * three times; data without acknowledgement for 10 s ends the connection. The session's row locks are then released.
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
 * ms: PostgreSQL rolls back an open transaction without a statement for this long, because its API is frozen or
 * disconnected. Between two statements of a transaction there are at most a few requests to storage.
 */
const IDLE_TRANSACTION_MS = 10_000;

/**
 * The only connection pool to Postgres; only apps/api has one. `migrate()` runs the migrations under a lock; TypeORM
 * never runs them by itself.
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
    poolSize: POOL_SIZE,
    extra: {
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      options: SERVER_KEEPALIVE,
    },
  });

export type Database = DataSource;

/** The URL of a data source's database. */
export const urlOf = ({ options }: Database): string => ('url' in options ? (options.url ?? '') : '');

/** Makes the connection pool injectable by its class. */
export const databaseProvider = (db: Database) => ({ provide: DataSource, useValue: db });
