import { type QueryRunner } from 'typeorm';

/** A table of the database and the columns that have values of their own; generated columns have none. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** All tables of the database, by name. */
export async function listTables(q: QueryRunner): Promise<BackupTable[]> {
  const rows = (await q.query(`
    SELECT c.relname AS name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
        AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`)) as BackupTable[];
  return rows;
}

/** A name, quoted for a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
