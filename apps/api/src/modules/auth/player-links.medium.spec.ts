import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { type HttpTestApp } from '../../http/http-test-app.conformance.js';
import { type LinkRef } from '../../http/media-signer.js';
import { PlayerLinks } from './player-links.service.js';
import { logIn, PASSWORD, withPasswordApp } from './password-app.conformance.js';

const UUID = '00000000-0000-4000-8000-00000000000a';
const VOD = `/api/v0/vod/${UUID}`;
const PLAYLIST = `${VOD}/index.m3u8`;
const SEGMENT = `${VOD}/s/p/x.ts`;
const HOUR_MS = 3_600_000;

let app: HttpTestApp;
let links: PlayerLinks;
let cookie: string;
withPasswordApp(async (opened) => {
  app = opened;
  links = app.nest.get(PlayerLinks);
  cookie = await logIn(app);
});

const make = (vod = UUID, address = '10.0.0.1') => links.make(vod, { madeBy: 'operator', address });
const get = async (path: string, query: Record<string, string>) => request(app.url).get(path).query(query);
const queryOf = async (ref: LinkRef, path: string): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await links.query(ref, path)));
const statusOf = async (ref: LinkRef, path: string) => (await get(path, await queryOf(ref, path))).status;
const setGuests = (isOn: boolean) =>
  request(app.url)
    .put('/api/v0/settings')
    .set('Cookie', cookie)
    .send({ config: { guest_mode: isOn } })
    .expect(200);

it('P64 a link opens the playlist and the segments of its VOD, and nothing else', async () => {
  const ref = await make();
  for (const path of [PLAYLIST, SEGMENT, `${VOD}/i/p/x.init`, `${VOD}/r/video.m3u8`])
    expect([path, await statusOf(ref, path)]).toEqual([path, 200]);
  await request(app.url).get(PLAYLIST).expect(401);
  const query = await queryOf(ref, PLAYLIST);
  for (const path of [PLAYLIST.replace('a/', 'b/'), VOD, `${VOD}/share`, SEGMENT, '/api/v0/channels', '/vods/ch/a.mp4'])
    expect([path, (await get(path, query)).status]).toEqual([path, 401]);
  await request(app.url).delete(VOD).query(query).expect(401);
});

it('the query of a segment opens no playlist', async () => {
  expect((await get(PLAYLIST, await queryOf(await make(), SEGMENT))).status).toBe(401);
});

it('a link ends after 48 hours, with its segments', async () => {
  const ref = await make();
  const queries = await Promise.all([PLAYLIST, SEGMENT].map(async (path) => [path, await queryOf(ref, path)] as const));
  app.clock.at += 48 * HOUR_MS - 1000;
  for (const [path, query] of queries) expect((await get(path, query)).status).toBe(200);
  app.clock.at += 1000;
  for (const [path, query] of queries) {
    const { status, body } = await get(path, query);
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'link-expired' })]);
  }
});

it('a link of a file opens that file', async () => {
  app.store.objects.set('/vods/ch/a.mp4', Buffer.from('x')).set('/vods/ch/b.mp4', Buffer.from('x'));
  const query = await queryOf(await make(), '/vods/ch/a.mp4');
  expect((await get('/vods/ch/a.mp4', query)).status).toBe(200);
  expect((await get('/vods/ch/b.mp4', query)).status).toBe(401);
});

it('a query that was changed opens nothing', async () => {
  const query = await queryOf(await make(), PLAYLIST);
  const { exp = '', sig = '' } = query;
  for (const made of [
    { ...query, sig: `${sig.slice(0, -2)}AA` },
    { ...query, exp: String(Number(exp) + 86_400) },
    { ...query, link: (await make('00000000-0000-4000-8000-00000000000b')).link },
    { ...query, sig: '' },
  ])
    expect((await get(PLAYLIST, made)).status).toBe(401);
  const twice = new URLSearchParams(query).toString();
  await request(app.url).get(`${PLAYLIST}?${twice}&sig=${sig}`).expect(401);
});

it('a new password ends all links', async () => {
  const ref = await make();
  const query = await queryOf(ref, PLAYLIST);
  await request(app.url)
    .post('/api/v0/auth/password')
    .set('Cookie', cookie)
    .send({ password: 'another password', current: PASSWORD })
    .expect(200);
  expect((await get(PLAYLIST, query)).status).toBe(401);
  expect(await links.list()).toEqual([]);
  expect(await statusOf(await make(), PLAYLIST)).toBe(200);
});

it('switching guests off ends all links, also after they are switched on again', async () => {
  await setGuests(true);
  const query = await queryOf(await make(), PLAYLIST);
  await setGuests(true);
  expect(await links.list()).toHaveLength(1);
  await setGuests(false);
  expect((await get(PLAYLIST, query)).status).toBe(401);
  expect(await links.list()).toEqual([]);
  await setGuests(true);
  await setGuests(false);
  expect((await get(PLAYLIST, query)).status).toBe(401);
});

it('a caller who asks again within an hour gets the same link', async () => {
  const [one, other] = [await make(), await make(UUID, '10.0.0.2')];
  expect(await make()).toEqual(one);
  expect(other.link).not.toBe(one.link);
  app.clock.at += HOUR_MS;
  expect((await make()).link).not.toBe(one.link);
});

it('of each kind of maker the newest 200 links are kept', async () => {
  const mine = await make();
  const guest = (n: number) =>
    links.make(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, { madeBy: 'guest', address: '10.0.0.3' });
  for (let n = 0; n < 201; n += 1) {
    app.clock.at += 1;
    await guest(n);
  }
  const listed = await links.list();
  expect(listed.filter(({ link }) => link.madeBy === 'guest')).toHaveLength(200);
  expect(listed.at(-1)?.link.id).toBe(mine.link);
});

it('links that have ended are deleted', async () => {
  await make();
  app.clock.at += 49 * HOUR_MS;
  await links.deleteEnded();
  expect(await app.db.query('SELECT count(*)::int AS n FROM player_link')).toEqual([{ n: 0 }]);
});

it('links of an epoch that another API has begun are not deleted, but those of the epoch before', async () => {
  const [before, after] = [await make(UUID, '10.0.0.1'), await make(UUID, '10.0.0.2')];
  await app.db.query('UPDATE operator SET link_epoch = link_epoch + 1');
  await app.db.query('UPDATE player_link SET epoch = (SELECT link_epoch::text FROM operator) WHERE id = $1', [
    after.link,
  ]);
  await links.deleteEnded();
  expect(await app.db.query('SELECT id FROM player_link')).toEqual([{ id: after.link }]);
  expect(before.link).not.toBe(after.link);
});
