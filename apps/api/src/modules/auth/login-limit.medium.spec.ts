import 'reflect-metadata';
import { expect, it, jest } from '@jest/globals';
import { request as send } from 'node:http';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from '../../http/http-test-app.conformance.js';
import { FirstPasswordCode } from './first-password-code.js';
import { LoginThrottle } from './login-throttle.js';
import { PASSWORD, withPasswordApp } from './password-app.conformance.js';

const LOGIN = '/api/v0/auth/login';
/** Of them one passes at once, and 8 wait; more pass later only if they arrive over 20 s. */
const MANY = 30;

let app: HttpTestApp;
let postgresUrl: string;
withPasswordApp(
  (opened, url) => {
    app = opened;
    postgresUrl = url;
  },
  { loginTries: { perAddress: 3, inAll: 1000 }, trustProxy: 1 },
);

/** @param forwardedFor what the trusted proxy sends */
const guess = (forwardedFor: string, password = 'wrong', cookie = '') =>
  request(app.url).post(LOGIN).set('X-Forwarded-For', forwardedFor).set('Cookie', cookie).send({ password });
const cookiesOf = (res: request.Response): string[] =>
  (res.headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0] ?? '');

/** Sends a wrong password from an address of the machine itself. */
const guessFrom = (localAddress: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(app.url);
    const headers = { 'content-type': 'application/json' };
    const sent = send({ host: '127.0.0.1', port, path: LOGIN, method: 'POST', localAddress, headers }, (res) => {
      res.resume();
      resolve(res.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ password: 'wrong' }));
  });
const refused = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

it('guesses from all addresses of the machine itself count as one', async () => {
  for (const n of [1, 2, 3]) expect(await guessFrom(`127.0.0.${n}`)).toBe(401);
  const statuses = await Promise.all(Array.from({ length: MANY }, (_, n) => guessFrom(`127.0.1.${n + 1}`)));
  expect(refused(statuses)).toBeGreaterThan(0);
}, 60_000);

it('guesses with a made-up X-Forwarded-For count for the address that the proxy adds', async () => {
  for (const n of [1, 2, 3]) await guess(`6.6.6.${n}, 10.0.0.1`).expect(401);
  const statuses = await Promise.all(
    Array.from({ length: MANY }, async (_, n) => (await guess(`7.7.7.${n}, 10.0.0.1`)).status),
  );
  expect(refused(statuses)).toBeGreaterThan(0);
}, 60_000);

it('a flood slows the right password down, and does not lock it out', async () => {
  const answers = await Promise.all(Array.from({ length: MANY }, async () => guess('10.0.0.1')));
  const refusal = answers.find(({ status }) => status === 429);
  expect(refusal?.body).toMatchObject({ status: 'ERROR', code: 'too-many-tries' });
  expect(Number(refusal?.headers['retry-after'])).toBeGreaterThan(0);
  await guess('10.0.0.1', PASSWORD).expect(200);
}, 60_000);

it('guesses of many addresses at once lock nobody out, although their checks wait for each other', async () => {
  const flood = Promise.all(Array.from({ length: 50 }, async (_, n) => (await guess(`10.0.2.${n}`)).status));
  await guess('10.0.3.1', PASSWORD).expect(200);
  expect(new Set(await flood)).toEqual(new Set([401]));
  await guess('10.0.3.2', PASSWORD).expect(200);
}, 60_000);

it('a browser that has logged in before, and other addresses, get in during a flood', async () => {
  const [, device = ''] = cookiesOf(await guess('10.0.0.1', PASSWORD).expect(200));
  const flood = Promise.all(Array.from({ length: MANY }, async () => (await guess('10.0.0.1')).status));
  await guess('10.0.0.1', PASSWORD, device).expect(200);
  await guess('10.0.0.2', PASSWORD).expect(200);
  expect(refused(await flood)).toBeGreaterThan(0);
  await guess('10.0.0.3', PASSWORD, 'vodkeep_device=made.up').expect(200);
}, 60_000);

it('a browser that has logged in with an older password is an unknown one', async () => {
  const [session = '', device = ''] = cookiesOf(await guess('10.0.0.1', PASSWORD).expect(200));
  const take = jest.spyOn(LoginThrottle.prototype, 'take');
  await guess('10.0.0.2', 'wrong', device).expect(401);
  const change = { password: 'another password', current: PASSWORD };
  const sent = request(app.url).post('/api/v0/auth/password').set('Cookie', session).send(change);
  const [, own = ''] = cookiesOf(await sent.expect(200));
  await guess('10.0.0.2', 'wrong', device).expect(401);
  await guess('10.0.0.2', 'wrong', own).expect(401);
  const callers = take.mock.calls.map(([caller]) => caller.split(' ')[0]);
  take.mockRestore();
  expect(callers).toEqual(['device', expect.any(String), '10.0.0.2', 'device']);
}, 60_000);

it('the total of all does not apply to an address from which somebody has logged in', async () => {
  const take = jest.spyOn(LoginThrottle.prototype, 'take');
  await guess('10.0.0.1', PASSWORD).expect(200);
  await guess('10.0.0.2').expect(401);
  // Longer than the history is cached.
  app.clock.at += 10_000;
  await guess('10.0.0.1').expect(401);
  await guess('10.0.0.2').expect(401);
  const shared = take.mock.calls.map(([, all]) => all);
  take.mockRestore();
  expect(shared).toEqual([...Array.from({ length: 2 }, () => expect.stringMatching(/^all /)), null, shared[3]]);
  expect(shared[3]).toMatch(/^all /);
}, 60_000);

it('guesses at other spellings of the address count, too', async () => {
  const paths = ['/api/v0/auth/Login', '/API/v0/auth/login', '/api/v0/auth/login/', '/api/v0/auth//login'];
  const at = async (path: string, from: string): Promise<number> =>
    (await request(app.url).post(path).set('X-Forwarded-For', from).send({ password: 'x' })).status;
  for (const statuses of await Promise.all(
    paths.map((path, n) => Promise.all(Array.from({ length: MANY }, () => at(path, `10.0.1.${n}`)))),
  ))
    expect(statuses.every((status) => status === 404) || refused(statuses) > 0).toBe(true);
}, 60_000);

/** The result of the next try, as the limit counts it. */
async function nextCount(send: () => Promise<{ status: number }>): Promise<readonly [number, boolean]> {
  const take = LoginThrottle.prototype.take;
  let spy: { mockRestore(): void } | null = null;
  const counted = new Promise<boolean>((resolve) => {
    spy = jest.spyOn(LoginThrottle.prototype, 'take').mockImplementation(function (this: LoginThrottle, ...of) {
      const place = take.apply(this, of);
      if ('refusedForMs' in place) throw new RangeError('refused');
      const done = (hasFailed: boolean): void => {
        place.done(hasFailed);
        resolve(hasFailed);
      };
      return { ...place, done };
    });
  });
  const { status } = await send();
  const hasFailed = await counted;
  (spy as { mockRestore(): void } | null)?.mockRestore();
  return [status, hasFailed];
}

it('a wrong password counts, and a refused caller does not', async () => {
  const change = (cookie: string, current?: string) =>
    request(app.url)
      .post('/api/v0/auth/password')
      .set('Cookie', cookie)
      .send({ password: 'another password', current });
  const [session = ''] = cookiesOf(await guess('10.0.0.1', PASSWORD).expect(200));
  expect(await nextCount(async () => change(''))).toEqual([401, false]);
  expect(await nextCount(async () => change(session, 'wrong'))).toEqual([401, true]);
  expect(await nextCount(async () => guess('10.0.0.1'))).toEqual([401, true]);
  expect(await nextCount(async () => guess('10.0.0.1', PASSWORD))).toEqual([200, false]);
});

it('a wrong code for the first password counts', async () => {
  const open = await startHttpTestApp(postgresUrl, { config: { trustProxy: 1 } });
  const first = (code: string) =>
    request(open.url).post('/api/v0/auth/first-password').send({ password: PASSWORD, code });
  expect(await nextCount(async () => first('AAAA-AAAA-AAAA'))).toEqual([401, true]);
  const code = await open.nest.get(FirstPasswordCode).current();
  expect(await nextCount(async () => first(code))).toEqual([200, false]);
  await open.close();
});
