import { UserError, untranslated } from '#libs/errors';

/**
 * Names in the data folder that `npm start` creates (tools/supervisor): the password file of its PostgreSQL, and the
 * cluster folder, which holds PostgreSQL's pid file.
 */
const SECRET_FILE = 'postgres.secret';
const CLUSTER_FOLDER = /^postgres-\d+$/;
/**
 * Line of postmaster.pid with the port, counted from 0. Source: postgresql.org, src/include/utils/pidfile.h,
 * LOCK_FILE_LINE_PORT = 4.
 */
const PORT_LINE = 3;

export interface FolderReader {
  readonly list: () => readonly string[];
  readonly read: (file: string) => string;
}

/**
 * URL of the database: `pgUrl` if set, else that of the PostgreSQL that `npm start` runs from this data folder.
 * @throws UserError `no-database` - no URL is set and no database runs
 */
export function findDatabase(pgUrl: string | null, dataDir: string, folder: FolderReader): string {
  if (pgUrl !== null) return pgUrl;
  try {
    const cluster =
      folder
        .list()
        .filter((name) => CLUSTER_FOLDER.test(name))
        .sort()
        .at(-1) ?? '';
    const password = folder.read(SECRET_FILE).trim();
    const port = Number(folder.read(`${cluster}/postmaster.pid`).split('\n')[PORT_LINE]);
    if (Number.isInteger(port) && port > 0)
      return `postgres://vodkeep:${encodeURIComponent(password)}@127.0.0.1:${port}/vodkeep`;
  } catch {
    /* A missing or unreadable file means that no database runs: reported below. */
  }
  throw new UserError(
    untranslated(
      'no-database',
      `No running database was found in ${dataDir}. Start Vodkeep first, and run this command as the same user. Otherwise set VODKEEP_DATA to the data folder of Vodkeep, or VODKEEP_PG_URL to its database.`,
    ),
  );
}
