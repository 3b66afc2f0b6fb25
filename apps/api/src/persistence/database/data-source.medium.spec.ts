import { freshDatabase, postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { SilentProxy } from '../../../../../tools/chaos/environment/silent-proxy.js';
import { buildDataSource, type Database } from './data-source.js';

jest.setTimeout(60_000);

let postgres: PostgresOfRun;
let url: string;
let survivor: Database;
beforeAll(async () => {
  postgres = await postgresOfRun();
  url = await freshDatabase(postgres.url);
  survivor = await buildDataSource(url).initialize();
  await survivor.query('CREATE TABLE thing (n int PRIMARY KEY)');
  await survivor.query('INSERT INTO thing VALUES (1)');
});
afterAll(async () => {
  await survivor.destroy();
  await postgres.stop();
});

it('PostgreSQL unlocks a row of a node that vanished in a transaction, although its connection stays open', async () => {
  const proxy = await SilentProxy.start(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(proxy.port);
  const vanished = await buildDataSource(through.href).initialize();
  const runner = vanished.createQueryRunner();
  await runner.startTransaction();
  await runner.query('SELECT n FROM thing FOR UPDATE');
  proxy.silence();
  expect(await survivor.query('SELECT n FROM thing FOR UPDATE')).toEqual([{ n: 1 }]);
  await proxy.close();
  await runner.release().catch(() => undefined);
  await vanished.destroy();
});

it('the sessions of the pool have TCP keep-alives and a TCP timeout', async () => {
  const names = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout'];
  const set = await survivor.query<{ setting: string }[]>(
    'SELECT setting FROM pg_settings WHERE name = ANY($1) ORDER BY array_position($1, name)',
    [names],
  );
  expect(set.map(({ setting }) => setting)).toEqual(['5', '2', '3', '10000']);
});
