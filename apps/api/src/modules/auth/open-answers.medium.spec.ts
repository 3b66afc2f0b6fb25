import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import { get, type IncomingMessage } from 'node:http';
import request from 'supertest';
import { type HttpTestApp } from '../../http/http-test-app.conformance.js';
import { OpenAnswers } from './open-answers.js';
import { PlayerLinks } from './player-links.service.js';
import { Sessions } from './sessions.service.js';
import { logIn, withPasswordApp } from './password-app.conformance.js';

const FILE = '/vods/ch/a.mp4';
const UUID = '00000000-0000-4000-8000-00000000000a';
/** More than the buffers between a server and a client that does not read. */
const FILE_BYTES = 32 * 1024 * 1024;

let app: HttpTestApp;
withPasswordApp((opened) => {
  app = opened;
  app.store.objects.set(FILE, Buffer.alloc(FILE_BYTES));
});

const setGuests = (cookie: string, isOn: boolean) =>
  request(app.url)
    .put('/api/v0/settings')
    .set('Cookie', cookie)
    .send({ config: { guest_mode: isOn } })
    .expect(200);

/** The answer to a request for the file, of which only the head is read so far. */
const begin = (query = '', cookie = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${app.url}${FILE}${query}`, { headers: { cookie }, agent: false }, (res) => {
      expect(res.statusCode).toBe(200);
      resolve(res.pause());
    }).once('error', reject);
  });
/** @returns whether all of the file arrives */
const isWhole = async (answer: IncomingMessage): Promise<boolean> => {
  let bytes = 0;
  try {
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
  } catch {
    return false;
  }
  return bytes === FILE_BYTES;
};

it('a file is sent to its end while its caller may have it', async () => {
  const cookie = await logIn(app);
  const answer = await begin('', cookie);
  await app.nest.get(OpenAnswers).check();
  expect(await isWhole(answer)).toBe(true);
});

it('a file that a guest receives ends when guest mode is switched off, and that of a login does not', async () => {
  const cookie = await logIn(app);
  await setGuests(cookie, true);
  const [guest, operator] = [await begin(), await begin('', cookie)];
  await setGuests(cookie, false);
  expect(await isWhole(guest)).toBe(false);
  expect(await isWhole(operator)).toBe(true);
});

it('a file ends with its login', async () => {
  const [one, other] = [await logIn(app), await logIn(app)];
  const answers = [await begin('', one), await begin('', other)];
  await request(app.url).post('/api/v0/auth/logout').set('Cookie', one).expect(200);
  expect(await Promise.all(answers.map(isWhole))).toEqual([false, true]);
});

it('a file ends with its link', async () => {
  const links = app.nest.get(PlayerLinks);
  const [one, other] = [
    await links.make(UUID, { madeBy: 'operator', address: '10.0.0.1' }),
    await links.make(UUID, { madeBy: 'operator', address: '10.0.0.2' }),
  ];
  const answers = [await begin(await links.query(one, FILE)), await begin(await links.query(other, FILE))];
  await links.end(one.link);
  expect(await Promise.all(answers.map(isWhole))).toEqual([false, true]);
});

it('a file ends after its login was ended by another API', async () => {
  const cookie = await logIn(app);
  const answer = await begin('', cookie);
  await app.db.query('DELETE FROM session');
  // Longer than logins are cached.
  app.clock.at += 10_000;
  expect(await app.nest.get(Sessions).list()).toEqual([]);
  await app.nest.get(OpenAnswers).check();
  expect(await isWhole(answer)).toBe(false);
});
