import { Client } from 'pg';
import type { Installation } from '#tools/supervisor/index.js';

/** Changes the database of an installation, for a state that would take days to reach. */
export async function runSql({ env }: Pick<Installation, 'env'>, sql: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: env['VODKEEP_PG_URL'] ?? '' });
  await client.connect();
  try {
    await client.query(sql, [...values]);
  } finally {
    await client.end();
  }
}
