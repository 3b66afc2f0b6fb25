import { type DataSource, type QueryRunner } from 'typeorm';
import { type BackupTable, listTables, quoted } from './backup-tables.js';

/** Rows that are in memory at a time; a row with the list of viewers of a long VOD has some 100 kB. */
const ROWS_AT_ONCE = 200;

/** First line of a backup. `migrations`: those that the database has, oldest first. */
export interface BackupHead {
  readonly format: number;
  readonly at: string;
  readonly migrations: readonly string[];
}
/** Precedes the rows of a table. */
export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}
/** The last line: a backup without it is incomplete. */
export interface BackupEnd {
  readonly rows: number;
  readonly sequences: Readonly<Record<string, string>>;
}

/**
 * The whole database as lines of JSON, all as of one moment: the head, then each table with its rows (a list of texts or
 * nulls, as PostgreSQL writes and reads its types), then the end.
 */
export async function* exportDatabase(db: DataSource, migrations: readonly string[]): AsyncGenerator<string> {
  const q = db.createQueryRunner();
  try {
    await q.startTransaction('REPEATABLE READ');
    await q.query('SET LOCAL idle_in_transaction_session_timeout = 0'); // the disk may be slow
    yield lineOf({ format: 1, at: new Date().toISOString(), migrations } satisfies BackupHead);
    let rows = 0;
    for (const table of await listTables(q)) {
      yield lineOf({ table: table.name, columns: table.columns.map(({ name }) => name) } satisfies TableHead);
      for await (const row of rowsOf(q, table)) {
        yield `${row}\n`;
        rows += 1;
      }
    }
    yield lineOf({ rows, sequences: await sequencesOf(q) } satisfies BackupEnd);
  } finally {
    if (q.isTransactionActive) await q.rollbackTransaction().catch(() => undefined);
    await q.release();
  }
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

/** Rows of a table, each as a JSON list of texts. */
async function* rowsOf(q: QueryRunner, { name, columns }: BackupTable): AsyncGenerator<string> {
  const values = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  await q.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT to_json(ARRAY[${values}]::text[])::text AS row FROM ${quoted(name)}`,
  );
  for (;;) {
    const page = (await q.query(`FETCH ${String(ROWS_AT_ONCE)} FROM backup_rows`)) as { readonly row: string }[];
    for (const { row } of page) yield row;
    if (page.length < ROWS_AT_ONCE) break;
  }
  await q.query('CLOSE backup_rows');
}

/** Last value of each sequence that has one. */
async function sequencesOf(q: QueryRunner): Promise<Record<string, string>> {
  const rows = (await q.query(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  )) as { readonly name: string; readonly last: string }[];
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
