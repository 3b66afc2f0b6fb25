import { freshDatabase, postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { eventually } from '../testing/api-house.js';
import { Locks } from './advisory-lock.js';
import { buildDataSource, type Database } from './data-source.js';

jest.setTimeout(60_000);

let postgres: PostgresOfRun;
let apis: readonly [Database, Database];
beforeAll(async () => {
  postgres = await postgresOfRun();
  const url = await freshDatabase(postgres.url);
  apis = [await buildDataSource(url).initialize(), await buildDataSource(url).initialize()];
});
afterAll(async () => {
  for (const db of apis) await db.destroy();
  await postgres.stop();
});

/** A data source whose questions over connections of their own fail while `isBroken`, though the connections live. */
function breakable(db: Database): { isBroken: boolean } {
  const state = { isBroken: false };
  const make = db.createQueryRunner.bind(db);
  db.createQueryRunner = (mode) => {
    const runner = make(mode);
    const query = runner.query.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    return Object.assign(runner, {
      query: (...given: unknown[]) =>
        state.isBroken ? Promise.reject(new RangeError('canceling statement due to user request')) : query(...given),
    });
  };
  return state;
}

it('one api has a lock at a time; what an api loses by a question that failed, another one gets', async () => {
  const [first, second] = [new Locks(apis[0]), new Locks(apis[1])];
  const one = breakable(apis[0]);
  const [mine, theirs] = [first.of('relay'), second.of('relay')];
  expect([await mine.hold(), await theirs.hold(), await mine.hold()]).toEqual([true, false, true]);
  one.isBroken = true;
  expect(await mine.hold()).toBe(false);
  one.isBroken = false;
  await eventually(() => theirs.hold(), 'the end of the connection that had it');
  expect(await mine.hold()).toBe(false);
  await theirs.release();
  expect(await mine.hold()).toBe(true);
  await first.onApplicationShutdown();
  await second.onApplicationShutdown();
});
