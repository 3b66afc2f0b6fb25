import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { type DoorApp, startDoor } from '../http/door-app.conformance.js';
import { resetOperator } from './reset-operator.js';

let postgres: PostgresOfRun;
let door: DoorApp;
beforeAll(async () => {
  postgres = await postgresOfRun();
  door = await startDoor(postgres.url, { config: { firstPassword: 'forgotten password' } });
}, 60_000);
afterAll(async () => {
  await door.close();
  await postgres.stop();
});

const login = (password: string) => request(door.url).post('/api/v0/auth/login').send({ password });

it('a password reset by hand takes the place of the old one and ends every login within seconds', async () => {
  const cookie =
    ((await login('forgotten password').expect(200)).headers['set-cookie'] as unknown as string[])[0]?.split(';')[0] ??
    '';
  await request(door.url).get('/api/v0/jobs').set('Cookie', cookie).expect(200);
  await resetOperator((door.db.options as { url: string }).url, 'remembered password');
  await login('forgotten password').expect(401);
  await login('remembered password').expect(200);
  door.clock.at += 5_000;
  await request(door.url).get('/api/v0/jobs').set('Cookie', cookie).expect(401);
});

it('a password that is too short changes nothing', async () => {
  await expect(resetOperator((door.db.options as { url: string }).url, 'short')).rejects.toMatchObject({
    code: 'bad-password',
  });
  await login('remembered password').expect(200);
});
