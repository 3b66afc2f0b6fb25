import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from '../http/http-test-app.conformance.js';
import { resetOperator } from './reset-operator.js';

let postgres: PostgresOfRun;
let app: HttpTestApp;
beforeAll(async () => {
  postgres = await postgresOfRun();
  app = await startHttpTestApp(postgres.url, { config: { firstPassword: 'forgotten password' } });
}, 60_000);
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

const login = (password: string) => request(app.url).post('/api/v0/auth/login').send({ password });

it('a manual password reset replaces the old password and ends every session within seconds', async () => {
  const cookie =
    ((await login('forgotten password').expect(200)).headers['set-cookie'] as unknown as string[])[0]?.split(';')[0] ??
    '';
  await request(app.url).get('/api/v0/jobs').set('Cookie', cookie).expect(200);
  await resetOperator((app.db.options as { url: string }).url, 'remembered password');
  await login('forgotten password').expect(401);
  await login('remembered password').expect(200);
  app.clock.at += 5_000;
  await request(app.url).get('/api/v0/jobs').set('Cookie', cookie).expect(401);
});

it('a password that is too short changes nothing', async () => {
  await expect(resetOperator((app.db.options as { url: string }).url, 'short')).rejects.toMatchObject({
    code: 'bad-password',
  });
  await login('remembered password').expect(200);
});
