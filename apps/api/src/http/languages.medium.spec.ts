import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from './http-test-app.conformance.js';

let postgres: PostgresOfRun;
let app: HttpTestApp;
beforeAll(async () => {
  postgres = await postgresOfRun();
  app = await startHttpTestApp(postgres.url);
}, 60_000);
afterAll(async () => {
  await app.close();
  await postgres.stop();
});

const put = (language: string, config: unknown) =>
  request(app.url).put('/api/v0/settings').set('X-Language', language).send({ config });

/** Row N3 of docs/coverage.md. */
describe('answers use the requested language', () => {
  it.each([
    ['en', 'Settings saved'],
    ['sv', 'Inställningarna är sparade'],
    ['ko', '설정을 저장했습니다'],
    ['de-CH', 'Einstellungen gespeichert'],
    ['fr', 'Settings saved'],
  ])('a success message in %s is %p', async (language, message) => {
    const res = await put(language, { motd: 'x' }).expect(200);
    expect((res.body as { message: string }).message).toBe(message);
    expect([res.headers['content-language'], res.headers['vary']]).toEqual([
      message === 'Settings saved' ? 'en' : language.slice(0, 2),
      expect.stringContaining('X-Language'),
    ]);
  });

  it('errors and their fields are translated, their codes and paths are not', async () => {
    const res = await request(app.url)
      .put('/api/v0/settings')
      .set('X-Language', 'de')
      .send({ config: {}, odd: 1 })
      .expect(400);
    expect(res.headers['content-language']).toBe('de');
    expect(res.body).toMatchObject({
      status: 'ERROR',
      code: 'invalid-input',
      message: 'odd: ist kein bekanntes Feld',
      fields: [{ path: 'odd', message: 'ist kein bekanntes Feld' }],
    });
  });

  it('the message of each field is translated completely, including the type names of zod', async () => {
    const res = await put('sv', {
      vods_to_keep: -1,
      guest_mode: 'maybe',
      filename_vod: '{titel}',
      app_url: 'ftp://x',
    }).expect(400);
    expect((res.body as { message: string }).message).toBe(
      'config.vods_to_keep: måste vara minst 0; config.guest_mode: måste vara true eller false; config.filename_vod: innehåller den okända variabeln {titel} vid tecken 1; kända variabler: login, internalName, displayName, date, year, year_short, month, day, hour, minute, second, id, season, absolute_season, episode, absolute_episode, title, game_name, game_id; config.app_url: måste vara en adress som börjar med http://, https://',
    );
  });

  it('reasons and warnings inside a message are translated', async () => {
    expect((await put('de', { bin_dir: '/bin', hls_timeout: 3 }).expect(200)).body).toMatchObject({
      message:
        'Einstellungen gespeichert. Diese haben hier keine Wirkung: bin_dir (Vodkeep sucht Werkzeuge im PATH und im eigenen Ordner; die Seite „Über“ zeigt, wo es jedes gefunden hat), hls_timeout (verwenden Sie capture.stale_targets)',
    });
    const url = await request(app.url)
      .post('/api/v0/settings/validate_url')
      .set('X-Language', 'ko')
      .send({ url: 'http://x' });
    expect((url.body as { message: string }).message).toBe('공개 주소가 올바르지 않습니다: https여야 합니다');
  });

  it('the message about an unknown address is translated', async () => {
    const res = await request(app.url).get('/api/v0/nothing').set('X-Language', 'sv').expect(404);
    expect((res.body as { message: string }).message).toBe('GET /api/v0/nothing finns inte.');
  });

  it('the message of a login route is translated', async () => {
    const res = await request(app.url).get('/api/v0/auth/check').set('X-Language', 'ko').expect(200);
    expect((res.body as { message: string }).message).toBe('비밀번호 보호 없음');
  });

  it('basic.language applies if the client names no supported language', async () => {
    await put('en', { 'basic.language': 'sv' }).expect(200);
    const messages = [];
    for (const language of ['', 'fr', 'de'])
      messages.push(((await put(language, { motd: 'y' }).expect(200)).body as { message: string }).message);
    expect(messages).toEqual(['Inställningarna är sparade', 'Inställningarna är sparade', 'Einstellungen gespeichert']);
    await put('en', { 'basic.language': null }).expect(200);
  });
});
