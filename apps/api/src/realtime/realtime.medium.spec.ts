import 'reflect-metadata';
import { postgresOfRun, type PostgresOfRun } from '#libs/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { connect } from 'node:net';
import request from 'supertest';
import { WebSocket } from 'ws';
import { type HttpTestApp, type HttpTestAppOptions, startHttpTestApp } from '../http/http-test-app.conformance.js';
import { Access } from '../modules/auth/access.service.js';
import { RealtimeGateway } from './realtime.gateway.js';
import { Realtime } from './realtime.service.js';

let postgres: PostgresOfRun;
beforeAll(async () => {
  postgres = await postgresOfRun();
}, 60_000);
afterAll(async () => {
  await postgres.stop();
});

const PASSWORD = 'correct horse battery';
let app: HttpTestApp;
const clients: Client[] = [];
afterEach(async () => {
  for (const c of clients.splice(0)) c.socket.terminate();
  await app.close();
});
const open = async (options: HttpTestAppOptions = {}) => {
  app = await startHttpTestApp(postgres.url, options);
};

/** A browser: every frame in order, and how it was closed. */
class Client {
  readonly socket: WebSocket;
  readonly frames: string[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  private wake: () => void = () => undefined;
  constructor(headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`${app.url.replace('http', 'ws')}/socket/`, { headers });
    this.closed = new Promise((done) => {
      this.socket.on('close', (code, reason) => {
        done({ code, reason: reason.toString() });
      });
    });
    this.socket.on('message', (data: Buffer) => {
      this.frames.push(data.toString());
      this.wake();
    });
    this.socket.on('error', () => undefined);
    clients.push(this);
  }

  /** Waits until a frame holds the text. */
  async frame(text: string): Promise<string> {
    for (;;) {
      const found = this.frames.find((f) => f.includes(text));
      if (found !== undefined) return found;
      await new Promise<void>((done) => {
        this.wake = done;
      });
    }
  }
}
const cookie = async (): Promise<string> =>
  (
    (await request(app.url).post('/api/v0/auth/login').send({ password: PASSWORD }).expect(200)).headers[
      'set-cookie'
    ] as unknown as string[]
  )[0]?.split(';')[0] ?? '';
const unauthenticated = { code: 3000, reason: 'Authentication required.' };

describe('the socket accepts', () => {
  it('the machine itself while no password is set, and nobody else', async () => {
    await open();
    const local = new Client();
    expect(JSON.parse(await local.frame('connected'))).toEqual({ action: 'connected', data: { version: '1.2.3' } });
    expect(await new Client({ 'X-Forwarded-For': '10.0.0.1' }).closed).toEqual(unauthenticated);
    expect(await new Client({ Host: 'evil.example' }).closed).toEqual(unauthenticated);
  });

  it('a login, not a stranger, not a made-up cookie', async () => {
    await open({ config: { firstPassword: PASSWORD } });
    await new Client({ Cookie: await cookie() }).frame('connected');
    expect(await new Client().closed).toEqual(unauthenticated);
    expect(await new Client({ Cookie: `vodkeep=${'A'.repeat(43)}` }).closed).toEqual(unauthenticated);
  });

  it('no page of another site, even if it sends the cookie', async () => {
    await open({ config: { firstPassword: PASSWORD } });
    const loginCookie = await cookie();
    expect(await new Client({ Cookie: loginCookie, Origin: 'https://evil.example' }).closed).toEqual(unauthenticated);
    await new Client({ Cookie: loginCookie, Origin: app.url }).frame('connected');
  });

  it('guests in guest mode, and sends them only what guests may request', async () => {
    await open({ config: { firstPassword: PASSWORD } });
    const loginCookie = await cookie();
    await request(app.url)
      .put('/api/v0/settings')
      .set('Cookie', loginCookie)
      .send({ config: { guest_mode: true } })
      .expect(200);
    const [guest, admin] = [new Client(), new Client({ Cookie: loginCookie })];
    await Promise.all([guest.frame('connected'), admin.frame('connected')]);
    const realtime = app.nest.get(Realtime);
    realtime.broadcast({ action: 'dead_letters', data: { list: [] } });
    realtime.broadcast({ action: 'alert', data: { text: 'admin only' } });
    realtime.broadcast({ action: 'settings_updated', data: {} });
    await Promise.all([guest.frame('settings_updated'), admin.frame('settings_updated')]);
    expect(guest.frames.join()).not.toMatch(/dead_letters|admin only/);
    expect(admin.frames.join()).toMatch(/dead_letters.*admin only/);
    await request(app.url)
      .put('/api/v0/settings')
      .set('Cookie', loginCookie)
      .send({ config: { guest_mode: false } })
      .expect(200);
    expect(await guest.closed).toEqual(unauthenticated);
  });

  it('below the basepath only', async () => {
    await open({ config: { basepath: '/dvr' } });
    await new Client().frame('connected');
    const outside = new WebSocket(`${app.url.replace('http', 'ws').replace('/dvr', '')}/socket/`);
    await expect(
      new Promise((done, fail) => {
        outside.on('open', done);
        outside.on('error', fail);
      }),
    ).rejects.toThrow();
  });

  it('nobody while live updates are switched off', async () => {
    await open();
    await request(app.url)
      .put('/api/v0/settings')
      .send({ config: { websocket_enabled: false } })
      .expect(200);
    expect((await new Client().closed).code).toBe(1000);
  });
});

describe('an open socket', () => {
  it('answers hello with init, ping with pong, and ignores all else', async () => {
    await open();
    const client = new Client();
    await client.frame('connected');
    for (const text of ['{"action":"helloworld"}', '{"action":"vod_removed"}', 'not json', '[]', '{"event":"x"}', ''])
      client.socket.send(text);
    client.socket.send(Buffer.from('ping'), { binary: true });
    client.socket.send('ping');
    await client.frame('pong');
    expect(client.frames.slice(1)).toEqual(['{"action":"init","data":{"hello":"world"}}', 'pong']);
  });

  it('is closed for a frame that is too large, and the others stay open', async () => {
    await open();
    const [bad, good] = [new Client(), new Client()];
    await Promise.all([bad.frame('connected'), good.frame('connected')]);
    bad.socket.send('x'.repeat(100_000));
    expect((await bad.closed).code).toBe(1009);
    good.socket.send('ping');
    await good.frame('pong');
  });

  it('receives many quick changes of an entity as one frame with the newest state', async () => {
    let reads = 0;
    await open({
      views: {
        channel: (uuid) => {
          reads += 1;
          return Promise.resolve({ uuid, vods_list: [1, 2], display_name: `read ${reads}` } as never);
        },
      },
    });
    const client = new Client();
    client.socket.on('open', () => {
      client.socket.send('{"action":"helloworld","lean":true}');
    });
    await client.frame('init');
    for (let version = 0; version < 20; version++) app.ui.changed({ entity: 'channel', id: 'c', version });
    app.ui.changed({ entity: 'channel-removed', id: 'other', version: 1 });
    expect(JSON.parse(await client.frame('channel_updated'))).toEqual({
      action: 'channel_updated',
      data: { channel: { uuid: 'c', vods_list: [], display_name: 'read 1' } },
    });
    await client.frame('channel_removed');
    expect(client.frames.filter((f) => f.includes('channel_updated'))).toHaveLength(1);
  });

  it('receives a channel with its VODs, but without them if the client requested lean frames', async () => {
    await open({
      views: { channel: (uuid, newest) => Promise.resolve({ uuid, vods_list: newest === 0 ? [] : [1, 2] } as never) },
    });
    const [lean, v0, silent] = [new Client(), new Client(), new Client()];
    lean.socket.on('open', () => {
      lean.socket.send('{"action":"helloworld","lean":true}');
    });
    v0.socket.on('open', () => {
      v0.socket.send('{"action":"helloworld"}');
    });
    await Promise.all([lean.frame('init'), v0.frame('init'), silent.frame('connected')]);
    app.ui.changed({ entity: 'channel', id: 'c', version: 1 });
    const frame = await Promise.all(
      [lean, v0, silent].map(
        async (c) =>
          (JSON.parse(await c.frame('channel_updated')) as { data: { channel: { vods_list: unknown[] } } }).data.channel
            .vods_list,
      ),
    );
    expect(frame).toEqual([[], [1, 2], [1, 2]]);
  });

  it("is closed at logout, while the operator's other sockets stay open", async () => {
    await open({ config: { firstPassword: PASSWORD } });
    const [one, two] = [await cookie(), await cookie()];
    const [leaving, staying] = [new Client({ Cookie: one }), new Client({ Cookie: two })];
    await Promise.all([leaving.frame('connected'), staying.frame('connected')]);
    await request(app.url).post('/api/v0/auth/logout').set('Cookie', one).expect(200);
    expect(await leaving.closed).toEqual(unauthenticated);
    staying.socket.send('ping');
    await staying.frame('pong');
  });

  it('is closed if its login ends while it is admitted', async () => {
    await open({ config: { firstPassword: PASSWORD } });
    const ended = { level: 'admin', passwordSet: true, session: 'ended', prolonged: false } as const;
    jest.spyOn(app.nest.get(Access), 'callerOf').mockResolvedValueOnce(ended);
    expect(await new Client().closed).toEqual(unauthenticated);
  });

  it('is closed when its login expires, at the next heartbeat', async () => {
    await open({ config: { firstPassword: PASSWORD } });
    const client = new Client({ Cookie: await cookie() });
    await client.frame('connected');
    app.clock.at += 8 * 24 * 3_600_000;
    app.nest.get(RealtimeGateway).beat();
    expect(await client.closed).toEqual(unauthenticated);
  });

  it('that answers no heartbeat is disconnected', async () => {
    await open();
    const client = new Client();
    await client.frame('connected');
    client.socket.pause();
    app.nest.get(RealtimeGateway).beat();
    app.nest.get(RealtimeGateway).beat();
    client.socket.resume();
    expect((await client.closed).code).toBe(1006);
  });

  it('that does not read is disconnected, and delays no other', async () => {
    await open();
    const [slow, fast] = [new Client(), new Client()];
    await Promise.all([slow.frame('connected'), fast.frame('connected')]);
    slow.socket.pause();
    const realtime = app.nest.get(Realtime);
    const text = 'x'.repeat(100_000);
    for (let i = 0; i < 300 && realtime.count === 2; i++) {
      realtime.broadcast({ action: 'alert', data: { text: `${i} ${text}` } });
      await fast.frame(`"${i} x`);
    }
    expect(realtime.count).toBe(1);
    expect(fast.frames.filter((f) => f.includes('alert')).length).toBeGreaterThan(50);
  });
});

it('a broken handshake is refused, and other clients can still connect', async () => {
  await open();
  const port = Number(new URL(app.url).port);
  for (const head of [
    'GET /socket/ HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'GET http://[ HTTP/1.1\r\nHost: [\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'nonsense\r\n\r\n',
  ]) {
    await new Promise<void>((done) => {
      const raw = connect(port, '127.0.0.1', () => {
        raw.write(head);
      });
      raw.on('close', () => {
        done();
      });
      raw.on('error', () => undefined);
      raw.resume();
    });
  }
  await new Client().frame('connected');
});

it('one address cannot take all places, and operators from it still get in', async () => {
  await open({ config: { firstPassword: PASSWORD } });
  const loginCookie = await cookie();
  await request(app.url)
    .put('/api/v0/settings')
    .set('Cookie', loginCookie)
    .send({ config: { guest_mode: true } })
    .expect(200);
  await Promise.all(Array.from({ length: 50 }, () => new Client().frame('connected')));
  expect((await new Client().closed).code).toBe(1013);
  await new Client({ Cookie: loginCookie }).frame('connected');
});
