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

async function ask(url: string, sql: string): Promise<unknown[]> {
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
  await ask(a, 'CREATE TABLE t AS SELECT 1 AS x');
  await expect(ask(b, 'SELECT x FROM t')).rejects.toThrow('does not exist');
  await postgres.kill();
  await expect(ask(a, 'SELECT 1')).rejects.toThrow();
  await postgres.restart();
  expect(await ask(a, 'SELECT x FROM t')).toEqual([{ x: 1 }]);
}, 60_000);
