import { freshDatabase, postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SilentProxy } from '../../../../../tools/chaos/environment/silent-proxy.js';
import { buildDataSource, type Database } from '../../persistence/database/data-source.js';
import { LeaderSession } from '../../persistence/database/leader-session.js';
import { Transactions } from '../../persistence/database/tx.js';
import { eventually } from '../../testing/test-app.js';
import { LeaderLock } from './leader-lock.js';
import { LeaderRepository } from '../../persistence/repositories/leader.repository.js';

jest.setTimeout(60_000);

const TIMES = { heartbeatMs: 250, leaseMs: 2_000, sessionTimeoutMs: 4_000 };

let postgres: PostgresOfRun;
let db: Database;
let url: string;
const cleaning: (() => Promise<void>)[] = [];
beforeAll(async () => {
  Logger.overrideLogger(false);
  postgres = await postgresOfRun();
  url = await freshDatabase(postgres.url);
  db = await buildDataSource(url).initialize();
});
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
});

interface Api {
  readonly lock: LeaderLock;
  readonly terms: AbortSignal[];
  /** When its last term ended, by the clock of this process. */
  endedAt: number;
  begunAt: number;
}

async function anApi(name: string, { at = url, times = TIMES } = {}): Promise<Api> {
  const lock = new LeaderLock(
    (onEnd) => LeaderSession.open(at, { name, idleTimeoutMs: times.sessionTimeoutMs, onEnd }),
    times,
  );
  const api: Api = { lock, terms: [], endedAt: Infinity, begunAt: Infinity };
  lock.onTerm((term) => {
    api.terms.push(term);
    api.begunAt = performance.now();
    term.addEventListener('abort', () => {
      api.endedAt = performance.now();
    });
  });
  await lock.start();
  cleaning.push(() => lock.stop(() => Promise.resolve()));
  return api;
}

async function aProxy(): Promise<{ readonly proxy: SilentProxy; readonly url: string }> {
  const { port, hostname } = new URL(url);
  const proxy = await SilentProxy.start(Number(port));
  cleaning.push(() => proxy.close());
  const through = new URL(url);
  through.host = `${hostname}:${proxy.port}`;
  return { proxy, url: through.href };
}

const leads = ({ lock }: Api, what: string): Promise<true> => eventually(() => Promise.resolve(lock.isLeader), what);
const lockHolder = () => new LeaderRepository(new Transactions(db)).holder();
const holder = async (): Promise<string | undefined> => (await lockHolder())?.name;

it('one API leads at a time; when it stops, another one leads, and every API can see which', async () => {
  expect(await holder()).toBeUndefined();
  const first = await anApi('first/1');
  const second = await anApi('second/2');
  expect([first.lock.isLeader, second.lock.isLeader, await holder()]).toEqual([true, false, 'first/1']);
  const last: boolean[] = [];
  await first.lock.stop(async () => {
    last.push(first.lock.isLeader, (await holder()) === 'first/1');
  });
  await leads(second, 'the second API to lead');
  expect([last, await holder()]).toEqual([[false, true], 'second/2']);
});

it('an API whose session the server ends stops leading at once, and may lead again', async () => {
  // The next heartbeat would notice it only after 3 s.
  const api = await anApi('ended/1', { times: { heartbeatMs: 3_000, leaseMs: 30_000, sessionTimeoutMs: 60_000 } });
  const next = await anApi('next/2');
  await db.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', ['ended/1']);
  await leads(next, 'the next API to lead');
  expect(api.lock.isLeader).toBe(false);
  await next.lock.stop(() => Promise.resolve());
  await leads(api, 'the API to lead again');
  expect(api.terms).toHaveLength(2);
});

it('when the node of the leader vanishes and its connection stays open, it has stopped leading before another API leads', async () => {
  const { proxy, url: through } = await aProxy();
  const first = await anApi('vanished/1', { at: through });
  const second = await anApi('survivor/2');
  expect([first.lock.isLeader, second.lock.isLeader]).toEqual([true, false]);
  proxy.silence();
  const silent = await eventually(async () => {
    const found = await lockHolder();
    return (found?.silentMs ?? 0) > TIMES.leaseMs && found;
  }, 'the silence of the leader');
  expect([silent.name, first.lock.isLeader]).toEqual(['vanished/1', false]);
  await leads(second, 'the survivor to lead');
  expect(second.begunAt).toBeGreaterThan(first.endedAt);
});

it('a leader that was frozen and runs again does not lead once the server has freed its lock', async () => {
  const { proxy, url: through } = await aProxy();
  const frozen = await anApi('frozen/1', { at: through });
  const next = await anApi('next/2');
  proxy.silence();
  // In a frozen process no timer runs, but the clock continues.
  const state = frozen.lock as unknown as { limitTimer: NodeJS.Timeout; nextBeat: NodeJS.Timeout };
  await eventually(() => {
    clearTimeout(state.limitTimer);
    clearTimeout(state.nextBeat);
    return Promise.resolve(next.lock.isLeader);
  }, 'the next API to lead');
  expect([frozen.endedAt, frozen.lock.isLeader, frozen.terms[0]?.aborted]).toEqual([Infinity, false, true]);
});
