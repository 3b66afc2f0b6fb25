import 'reflect-metadata';
import { startPostgres, tempDir, type TestPostgres } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { type HttpTestApp, type HttpTestAppOptions, startHttpTestApp } from '../../http/http-test-app.conformance.js';
import { type HttpConfig } from '../../platform/http-config.js';
import { socketCode } from './socket-code.conformance.js';

let postgres: TestPostgres;
let app: HttpTestApp;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

const PASSWORD = 'correct horse battery';
const cookieOf = (res: request.Response): string =>
  (res.headers['set-cookie'] as unknown as string[])[0]?.split(';')[0] ?? '';

describe('while no password is set and a proxy is trusted', () => {
  beforeAll(async () => {
    app = await startHttpTestApp(postgres.url, { config: { trustProxy: 1 } });
  });
  afterAll(() => app.close());

  it('a caller on the machine itself is not the operator, because a forwarder looks the same', async () => {
    const res = await request(app.url).get('/api/v0/jobs').set('Host', 'localhost').expect(401);
    expect(res.body).toMatchObject({ code: 'password-not-set', message: expect.not.stringContaining('localhost') });
    await request(app.url)
      .post('/api/v0/auth/password')
      .set('Host', 'localhost')
      .send({ password: 'intruder!' })
      .expect(401);
    expect(await socketCode(app.url, { Host: 'localhost' })).toBe(3000);
  });

  it('a trusted proxy that is none (the number 0) changes nothing', async () => {
    const other = await startHttpTestApp(postgres.url, { config: { trustProxy: 0 } });
    await request(other.url).get('/api/v0/jobs').expect(200);
    await other.close();
  });
});

describe('the code for the first password', () => {
  let dir: ReturnType<typeof tempDir>;
  let printed: string[];
  beforeEach(async () => {
    dir = tempDir('first-password');
    printed = [];
    app = await startHttpTestApp(postgres.url, options());
  });
  afterEach(async () => {
    await app.close();
    dir.remove();
  });
  const options = (more: Partial<HttpConfig> = {}): HttpTestAppOptions => ({
    config: {
      dataDir: dir.path,
      print: (lines) => {
        printed.push(...lines);
      },
      loginTries: { perAddress: 3, inAll: 5 },
      ...more,
    },
  });
  const file = (): string => join(dir.path, 'first-password-code');
  const codeOf = (text = printed.join(' ')): string => /[0-9A-Z]{4}(-[0-9A-Z]{4}){2}/.exec(text)?.[0] ?? '';
  const first = (body: object, from = '10.0.0.1') =>
    request(app.url).post('/api/v0/auth/first-password').set('X-Forwarded-For', from).send(body);

  it('is on the console and in a file that only its owner reads; the console warns of forwarders', () => {
    expect(codeOf()).not.toBe('');
    expect(readFileSync(file(), 'utf8')).toBe(`${codeOf()}\n`);
    expect((statSync(file()).mode & 0o777).toString(8)).toBe('600');
    expect(printed).toEqual([
      `No password is set. Set one on this machine at http://localhost:8080/, or from another machine with the code ${codeOf()} (also in ${file()})`,
      expect.stringMatching(/forward connections to Vodkeep .* pass strangers on as the operator/),
    ]);
  });

  it('lets another machine set the first password, once, and is gone afterwards', async () => {
    const code = codeOf();
    const res = await first({ password: PASSWORD, code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` }).expect(200);
    await request(app.url).get('/api/v0/jobs').set('Cookie', cookieOf(res)).expect(200);
    expect(existsSync(file())).toBe(false);
    expect(await app.db.query(`SELECT * FROM setting_secret WHERE name = 'first-password-code'`)).toEqual([]);
    const again = await first({ password: 'another password', code }).expect(409);
    expect(again.body).toMatchObject({ code: 'password-set' });
    await request(app.url).post('/api/v0/auth/login').send({ password: PASSWORD }).expect(200);
  });

  it('whose file cannot be removed keeps nobody from setting the password, nor the api from starting', async () => {
    rmSync(file());
    mkdirSync(file());
    await first({ password: PASSWORD, code: codeOf() }).expect(200);
    const databaseUrl = (app.db.options as { url: string }).url;
    const other = await startHttpTestApp(postgres.url, { ...options(), databaseUrl });
    await request(other.url).post('/api/v0/auth/login').send({ password: PASSWORD }).expect(200);
    await other.close();
    expect(existsSync(file())).toBe(true);
  });

  it('is needed: without it or with a wrong one, no password is set', async () => {
    await first({ password: PASSWORD }).expect(400);
    const res = await first({ password: PASSWORD, code: 'AAAA-AAAA-AAAA' }).expect(401);
    expect(res.body).toMatchObject({ code: 'wrong-code', fields: [{ path: 'code' }] });
    await first({ password: 'short', code: codeOf() }).expect(400);
    expect((await request(app.url).get('/api/v0/auth/check').expect(200)).body).toMatchObject({ password_set: false });
  });

  it('is not stored in clear, and is the same after a restart and on every api of the installation', async () => {
    const code = codeOf();
    expect(JSON.stringify(await app.db.query('SELECT * FROM setting_secret'))).not.toContain(code);
    const databaseUrl = (app.db.options as { url: string }).url;
    printed = [];
    const other = await startHttpTestApp(postgres.url, { ...options({ dataDir: null }), databaseUrl });
    await other.close();
    expect(codeOf()).toBe(code);
  });

  it('is not shown once a password is set', async () => {
    await first({ password: PASSWORD, code: codeOf() }).expect(200);
    const databaseUrl = (app.db.options as { url: string }).url;
    printed = [];
    const other = await startHttpTestApp(postgres.url, { ...options(), databaseUrl });
    await other.close();
    expect([printed, existsSync(file())]).toEqual([[], false]);
  });

  it('cannot be guessed: of many wrong codes at once, most are refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => first({ password: PASSWORD, code: `W${i}` })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused[0]?.body).toMatchObject({ code: 'too-many-tries' });
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
  }, 60_000);

  it('names no way without it behind a proxy, where nobody is the operator', async () => {
    printed = [];
    const other = await startHttpTestApp(postgres.url, options({ trustProxy: 1 }));
    await other.close();
    expect(printed).toEqual([`No password is set. Set one with the code ${codeOf()} (also in ${file()})`]);
  });
});
