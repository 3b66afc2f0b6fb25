import { UserError, untranslated } from '#libs/errors';

/**
 * Files of the data folder that `npm start` keeps (tools/supervisor): the password it made for its PostgreSQL, and
 * PostgreSQL's own pid file.
 */
const SECRET_FILE = 'postgres.secret';
const CLUSTER = /^postgres-\d+$/;
/**
 * Line of postmaster.pid that holds the port. Source: postgresql.org, src/include/utils/pidfile.h, LOCK_FILE_LINE_PORT
 * = 4.
 */
const PORT_LINE = 3;

export interface Folder {
  readonly list: () => readonly string[];
  readonly read: (file: string) => string;
}

/**
 * Address of the database: the one that is set, else the one that `npm start` runs from this data folder right now.
 * @throws UserError `no-database` - neither is there
 */
export function findDatabase(pgUrl: string | null, dataDir: string, folder: Folder): string {
  if (pgUrl !== null) return pgUrl;
  try {
    const cluster =
      folder
        .list()
        .filter((name) => CLUSTER.test(name))
        .sort()
        .at(-1) ?? '';
    const password = folder.read(SECRET_FILE).trim();
    const port = Number(folder.read(`${cluster}/postmaster.pid`).split('\n')[PORT_LINE]);
    if (Number.isInteger(port) && port > 0)
      return `postgres://vodkeep:${encodeURIComponent(password)}@127.0.0.1:${port}/vodkeep`;
  } catch {
    /* said below */
  }
  throw new UserError(
    untranslated(
      'no-database',
      `No running database was found in ${dataDir}. Start Vodkeep first, and run this command as the same user. Otherwise set VODKEEP_DATA to the data folder of Vodkeep, or VODKEEP_PG_URL to its database.`,
    ),
  );
}
