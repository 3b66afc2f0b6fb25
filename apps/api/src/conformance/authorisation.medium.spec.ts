import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from '../http/http-test-app.conformance.js';
import { callEverything, matrixPage, type Row, type Callers, sendEverything } from './authorisation.conformance.js';

jest.setTimeout(120_000);
const PAGE = join(import.meta.dirname, '../../../../docs/authorisation.md');
const PASSWORD = 'correct horse battery';

let postgres: PostgresOfRun;
let apps: HttpTestApp[] = [];
let callers: Callers;
let routes: Row[];
let actions: Row[];

async function cookieOf(app: HttpTestApp): Promise<Record<string, string>> {
  const res = await request(app.url).post('/api/v0/auth/login').send({ password: PASSWORD }).expect(200);
  return { Cookie: (res.headers['set-cookie'] as unknown as string[])[0]?.split(';')[0] ?? '' };
}

beforeAll(async () => {
  postgres = await postgresOfRun();
  const [shut, guests, open] = [
    await startHttpTestApp(postgres.url, { config: { firstPassword: PASSWORD } }),
    await startHttpTestApp(postgres.url, { config: { firstPassword: PASSWORD } }),
    await startHttpTestApp(postgres.url),
  ];
  apps = [shut, guests, open];
  const [operator, host] = [await cookieOf(shut), await cookieOf(guests)];
  await request(guests.url)
    .put('/api/v0/settings')
    .set(host)
    .send({ config: { guest_mode: true } })
    .expect(200);
  callers = {
    'password: stranger': { testApp: shut, headers: {} },
    'password: operator': { testApp: shut, headers: operator },
    'guest mode: stranger': { testApp: guests, headers: {} },
    'guest mode: operator': { testApp: guests, headers: host },
    'no password: this machine': { testApp: open, headers: {} },
    'no password: another machine': { testApp: open, headers: { 'X-Forwarded-For': '10.0.0.1' } },
  };
  actions = await sendEverything(callers);
  routes = await callEverything(callers);
  if (process.env['VODKEEP_WRITE_DOCS'] === '1') writeFileSync(PAGE, matrixPage(routes, actions));
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await postgres.stop();
});

describe('authorisation of routes and actions', () => {
  it('matches docs/authorisation.md, address by address and action by action', () => {
    expect(matrixPage(routes, actions).split('\n')).toEqual(readFileSync(PAGE, 'utf8').split('\n'));
  });

  /** What each level means, whatever the page says. */
  const MEANS: Readonly<Record<string, readonly string[]>> = {
    none: Array<string>(6).fill('let in'),
    guest: ['refused', 'let in', 'let in', 'let in', 'let in', 'refused'],
    admin: ['refused', 'let in', 'refused', 'let in', 'let in', 'refused'],
  };
  it('follows from the level of each address, without exception', () => {
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter(({ level, cells }) => cells.join() !== MEANS[level]?.join())).toEqual([]);
  });

  it('allows everyone only at the login, the first password, the webhooks, and the check of the public address', () => {
    expect(routes.filter((row) => row.level === 'none').map((row) => row.address)).toEqual([
      'GET /api/v0/auth/check',
      'POST /api/v0/auth/first-password',
      'POST /api/v0/auth/login',
      'POST /api/v0/auth/logout',
      'POST /api/v0/hook/:kind',
      'GET /api/v0/settings/reach/:nonce',
    ]);
  });

  it('lets guests only read', () => {
    expect(routes.filter(({ address, level }) => level === 'guest' && !address.startsWith('GET '))).toEqual([]);
  });
});
