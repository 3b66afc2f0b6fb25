import 'reflect-metadata';
import { startPostgres, type TestPostgres } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { resetOperator } from '../../cli/reset-operator.js';
import { type HttpTestApp, type HttpTestAppOptions, startHttpTestApp } from '../../http/http-test-app.conformance.js';
import { PasswordHash } from './password-hash.js';
import { SESSION_MS, Sessions } from './sessions.service.js';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

const PASSWORD = 'correct horse battery';
const DAY_MS = 24 * 3_600_000;
let app: HttpTestApp;
const open = async (options: HttpTestAppOptions): Promise<void> => {
  app = await startHttpTestApp(postgres.url, options);
};
/** One API for all cases of a `describe`, which change nothing that another one checks. */
function shared(options: HttpTestAppOptions = {}): void {
  beforeAll(() => open(options));
  afterAll(() => app.close());
}
/** A fresh API for each case of a `describe`. */
function fresh(options: HttpTestAppOptions = {}): void {
  beforeEach(() => open(options));
  afterEach(() => app.close());
}

const cookiesOf = (res: request.Response): string =>
  ((res.headers['set-cookie'] as unknown as string[] | undefined) ?? [])[0] ?? '';
const login = (password = PASSWORD) => request(app.url).post('/api/v0/auth/login').send({ password });
const check = (cookie = '') => request(app.url).get('/api/v0/auth/check').set('Cookie', cookie);
const cookie = async (): Promise<string> => cookiesOf(await login().expect(200)).split(';')[0] ?? '';
const jobs = (loginCookie: string) => request(app.url).get('/api/v0/jobs').set('Cookie', loginCookie);

describe('while no password is set', () => {
  shared();

  it('a caller on the machine itself is admitted, with the answer of v0', async () => {
    const res = await check().expect(200);
    expect(res.body).toEqual({
      authentication: false,
      authenticated: false,
      guest_mode: false,
      message: 'No password protection',
      status: 'OK',
      password_set: false,
    });
    await jobs('').expect(200);
  });

  it.each([
    [{ 'X-Forwarded-For': '127.0.0.1' }],
    [{ Host: 'nas.local' }],
    [{ Origin: 'http://evil.example' }],
    [{ Via: '1.1 x' }],
  ])('a caller with %p is refused, and told how to set a password', async (headers) => {
    const res = await request(app.url).get('/api/v0/jobs').set(headers).expect(401);
    expect(res.body).toMatchObject({
      code: 'password-not-set',
      message: expect.stringMatching(/http:\/\/localhost:8080\/.*VODKEEP_PASSWORD.*reset-password/),
    });
    const state = await request(app.url).get('/api/v0/auth/check').set(headers).expect(401);
    expect(state.body).toMatchObject({ authenticated: false, password_set: false, status: 'ERROR' });
    await request(app.url)
      .post('/api/v0/auth/password')
      .set('X-Forwarded-For', '10.0.0.1')
      .send({ password: 'intruder!' })
      .expect(401);
  });

  it('a login is a 400, since there is nothing to log in with', async () => {
    const res = await login().expect(400);
    expect(res.body).toEqual({
      authenticated: false,
      message: 'No password set',
      status: 'ERROR',
      code: 'no-password',
    });
  });

  it.each([
    ['too short', 'seven77'],
    ['too long', 'x'.repeat(1025)],
    ['not text', 12345678],
  ])('a password that is %s is refused on its field', async (_, password) => {
    const res = await request(app.url).post('/api/v0/auth/password').send({ password }).expect(400);
    expect((res.body as { fields: { path: string }[] }).fields).toEqual([
      expect.objectContaining({ path: 'password' }),
    ]);
    await jobs('').expect(200);
  });
});

describe('while no password is set, in a fresh database', () => {
  fresh();

  it('guest mode does not grant access either', async () => {
    await request(app.url)
      .put('/api/v0/settings')
      .send({ config: { guest_mode: true } })
      .expect(200);
    await request(app.url).get('/api/v0/settings').set('X-Forwarded-For', '10.0.0.1').expect(401);
  });

  it('the first password is set on the machine itself, logs its caller in, and locks out all others', async () => {
    const res = await request(app.url).post('/api/v0/auth/password').send({ password: PASSWORD }).expect(200);
    await jobs('').expect(401);
    await jobs(cookiesOf(res).split(';')[0] ?? '').expect(200);
    await login().expect(200);
  });

  it('of two first passwords at the same time, one is set and the other is refused', async () => {
    const both = await Promise.all(
      ['first password', 'second password'].map((password) =>
        request(app.url).post('/api/v0/auth/password').send({ password }),
      ),
    );
    const good = both.filter((r) => r.status === 200);
    expect(good).toHaveLength(1);
    expect(both.every((r) => [200, 401, 409].includes(r.status))).toBe(true);
  });
});

describe('with a password', () => {
  shared({ config: { firstPassword: PASSWORD } });

  it('the right password starts a session, in a cookie that no script can read', async () => {
    const res = await login().expect(200);
    expect(res.body).toEqual({ authenticated: true, message: 'Login successful', status: 'OK' });
    expect(cookiesOf(res)).toMatch(/^vodkeep=[\w-]{43}; Max-Age=604800; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    const state = await check(cookiesOf(res).split(';')[0]).expect(200);
    expect(state.body).toEqual({
      authentication: true,
      authenticated: true,
      guest_mode: false,
      message: 'You are logged in',
      status: 'OK',
      password_set: true,
    });
  });

  it('a wrong password is a 401 (v0: 200), without a session', async () => {
    const res = await login('wrong horse').expect(401);
    expect(res.body).toEqual({
      authenticated: false,
      message: 'Login failed',
      status: 'ERROR',
      code: 'wrong-password',
    });
    expect(cookiesOf(res)).toBe('');
    expect((await check().expect(401)).body).toEqual({
      authentication: true,
      authenticated: false,
      guest_mode: false,
      message: 'You are not logged in',
      status: 'ERROR',
      password_set: true,
    });
  });

  it.each([
    [undefined],
    [{}],
    [{ password: 1 }],
    [{ password: null }],
    [{ password: 'x'.repeat(2000) }],
    [{ password: PASSWORD, admin: true }],
  ])('a body of %p is a 400', async (body) => {
    await request(app.url).post('/api/v0/auth/login').send(body).expect(400);
  });

  it('a second login of one session is a 400', async () => {
    const loginCookie = await cookie();
    expect((await login().set('Cookie', loginCookie).expect(400)).body).toMatchObject({
      authenticated: true,
      code: 'already-in',
    });
  });

  it('each login starts a session with a new token', async () => {
    expect(await cookie()).not.toBe(await cookie());
    const fixed = `vodkeep=${'A'.repeat(43)}`;
    const given = cookiesOf(await login().set('Cookie', fixed).expect(200));
    expect(given).not.toContain('A'.repeat(43));
    await jobs(fixed).expect(401);
  });

  it('only the hash of a token is stored', async () => {
    const token = (await cookie()).split('=')[1] ?? '';
    const rows = JSON.stringify(await app.db.query('SELECT * FROM session'));
    expect(rows).not.toContain(token);
    expect(JSON.stringify(await app.db.query('SELECT * FROM operator'))).toContain('$argon2id$');
  });

  it('a logout ends its own session permanently, and no other', async () => {
    const [one, two] = [await cookie(), await cookie()];
    const res = await request(app.url).post('/api/v0/auth/logout').set('Cookie', one).expect(200);
    expect(res.body).toEqual({ authenticated: false, message: 'Logout successful', status: 'OK' });
    expect(cookiesOf(res)).toMatch(/^vodkeep=;/);
    await jobs(one).expect(401);
    await jobs(two).expect(200);
  });

  it('a session lives seven days from its last use', async () => {
    const loginCookie = await cookie();
    app.clock.at += 6 * DAY_MS;
    const used = await jobs(loginCookie).expect(200);
    expect(cookiesOf(used)).toMatch(/^vodkeep=[\w-]{43}; Max-Age=604800/);
    app.clock.at += 6 * DAY_MS;
    await jobs(loginCookie).expect(200);
    app.clock.at += SESSION_MS;
    await jobs(loginCookie).expect(401);
  });

  it('a caller on the machine itself needs a login, too', async () => {
    await jobs('').expect(401);
  });
});

describe('with a password, in a fresh database', () => {
  fresh({ config: { firstPassword: PASSWORD } });

  it('expired sessions are deleted', async () => {
    await cookie();
    app.clock.at += SESSION_MS + 1;
    await cookie();
    expect(await app.nest.get(Sessions).deleteExpired()).toBe(1);
    expect(await app.db.query('SELECT count(*)::int AS n FROM session')).toEqual([{ n: 1 }]);
  });

  it('a change of the password needs the current one and ends every other login', async () => {
    const [mine, other] = [await cookie(), await cookie()];
    const change = (body: object) => request(app.url).post('/api/v0/auth/password').set('Cookie', mine).send(body);
    expect((await change({ password: 'new password' }).expect(401)).body).toMatchObject({
      code: 'wrong-password',
      fields: [{ path: 'current' }],
    });
    const done = await change({ password: 'new password', current: PASSWORD }).expect(200);
    await jobs(other).expect(401);
    await jobs(cookiesOf(done).split(';')[0] ?? '').expect(200);
    await login().expect(401);
    await login('new password').expect(200);
  });

  it.each([
    ['login', { password: PASSWORD }],
    ['password', { password: 'third password', current: PASSWORD }],
  ])('a %s with the password of before is refused, even if it was checked before the change', async (path, body) => {
    const mine = path === 'password' ? await cookie() : '';
    const hashes = app.nest.get(PasswordHash);
    const verify = hashes.verify.bind(hashes);
    jest.spyOn(hashes, 'verify').mockImplementationOnce(async (...args) => {
      const isRight = await verify(...args);
      await resetOperator((app.db.options as { url: string }).url, 'new password');
      return isRight;
    });
    await request(app.url).post(`/api/v0/auth/${path}`).set('Cookie', mine).send(body).expect(401);
    expect(await app.db.query('SELECT * FROM session')).toEqual([]);
    await login('new password').expect(200);
  });

  it('guests read what the guest level allows, and change nothing', async () => {
    const loginCookie = await cookie();
    await request(app.url)
      .put('/api/v0/settings')
      .set('Cookie', loginCookie)
      .send({ config: { guest_mode: true } })
      .expect(200);
    expect((await check().expect(401)).body).toMatchObject({ authenticated: false, guest_mode: true });
    const seen = await request(app.url).get('/api/v0/settings').expect(200);
    expect(
      (
        seen.body as {
          data: { config: object; channels: unknown[]; errors: unknown[]; problems: unknown[]; guest: boolean };
        }
      ).data,
    ).toMatchObject({ guest: true, channels: [], errors: [], problems: [] });
    expect(Object.keys((seen.body as { data: { config: object } }).data.config).sort()).toEqual([
      'app_url',
      'channel_folders',
      'debug',
      'guest_mode',
      'motd',
      'vod_folders',
      'websocket_client_address',
      'websocket_enabled',
    ]);
    await request(app.url)
      .put('/api/v0/settings')
      .send({ config: { motd: 'x' } })
      .expect(401);
    await jobs('').expect(401);
  });

  it('while the database is unavailable, sessions stay valid and a login is a 503', async () => {
    const loginCookie = await cookie();
    await jobs(loginCookie).expect(200);
    await postgres.kill();
    try {
      app.clock.at += 60_000;
      await jobs(loginCookie).expect(200);
      const res = await login().expect(503);
      expect(res.body).toMatchObject({ status: 'ERROR', code: 'database-away' });
      expect(res.headers['retry-after']).toBe('5');
    } finally {
      await postgres.restart();
    }
  }, 60_000);
});

describe('behind https and a basepath', () => {
  fresh({ config: { firstPassword: PASSWORD, basepath: '/dvr', trustProxy: 1 } });

  it('the cookie is for https and for the basepath only', async () => {
    const res = await login().set('X-Forwarded-Proto', 'https').expect(200);
    expect(cookiesOf(res)).toMatch(/Path=\/dvr;.*Secure/);
  });
});

describe('a first password from the environment', () => {
  fresh({ config: { firstPassword: PASSWORD } });

  it('does not replace a stored password', async () => {
    await login().expect(200);
    const databaseUrl = (app.db.options as { url: string }).url;
    await app.close();
    app = await startHttpTestApp(postgres.url, { databaseUrl, config: { firstPassword: 'another password' } });
    await login('another password').expect(401);
    await login().expect(200);
  });
});

describe('a keyring', () => {
  fresh();

  it('that cannot open the secrets of the database prevents the start', async () => {
    const databaseUrl = (app.db.options as { url: string }).url;
    await expect(
      startHttpTestApp(postgres.url, { databaseUrl, keyring: `k:${Buffer.alloc(32, 9).toString('base64')}` }),
    ).rejects.toMatchObject({ code: 'wrong-key' });
    await expect(
      startHttpTestApp(postgres.url, { databaseUrl, keyring: `other:${Buffer.alloc(32, 7).toString('base64')}` }),
    ).rejects.toMatchObject({ code: 'wrong-key' });
    const rotated = await startHttpTestApp(postgres.url, {
      databaseUrl,
      keyring: `new:${Buffer.alloc(32, 9).toString('base64')} k:${Buffer.alloc(32, 7).toString('base64')}`,
    });
    await rotated.close();
    await (
      await startHttpTestApp(postgres.url, { databaseUrl, keyring: `new:${Buffer.alloc(32, 9).toString('base64')}` })
    ).close();
  });
});
