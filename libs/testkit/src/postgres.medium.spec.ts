import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { freshDatabase, startPostgres, type TestPostgres } from './index.js';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('gives empty databases that know nothing of each other, and keeps them over a kill', async () => {
  const [a, b] = [await freshDatabase(postgres.url), await freshDatabase(postgres.url)];
  await query(a, 'CREATE TABLE t AS SELECT 1 AS x');
  await expect(query(b, 'SELECT x FROM t')).rejects.toThrow('does not exist');
  await postgres.kill();
  await expect(query(a, 'SELECT 1')).rejects.toThrow();
  await postgres.restart();
  expect(await query(a, 'SELECT x FROM t')).toEqual([{ x: 1 }]);
}, 60_000);
