import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { type DataSource, type QueryRunner } from 'typeorm';
import { LEADER_LOCK } from '../database/leader-session.js';
import { MIGRATION_LOCK } from '../database/migrate.js';
import { type BackupTable, listTables, quoted } from './backup-tables.js';
import { type BackupEnd, type BackupHead, type TableHead } from './export-database.js';

/** Characters of rows that one statement inserts; a row may be longer. */
const BATCH_CHARS = 1_000_000;

type Line = BackupHead | TableHead | BackupEnd | readonly (string | null)[];

/** Makes a table as TypeORM does, which makes it only when it runs migrations itself. */
const MIGRATION_TABLE =
  'CREATE TABLE migration (id serial PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL)';

/**
 * Replaces everything in the database by a backup, in one transaction: first the schema by the migrations that the backup
 * names, then its rows. Later migrations run at the next start.
 * @param lines of {@link exportDatabase}
 * @returns the number of rows
 * @throws UserError `backup-newer` - this version lacks a migration of the backup; `backup-damaged` - it is incomplete;
 *   `database-in-use` - an API runs
 */
export async function importDatabase(db: DataSource, lines: AsyncIterable<string>): Promise<number> {
  const q = db.createQueryRunner();
  await q.connect();
  try {
    await lockOut(q);
    await q.startTransaction();
    await q.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const rows = await new Import(
      q,
      db.migrations.map((m) => [m.name ?? '', m]),
    ).run(lines);
    await q.commitTransaction();
    return rows;
  } finally {
    if (q.isTransactionActive) await q.rollbackTransaction().catch(() => undefined);
    await q.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await q.release();
  }
}

/** No API may run meanwhile: it would go on with rows that are no longer there. */
async function lockOut(q: QueryRunner): Promise<void> {
  await q.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const [row] = (await q.query('SELECT pg_try_advisory_lock($1) AS free', [LEADER_LOCK])) as { free: boolean }[];
  if (row?.free !== true) throw new UserError(message('error.database-in-use'));
}

type NamedMigrations = readonly (readonly [string, DataSource['migrations'][number]])[];

/** Reads the lines of one backup into the database of a transaction. */
class Import {
  private tables = new Map<string, BackupTable>();
  private references: readonly { readonly drop: string; readonly add: string }[] = [];
  private insert: string | null = null;
  private batch: string[] = [];
  private batchChars = 0;
  private rows = 0;

  constructor(
    private readonly q: QueryRunner,
    private readonly migrations: NamedMigrations,
  ) {}

  async run(lines: AsyncIterable<string>): Promise<number> {
    let end: BackupEnd | null = null;
    for await (const text of lines) {
      const line = parsed(text);
      if (Array.isArray(line)) await this.addRow(text);
      else if ('migrations' in line) await this.makeSchema(line);
      else if ('table' in line) await this.beginTable(line);
      else if ('sequences' in line) end = line;
    }
    await this.flush();
    if (end?.rows !== this.rows) throw damaged();
    await this.finish(end);
    return this.rows;
  }

  /** Without foreign keys and triggers, so that the order of tables does not matter and sums are not counted twice. */
  private async makeSchema({ format, migrations }: BackupHead): Promise<void> {
    const known = new Map(this.migrations);
    const newer = migrations.find((name) => !known.has(name));
    if (format !== 1 || newer !== undefined)
      throw new UserError(message('error.backup-newer', { migration: newer ?? String(format) }));
    await this.q.query('DROP SCHEMA public CASCADE');
    await this.q.query('CREATE SCHEMA public');
    await this.q.query(MIGRATION_TABLE);
    for (const [name, migration] of this.migrations) if (migrations.includes(name)) await migration.up(this.q);
    this.tables = new Map((await listTables(this.q)).map((table) => [table.name, table]));
    this.references = (await this.q.query(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`,
    )) as { drop: string; add: string }[];
    for (const { drop } of this.references) await this.q.query(drop);
    for (const name of this.tables.keys()) {
      await this.q.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
      await this.q.query(`TRUNCATE ${quoted(name)}`); // a migration may have inserted rows
    }
  }

  private async beginTable({ table: name, columns }: TableHead): Promise<void> {
    await this.flush();
    const types = new Map(this.tables.get(name)?.columns.map((column) => [column.name, column.type]));
    const values = columns.map((column, at) => `(r ->> ${String(at)})::${types.get(column) ?? ''}`);
    if (columns.some((column) => !types.has(column))) throw damaged();
    this.insert = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(', ')} FROM json_array_elements($1::json) r`;
  }

  private async addRow(text: string): Promise<void> {
    this.batch.push(text);
    this.batchChars += text.length;
    this.rows += 1;
    if (this.batchChars >= BATCH_CHARS) await this.flush();
  }

  private async flush(): Promise<void> {
    const { batch, insert } = this;
    if (batch.length === 0) return;
    if (insert === null) throw damaged();
    this.batch = [];
    this.batchChars = 0;
    await this.q.query(insert, [`[${batch.join(',')}]`]);
  }

  private async finish({ sequences }: BackupEnd): Promise<void> {
    for (const { add } of this.references) await this.q.query(add);
    for (const name of this.tables.keys()) await this.q.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
    for (const [name, last] of Object.entries(sequences))
      await this.q.query('SELECT setval($1::regclass, $2)', [quoted(name), last]);
  }
}

function parsed(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw damaged();
  }
}

const damaged = (): UserError => new UserError(message('error.backup-damaged'));
