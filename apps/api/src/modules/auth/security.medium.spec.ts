import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { type HttpTestApp } from '../../http/http-test-app.conformance.js';
import { firstCookie, PASSWORD, withPasswordApp } from './password-app.conformance.js';

let app: HttpTestApp;
withPasswordApp(
  (opened) => {
    app = opened;
  },
  { trustProxy: 1 },
);

const login = (agent: string, password = PASSWORD) =>
  request(app.url)
    .post('/api/v0/auth/login')
    .set({ 'User-Agent': agent, 'X-Forwarded-For': '10.0.0.1' })
    .send({ password });
const cookie = async (agent: string): Promise<string> => firstCookie(await login(agent).expect(200));
interface Listed {
  readonly id: string;
  readonly current: boolean;
  readonly agent: string;
}
const list = async <T>(path: string, by: string): Promise<T[]> =>
  ((await request(app.url).get(`/api/v0/auth/${path}`).set('Cookie', by).expect(200)).body as { data: T[] }).data;

it('the operator sees each login with its address and browser, and ends another one', async () => {
  const [mine, other] = [await cookie('Mine'), await cookie('Other')];
  const sessions = await list<Listed>('sessions', mine);
  expect(sessions.toSorted((a, b) => a.agent.localeCompare(b.agent))).toMatchObject([
    { agent: 'Mine', address: '10.0.0.1', current: true, created_at: new Date(app.clock.at).toISOString() },
    { agent: 'Other', address: '10.0.0.1', current: false },
  ]);
  expect(JSON.stringify(sessions)).not.toContain(mine.split('=')[1]);
  const id = sessions.find(({ current }) => !current)?.id ?? '';
  const end = () => request(app.url).delete(`/api/v0/auth/sessions/${id}`).set('Cookie', mine);
  await end().expect(200);
  await request(app.url).get('/api/v0/jobs').set('Cookie', other).expect(401);
  expect((await end().expect(404)).body).toMatchObject({ code: 'session-missing' });
  expect(await list('sessions', mine)).toHaveLength(1);
  await request(app.url).delete('/api/v0/auth/sessions/%25').set('Cookie', mine).expect(400);
});

it('the history has logins and wrong passwords, newest first', async () => {
  const mine = await cookie('Mine');
  await login('Guesser', 'wrong password').expect(401);
  expect(await list('history', mine)).toEqual([
    { at: expect.any(String), outcome: 'wrong-password', address: '10.0.0.1', agent: 'Guesser' },
    { at: expect.any(String), outcome: 'ok', address: '10.0.0.1', agent: 'Mine' },
  ]);
});

it('the history keeps 100 of each outcome, so that guesses do not displace logins', async () => {
  const mine = await cookie('Mine');
  await app.db.query(
    `INSERT INTO login_event (at, outcome, address, agent) SELECT now(), 'wrong-password', '10.0.0.9', ''
      FROM generate_series(1, 150)`,
  );
  await login('Guesser', 'wrong password').expect(401);
  const outcomes = (await list<{ outcome: string }>('history', mine)).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'wrong-password')).toHaveLength(100);
  expect(outcomes.at(-1)).toBe('ok');
});
