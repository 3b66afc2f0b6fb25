import 'reflect-metadata';
import { defineRoute, getGames, pathOf, ROUTES, type RouteDef } from '#libs/contracts';
import { postgresOfRun, type PostgresOfRun, tempDir } from '#libs/testkit';
import { Controller, Get, Res, type Type } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Response } from 'express';
import request from 'supertest';
import { type HttpTestApp, startHttpTestApp } from './http-test-app.conformance.js';
import { Implements, type Result, Serves } from './implements-route.js';

let postgres: PostgresOfRun;
beforeAll(async () => {
  postgres = await postgresOfRun();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

const PASSWORD = 'correct horse battery';
const uuid = '00000000-0000-4000-8000-000000000000';
const addressOf = (route: RouteDef): string =>
  route.path.replace(':uuid', uuid).replace(':date', '2026-11-28').replace(':lastLine', '0').replaceAll(/:\w+/g, 'x');
const call = (app: HttpTestApp, route: Pick<RouteDef, 'method'>, path: string) =>
  request(app.url)
    [route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](path)
    .ok(() => true);

async function cookieOf(app: HttpTestApp): Promise<string> {
  const res = await request(app.url).post('/api/v0/auth/login').send({ password: PASSWORD }).expect(200);
  return (res.headers['set-cookie'] as unknown as string[])[0]?.split(';')[0] ?? '';
}

@Controller()
class ThrowingController {
  @Serves({ method: 'GET', path: '/api/throws/:how', level: 'none' })
  async throws(): Promise<never> {
    await Promise.resolve();
    throw new TypeError('secret at /srv/secret/file.ts');
  }
}

describe('every route', () => {
  let open: HttpTestApp;
  let guests: HttpTestApp;
  let cookie: string;
  beforeAll(async () => {
    open = await startHttpTestApp(postgres.url, { config: { firstPassword: PASSWORD } });
    guests = await startHttpTestApp(postgres.url, { config: { firstPassword: PASSWORD } });
    cookie = await cookieOf(open);
    await request(guests.url)
      .put('/api/v0/settings')
      .set('Cookie', await cookieOf(guests))
      .send({ config: { guest_mode: true } })
      .expect(200);
  }, 60_000);
  afterAll(async () => {
    await open.close();
    await guests.close();
  });

  const levelled = ROUTES.filter((r) => r.level !== 'none');
  it.each(levelled.map((r) => [r.method, r.path, r] as const))(
    '%s %s accepts only authorised callers',
    async (method, _path, route) => {
      const path = addressOf(route);
      const nobody = await call(open, { method }, path);
      expect([nobody.status, nobody.body]).toEqual([
        401,
        { status: 'ERROR', code: 'login-required', message: 'Access denied' },
      ]);
      const forged = await call(open, { method }, path).set('Cookie', `vodkeep=${'A'.repeat(43)}`);
      expect(forged.status).toBe(401);
      const guest = await call(guests, { method }, path);
      expect(guest.status === 401).toBe(route.level === 'admin');
      expect((await call(open, { method }, path).set('Cookie', cookie)).status).not.toBe(401);
    },
  );

  it.each(ROUTES.filter((r) => r.level === 'none').map((r) => r.path))(
    '%s is open, since it is the login or checks the signature of its callers',
    (path) => {
      expect(path).toMatch(
        /^\/api\/v0\/(auth\/(check|first-password|login|logout)|hook\/:kind|settings\/reach\/:nonce)$/,
      );
    },
  );

  it.each([
    '/api/openapi.json',
    '/api/docs',
    '/vods/ch/a.mp4',
    '/saved_vods/a/b.mp4',
    '/saved_clips/a.mp4',
    '/cache/thumbs/a.jpg',
  ])('%s refuses anonymous callers', async (path) => {
    await request(open.url).get(path).expect(401);
    await request(open.url).head(path).expect(401);
  });

  it('W67 with a password and without guest mode, media are refused without a login even if the file exists, and served with a login', async () => {
    open.store.objects.set('/vods/ch/a.mp4', Buffer.from('media'));
    for (const path of ['/vods/ch/a.mp4', '/vods/ch/%2e%2e/ch/a.mp4', '/VODS/ch/a.mp4'])
      expect([401, 404]).toContain((await request(open.url).get(path)).status);
    expect((await request(open.url).get('/vods/ch/a.mp4')).text).not.toContain('media');
    expect((await request(open.url).get('/vods/ch/a.mp4').set('Cookie', cookie).expect(200)).body).toEqual(
      Buffer.from('media'),
    );
  });

  it('of the API documents answers authorised callers', async () => {
    const doc = await request(open.url).get('/api/openapi.json').set('Cookie', cookie).expect(200);
    expect(doc.body).toMatchObject({ openapi: '3.1.0' });
    const page = await request(open.url).get('/api/docs').set('Cookie', cookie).expect(200);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page.text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`default-src 'none';style-src 'sha256-${hash}';`);
    expect(page.text).not.toMatch(/<script|src="http/);
  });
});

describe('bad requests', () => {
  let app: HttpTestApp;
  beforeAll(async () => {
    app = await startHttpTestApp(postgres.url, { controllers: [ThrowingController] });
  }, 60_000);
  afterAll(async () => {
    await app.close();
  });
  const put = () => request(app.url).put('/api/v0/settings');

  it.each(['{"config":', '{config:1}', '"text"', '7', '\u0000'])(
    'malformed JSON %p is a 400 without a stack',
    async (body) => {
      const res = await put().set('Content-Type', 'application/json').send(body).expect(400);
      expect(res.body).toEqual({ status: 'ERROR', code: 'malformed-json', message: 'The body is not valid JSON.' });
    },
  );

  it('a body over the limit is a 413', async () => {
    const res = await put()
      .send({ config: { motd: 'x'.repeat(110_000) } })
      .expect(413);
    expect(res.body).toEqual({
      status: 'ERROR',
      code: 'body-too-large',
      message: 'The body is larger than the limit of 100 kB. Send smaller parts.',
    });
    const answer = await put()
      .set('X-Language', 'de')
      .send({ config: { motd: 'x'.repeat(110_000) } });
    expect((answer.body as { message: string }).message).toContain('100 kB');
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream'])(
    'a body of %s is a 400 that asks for JSON, whatever its size',
    async (type) => {
      for (const size of [10, 110_000]) {
        const res = await put().set('Content-Type', type).send('a'.repeat(size)).expect(400);
        expect(res.body).toMatchObject({
          code: 'invalid-input',
          fields: [{ path: 'body', message: 'a JSON body is required (Content-Type: application/json)' }],
        });
      }
    },
  );

  it('names every wrong field at once', async () => {
    const res = await put().query({ odd: '1' }).send({ config: 5, extra: true }).expect(400);
    expect(res.body).toMatchObject({ status: 'ERROR', code: 'invalid-input' });
    expect((res.body as { fields: { path: string }[] }).fields.map((f) => f.path).sort()).toEqual([
      'config',
      'extra',
      'odd',
    ]);
  });

  it.each([
    ['an array', []],
    ['null inside', { config: null }],
    ['nothing', {}],
  ])('%s instead of the body is a 400', async (_, body) => {
    await put().send(body).expect(400);
  });

  it('a body that is not sent as JSON is a 400 that asks for JSON', async () => {
    const res = await put().type('form').send('config=1').expect(400);
    expect((res.body as { message: string }).message).toContain('application/json');
  });

  it.each([
    ['GET', '/api/v0/nothing', 404],
    ['POST', '/api', 404],
    ['GET', '/api/v1/settings', 404],
    ['DELETE', '/api/v0/settings', 405],
    ['PATCH', '/api/v0/auth/login', 405],
    ['GET', '/nowhere', 404],
    ['GET', '/socket/', 404],
    ['GET', '/api/v0/vod/%E0%A4%A', 400],
  ] as const)('%s %s is %d in JSON', async (method, path, status) => {
    const res = await call(app, { method }, path).set('Accept', 'text/html');
    expect([res.status, res.type, (res.body as { status: string }).status]).toEqual([
      status,
      'application/json',
      'ERROR',
    ]);
  });

  it('a 405 lists the methods of the path in Allow', async () => {
    const res = await call(app, { method: 'DELETE' }, '/api/v0/settings').expect(405);
    expect(res.get('Allow')?.split(', ').sort()).toEqual(['GET', 'PUT']);
  });

  it('an exception is a 500 without details, and the next call is answered', async () => {
    const res = await request(app.url).get('/api/throws/x').expect(500);
    expect(res.body).toEqual({ status: 'ERROR', code: 'bug', message: 'Internal error. See the log for details.' });
    await request(app.url).get('/api/v0/settings').expect(200);
  });

  it('reveals no server software, and allows no other origin', async () => {
    const res = await request(app.url).get('/api/v0/settings').set('Origin', 'http://localhost').expect(200);
    expect(res.headers).not.toHaveProperty('x-powered-by');
    expect(res.headers).not.toHaveProperty('access-control-allow-origin');
    expect(res.headers['x-content-type-options']).toBe('nosniff');
  });

  it('forbids shared caches to store an answer of the API', async () => {
    const res = await request(app.url).get('/api/v0/settings').expect(200);
    expect(res.headers['cache-control']).toBe('private, no-cache');
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ Origin: 'http://localhost:1' }],
  ])('a change from a page of another site (%p) is a 403', async (headers) => {
    const res = await put()
      .set(headers)
      .send({ config: { motd: 'owned' } })
      .expect(403);
    expect(res.body).toMatchObject({ code: 'other-origin' });
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ Origin: 'http://localhost:1' }],
    [{ Referer: 'http://localhost:1/page' }],
  ])('an image on another site (%p) cannot call a GET of v0 that changes something', async (headers) => {
    const acting = ROUTES.filter((r) => r.changesState === true);
    expect(acting.map((r) => r.path)).toContain('/api/v0/settings/debug');
    for (const route of acting) {
      const path = pathOf(route, { uuid: 'nobody', id: '1', game: '1', name: 'none' });
      const res = await request(app.url).get(path).set(headers).expect(403);
      expect(res.body).toMatchObject({ code: 'other-origin' });
    }
    await request(app.url).get('/api/v0/settings').set(headers).expect(200);
  });

  it('a GET that changes something needs a positive sign of a page of Vodkeep, or of a script', async () => {
    const debug = (headers: Readonly<Record<string, string>>) =>
      request(app.url).get('/api/v0/settings/debug?enable=0').set(headers);
    for (const headers of [
      { 'Sec-Fetch-Site': 'same-origin' },
      { Referer: `${app.url}/tools` },
      { 'X-Vodkeep': '1' },
      { 'X-Language': 'en' },
    ])
      await debug(headers).expect(200);
    for (const headers of [{}, { 'Sec-Fetch-Site': 'none' }]) {
      const res = await debug(headers).expect(403);
      expect(res.body).toMatchObject({ code: 'other-origin', message: expect.stringContaining('x-vodkeep: 1') });
    }
  });
});

@Controller()
class PlaylistController {
  @Serves({ method: 'GET', path: '/api/list', level: 'none' })
  list(@Res() res: Response): void {
    res.setHeader('Content-Type', 'application/vnd.apple.mpegurl');
    res.send('#EXTINF:2.0,\n'.repeat(1_000));
  }

  @Serves({ method: 'GET', path: '/api/piece', level: 'none' })
  piece(@Res() res: Response): void {
    res.setHeader('Content-Type', 'video/mp2t');
    res.send(Buffer.alloc(10_000));
  }
}

describe('answers', () => {
  let app: HttpTestApp;
  beforeAll(async () => {
    app = await startHttpTestApp(postgres.url, { controllers: [PlaylistController] });
  }, 60_000);
  afterAll(async () => {
    await app.close();
  });

  it('are compressed if they are playlists or JSON, but not if they are media', async () => {
    const encoding = async (path: string): Promise<unknown> =>
      (await request(app.url).get(path).set('Accept-Encoding', 'gzip').expect(200)).headers['content-encoding'];
    expect([await encoding('/api/list'), await encoding('/api/openapi.json'), await encoding('/api/piece')]).toEqual([
      'gzip',
      'gzip',
      undefined,
    ]);
  });
});

describe('a fault in a route does not compile', () => {
  it('if the route has no level, or the answer does not fit the route', () => {
    // @ts-expect-error a route of contracts needs a level
    const route = defineRoute({ method: 'GET', path: '/api/v0/x', summary: '' });
    // @ts-expect-error so does an address of ours
    const served = () => Serves({ method: 'GET', path: '/x' });
    class Wrong {
      // @ts-expect-error the route promises data
      @Implements(getGames) games(): { message: string } {
        return { message: 'x' };
      }
    }
    expect([route.path, typeof served, typeof Wrong]).toEqual(['/api/v0/x', 'function', 'function']);
  });
});

describe('an API with a fault in its routes does not start', () => {
  @Controller()
  class Second {
    @Implements(getGames) games(): Result<typeof getGames> {
      return { data: {} };
    }
  }

  @Controller()
  class WithoutLevel {
    @Get('/api/v0/secret') leak(): string {
      return 'x';
    }
  }
  @Controller('own')
  class WithPath {
    @Serves({ method: 'GET', path: '/x', level: 'none' }) x(): string {
      return 'x';
    }
  }

  it.each<[string, Type]>([
    ['WithoutLevel.leak', WithoutLevel],
    ['WithPath', WithPath],
    ['two methods handle GET /api/v0/games', Second],
  ])('%s', async (name, controller) => {
    await expect(startHttpTestApp(postgres.url, { controllers: [controller] })).rejects.toMatchObject({
      code: 'route-gap',
      message: expect.stringContaining(name),
    });
  });
});

describe('media', () => {
  let app: HttpTestApp;
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
  const file = '/vods/ch/ä b.mp4';
  const url = encodeURI(file);
  beforeAll(async () => {
    app = await startHttpTestApp(postgres.url);
    app.store.objects
      .set(file, body)
      .set('/cache/thumbs/a.jpg', Buffer.from('jpg'))
      .set('/vods/ch/empty.mp4', Buffer.alloc(0));
  }, 60_000);
  afterAll(async () => {
    await app.close();
  });

  it('is sent whole, with what a player needs to seek', async () => {
    const res = await request(app.url).get(url).expect(200);
    expect((res.body as Buffer).equals(body)).toBe(true);
    expect(res.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '300000',
      'content-type': 'video/mp4',
    });
    expect(res.headers).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100000-', 100_000, 299_999],
    ['bytes=-7', 299_993, 299_999],
    ['bytes=65530-65540', 65_530, 65_540],
  ])('in part for %s', async (range, start, end) => {
    const res = await request(app.url).get(url).set('Range', range).expect(206);
    expect(res.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/300000`,
      'content-length': String(end - start + 1),
    });
    expect((res.body as Buffer).equals(body.subarray(start, end + 1))).toBe(true);
  });

  it('outside the file is a 416 with the length of the file', async () => {
    const res = await request(app.url).get(url).set({ 'Range': 'bytes=300000-', 'X-Language': 'de' }).expect(416);
    expect(res.headers).toMatchObject({ 'content-range': 'bytes */300000', 'cache-control': 'no-store' });
    expect(res.body).toEqual({
      status: 'ERROR',
      code: 'bad-range',
      message: 'Die Datei hat 300000 Bytes. Der angeforderte Bereich liegt außerhalb.',
    });
  });

  it('answers HEAD without reading, also for a part', async () => {
    const before = app.store.opened;
    expect((await request(app.url).head(url).expect(200)).headers['content-length']).toBe('300000');
    expect((await request(app.url).head(url).set('Range', 'bytes=0-9').expect(206)).headers['content-length']).toBe(
      '10',
    );
    expect(app.store.opened).toBe(before);
  });

  it('is not sent to a client that has it, and is complete for a client with another version', async () => {
    const etag = (await request(app.url).head(url)).headers['etag'] ?? '';
    await request(app.url).get(url).set('If-None-Match', etag).expect(304);
    await request(app.url).get(url).set('Range', 'bytes=0-9').set('If-Range', etag).expect(206);
    await request(app.url).get(url).set('Range', 'bytes=0-9').set('If-Range', '"another"').expect(200);
  });

  it('of no bytes is an empty 200', async () => {
    expect((await request(app.url).get('/vods/ch/empty.mp4').expect(200)).headers['content-length']).toBe('0');
    await request(app.url).get('/vods/ch/empty.mp4').set('Range', 'bytes=0-').expect(416);
  });

  it.each([
    '/vods/ch/gone.mp4',
    '/vods/..%2f..%2fetc/passwd',
    '/vods/%2e%2e/x',
    '/vods/ch/%00.mp4',
    '/saved_clips/x.mp4',
    '/saved_vods/x',
    '/cache/thumbs/gone.jpg',
    '/cache/thumbs/..%2f..%2fx',
    '/cache/other',
    '/vods/',
    '/vods',
  ])('that is missing (%s) is a 404 in JSON, never the page', async (path) => {
    const res = await request(app.url).get(path).set('Accept', 'text/html').expect(404);
    expect(res.body).toMatchObject({ status: 'ERROR' });
  });

  it('is closed when the player disconnects', async () => {
    const before = app.store.aborted;
    app.store.objects.set('/vods/ch/big.mp4', Buffer.alloc(64 * 1024 * 1024));
    const gone = new AbortController();
    const res = await fetch(`${app.url}/vods/ch/big.mp4`, { signal: gone.signal });
    await res.body?.getReader().read();
    const ended = new Promise<void>((done) => {
      const listener = (): void => {
        if (app.store.aborted > before) done();
        else setImmediate(listener);
      };
      listener();
    });
    gone.abort();
    await ended;
    expect(app.store.aborted).toBe(before + 1);
  });

  it('that is unreadable is an error in JSON, without headers of the file', async () => {
    app.store.objects.set('/vods/ch/broken', Buffer.alloc(1_000_000));
    const res = await request(app.url).get('/vods/ch/broken').set('Range', 'bytes=0-9').expect(500);
    expect(res.body).toMatchObject({ status: 'ERROR', code: 'bug' });
    expect(res.headers).not.toHaveProperty('content-range');
  });

  it('whose disk fails halfway ends the connection, so that the file does not look complete; the next call is answered', async () => {
    app.store.objects.set('/vods/ch/half', Buffer.alloc(1_000_000));
    const res = await fetch(`${app.url}/vods/ch/half`);
    expect(res.status).toBe(200);
    await expect(res.arrayBuffer()).rejects.toThrow();
    await request(app.url).get(url).set('Range', 'bytes=0-1').expect(206);
  });
});

describe('the page', () => {
  let app: HttpTestApp;
  const dir = tempDir('web');
  beforeAll(async () => {
    mkdirSync(join(dir.path, 'assets'));
    writeFileSync(join(dir.path, 'index.html'), '<!doctype html><head><!--vodkeep--></head><body>app</body>');
    writeFileSync(join(dir.path, 'assets', 'a-12345678.js'), 'run()');
    writeFileSync(join(dir.path, 'favicon.svg'), '<svg/>');
    app = await startHttpTestApp(postgres.url, {
      config: { basepath: '/dvr', webDir: dir.path, firstPassword: PASSWORD },
    });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    dir.remove();
  });
  const html = (path: string) => request(app.url).get(path).set('Accept', 'text/html');

  it.each(['/', '/dashboard', '/vodplayer?vod=1'])(
    'is served at %s below the basepath, without a login',
    async (path) => {
      const res = await html(path).expect(200);
      expect(res.text).toContain(
        '<base href="/dvr/"><script>window.__VODKEEP__={"basepath":"/dvr","version":"1.2.3"}</script>',
      );
      expect(res.headers['cache-control']).toBe('no-cache');
    },
  );

  it('allows only its own script', async () => {
    const policy = (await html('/')).headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).toContain("media-src 'self' blob:");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
  });

  it('has assets that are cached permanently, and others that are revalidated', async () => {
    expect((await request(app.url).get('/assets/a-12345678.js').expect(200)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await request(app.url).get('/favicon.svg').expect(200)).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/assets/gone.js', '/api/v0/nothing', '/vods/x.mp4', '/api/v0/settings'])(
    'is not served at %s',
    async (path) => {
      const res = await html(path);
      expect([res.type, [401, 404].includes(res.status)]).toEqual(['application/json', true]);
    },
  );

  it('is not served outside the basepath', async () => {
    const root = app.url.slice(0, -4);
    await request(root).get('/').set('Accept', 'text/html').expect(404);
    await request(root).get('/dvrx/').expect(404);
    expect((await request(root).get('/dvr').expect(308)).headers['location']).toBe('/dvr/');
    await request(root).get('/dvr/api/v0/auth/check').expect(401);
  });
});
