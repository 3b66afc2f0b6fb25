import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TwitchClient, type Answer } from '../twitch-client.fixture.js';
import type { TwitchSettings } from '../twitch-settings.js';
import { signature } from './webhooks.js';

const SECRET = 'a-secret-of-the-spec';
interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A callback that answers challenges, and can be asked to fail. Messages wait in a queue. */
class Callback {
  answers: number[] = [];
  challenged: 'well' | 'quoted' = 'well';
  private readonly came: Message[] = [];
  private waiting: ((message: Message) => void)[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      let raw = '';
      request.on('data', (chunk: Buffer) => {
        raw += String(chunk);
      });
      request.on('end', () => {
        const message = { headers: request.headers, raw, body: JSON.parse(raw) as Message['body'] };
        if (message.headers['twitch-eventsub-message-type'] === 'webhook_callback_verification')
          response.end(
            this.challenged === 'well' ? message.body['challenge'] : JSON.stringify(message.body['challenge']),
          );
        else response.writeHead(this.answers.shift() ?? 204).end();
        const next = this.waiting.shift();
        if (next) next(message);
        else this.came.push(message);
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((done) => {
      this.server.listen(0, '127.0.0.1', done);
    });
  }
  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }
  next(): Promise<Message> {
    const message = this.came.shift();
    return message
      ? Promise.resolve(message)
      : new Promise((done) => {
          this.waiting.push(done);
        });
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => {
      this.server.close(done);
    });
  }
}

describe('EventSub by callback', () => {
  let twitch: TwitchClient;
  let callback: Callback;
  let token = '';

  const open = async (settings: Partial<TwitchSettings> = {}): Promise<void> => {
    twitch = await TwitchClient.open({ settings: { webhookRetryMs: [1, 1], pointsPerMinute: 1_000_000, ...settings } });
    token = await twitch.appToken();
  };
  const subscribe = (
    type: string,
    more: {
      readonly version?: string;
      readonly callback?: string;
      readonly secret?: string;
      readonly condition?: object;
    } = {},
  ): Promise<Answer> =>
    twitch.helix('/eventsub/subscriptions', {
      method: 'POST',
      token,
      body: {
        type,
        version: more.version ?? '1',
        condition: more.condition ?? { broadcaster_user_id: '50000001' },
        transport: {
          method: 'webhook',
          callback: more.callback ?? `${callback.url}/hook`,
          secret: more.secret ?? SECRET,
        },
      },
    });
  const listed = async (query = ''): Promise<Answer['body']> =>
    (await twitch.helix(`/eventsub/subscriptions${query}`, { token })).body;
  /** Subscribed, challenged, and enabled as the list says. */
  const enabled = async (type: string, version = '1'): Promise<string> => {
    const id = String((await subscribe(type, { version })).body.data[0]?.['id']);
    await callback.next();
    await until(async () => (await listed(`?subscription_id=${id}`)).data[0]?.['status'] === 'enabled');
    return id;
  };
  /** Asks until it is so; the calls themselves take the time. */
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo()));
  };

  beforeEach(async () => {
    callback = new Callback();
    await callback.listen();
  });
  afterEach(async () => {
    await twitch.sim.stop();
    await callback.stop();
  });

  it('is pending until the callback answers the challenge, then enabled', async () => {
    await open();
    const { status, body } = await subscribe('stream.online');
    expect({ status, body }).toMatchObject({
      status: 202,
      body: {
        data: [
          {
            status: 'webhook_callback_verification_pending',
            type: 'stream.online',
            version: '1',
            condition: { broadcaster_user_id: '50000001' },
            cost: 1,
            transport: { method: 'webhook', callback: `${callback.url}/hook` },
          },
        ],
        total: 1,
        total_cost: 1,
        max_total_cost: 10_000,
      },
    });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    const challenge = await callback.next();
    expect(challenge.headers).toMatchObject({
      'twitch-eventsub-message-type': 'webhook_callback_verification',
      'twitch-eventsub-message-retry': '0',
    });
    expect(challenge.body).toMatchObject({
      challenge: expect.any(String),
      subscription: { status: 'webhook_callback_verification_pending' },
    });
    await until(async () => (await listed()).data[0]?.['status'] === 'enabled');
    expect(await listed('?status=enabled')).toMatchObject({ total: 1, pagination: {} });
  });

  it('is not enabled by a quoted challenge', async () => {
    await open();
    callback.challenged = 'quoted';
    await subscribe('stream.online');
    await until(async () => (await listed()).data[0]?.['status'] === 'webhook_callback_verification_failed');
    twitch.sim.act('harbour', { do: 'start' });
    expect(await listed()).toMatchObject({ total_cost: 0 });
  });

  it('tells of a broadcast, signed over the body as it was sent', async () => {
    await open();
    await enabled('stream.online');
    await enabled('stream.offline');
    twitch.sim.act('harbour', { do: 'start' });
    const online = await callback.next();
    expect(online.body).toMatchObject({
      subscription: { status: 'enabled', type: 'stream.online' },
      event: {
        id: expect.stringMatching(/^\d+$/),
        broadcaster_user_id: '50000001',
        broadcaster_user_login: 'harbour',
        broadcaster_user_name: 'Harbour',
        type: 'live',
        started_at: expect.stringMatching(/Z$/),
      },
    });
    const { 'twitch-eventsub-message-id': id = '', 'twitch-eventsub-message-timestamp': timestamp = '' } =
      online.headers as Record<string, string>;
    expect(online.headers).toMatchObject({
      'twitch-eventsub-message-type': 'notification',
      'twitch-eventsub-subscription-type': 'stream.online',
      'twitch-eventsub-subscription-version': '1',
    });
    expect(online.headers['twitch-eventsub-message-signature']).toBe(signature(SECRET, { id, timestamp }, online.raw));
    twitch.sim.act('harbour', { do: 'end', how: 'vanish' });
    const offline = await callback.next();
    expect((offline.body['event'] as { id: string }).id).toBe((online.body['event'] as { id: string }).id);
  });

  it('may leave the id of an ended broadcast out, as it did until 2026', async () => {
    await open({ offlineHasId: false });
    await enabled('stream.offline');
    twitch.sim.act('harbour', { do: 'start' });
    twitch.sim.act('harbour', { do: 'end', how: 'vanish' });
    expect((await callback.next()).body['event']).toEqual({
      broadcaster_user_id: '50000001',
      broadcaster_user_login: 'harbour',
      broadcaster_user_name: 'Harbour',
    });
  });

  it('says nothing of a short dropout, and the same broadcast again after a longer one', async () => {
    await open();
    await enabled('stream.online');
    twitch.sim.act('harbour', { do: 'start' });
    const first = (await callback.next()).body['event'];
    twitch.sim.act('harbour', { do: 'drop', answer: '404' });
    twitch.sim.act('harbour', { do: 'resume' });
    twitch.sim.act('harbour', { do: 'drop', answer: '404', offline: true });
    twitch.sim.act('harbour', { do: 'resume' });
    expect((await callback.next()).body['event']).toEqual(first);
  });

  it('tells of a new title with the classification labels, also while offline', async () => {
    await open();
    await enabled('channel.update', '2');
    twitch.sim.act('harbour', { do: 'update', title: 'Fog', category: '' });
    expect((await callback.next()).body['event']).toMatchObject({
      title: 'Fog',
      language: 'en',
      category_id: '',
      category_name: '',
      content_classification_labels: [],
    });
  });

  it('tries again with the same message and a higher retry, until it is taken', async () => {
    await open();
    await enabled('stream.online');
    callback.answers = [500, 302];
    twitch.sim.act('harbour', { do: 'start' });
    const tries = [await callback.next(), await callback.next(), await callback.next()];
    expect(tries.map(({ headers }) => headers['twitch-eventsub-message-retry'])).toEqual(['0', '1', '2']);
    expect(new Set(tries.map(({ headers }) => headers['twitch-eventsub-message-id'])).size).toBe(1);
  });

  it('revokes a subscription whose callback fails for good, and tells it once', async () => {
    await open();
    const id = await enabled('stream.online');
    callback.answers = [500, 500, 500];
    twitch.sim.act('harbour', { do: 'start' });
    for (let i = 0; i < 3; i++) await callback.next();
    const revocation = await callback.next();
    expect(revocation.headers['twitch-eventsub-message-type']).toBe('revocation');
    expect(revocation.body).toMatchObject({ subscription: { id, status: 'notification_failures_exceeded' } });
    expect(revocation.body).not.toHaveProperty('event');
  });

  it.each([
    ['duplicate-id', 1],
    ['duplicate-fact', 2],
  ] as const)('sends each twice: %s', async (how, ids) => {
    await open();
    await enabled('stream.online');
    twitch.sim.act('harbour', { do: 'events', how });
    twitch.sim.act('harbour', { do: 'start' });
    const both = [await callback.next(), await callback.next()];
    expect(new Set(both.map(({ headers }) => headers['twitch-eventsub-message-id'])).size).toBe(ids);
    expect(both[0]?.body['event']).toEqual(both[1]?.body['event']);
  });

  it('sends old messages, lists of events, and none', async () => {
    await open();
    await enabled('stream.online');
    const next = async (how: 'stale' | 'batch' | 'silent' | 'normal'): Promise<void> => {
      twitch.sim.act('harbour', { do: 'events', how });
      twitch.sim.act('harbour', { do: 'start' });
    };
    await next('stale');
    const stale = await callback.next();
    expect(Date.now() - Date.parse(String(stale.headers['twitch-eventsub-message-timestamp']))).toBeGreaterThan(
      600_000,
    );
    await next('batch');
    expect((await callback.next()).body['events']).toMatchObject([{ id: expect.any(String), data: { type: 'live' } }]);
    await next('silent');
    await next('normal');
    const id = (await twitch.helix('/streams', { token })).body.data[0]?.['id'];
    expect((await callback.next()).body['event']).toMatchObject({ id });
  });

  it('revokes what a channel takes back', async () => {
    await open();
    const id = await enabled('stream.online');
    twitch.sim.act('harbour', { do: 'events', how: 'revoke' });
    expect((await callback.next()).body).toMatchObject({ subscription: { id, status: 'authorization_revoked' } });
    expect(await listed()).toMatchObject({ data: [{ status: 'authorization_revoked' }], total_cost: 0 });
  });

  it.each([
    ['an unknown type', { type: 'stream.sideways' }, 400],
    ['a wrong version', { type: 'stream.online', version: '3' }, 400],
    ['a version that is gone', { type: 'channel.update', version: '1' }, 410],
    ['a short secret', { type: 'stream.online', secret: 'short' }, 400],
    ['a plain callback', { type: 'stream.online', callback: 'http://vods.example/hook' }, 400],
    ['a callback on another port', { type: 'stream.online', callback: 'https://vods.example:8443/hook' }, 400],
    ['no broadcaster', { type: 'stream.online', condition: {} }, 400],
    ['an unknown broadcaster', { type: 'stream.online', condition: { broadcaster_user_id: '1' } }, 400],
  ] as const)('refuses %s', async (_, { type, ...more }, status) => {
    await open();
    expect((await subscribe(type, more)).status).toBe(status);
    expect(await listed()).toMatchObject({ data: [], total: 0 });
  });

  it("refuses a user's token", async () => {
    await open();
    token = await twitch.userToken();
    expect((await subscribe('stream.online')).status).toBe(400);
  });

  it('refuses the same once more, and a fourth alike', async () => {
    await open();
    await enabled('stream.online');
    expect(await subscribe('stream.online')).toMatchObject({
      status: 409,
      body: { message: 'subscription already exists' },
    });
    expect((await subscribe('stream.online', { callback: `${callback.url}/2` })).status).toBe(202);
    expect((await subscribe('stream.online', { callback: `${callback.url}/3` })).status).toBe(202);
    expect((await subscribe('stream.online', { callback: `${callback.url}/4` })).status).toBe(429);
  });

  it('ends a subscription when asked to', async () => {
    await open();
    const id = await enabled('stream.online');
    const remove = async (query: string): Promise<number> =>
      (await twitch.helix(`/eventsub/subscriptions${query}`, { method: 'DELETE', token })).status;
    expect([
      await remove(''),
      await remove('?id=nothing'),
      await remove(`?id=${id}`),
      await remove(`?id=${id}`),
    ]).toEqual([400, 404, 204, 404]);
    expect(await listed()).toMatchObject({ total: 0, total_cost: 0 });
  });

  it('delivers to a local address what was asked to go to a public one', async () => {
    await open({ callbacksTo: callback.url });
    await subscribe('stream.online', { callback: 'https://vods.example/hooks/twitch' });
    expect((await callback.next()).body['subscription']).toMatchObject({
      transport: { callback: 'https://vods.example/hooks/twitch' },
    });
  });

  it('answers as its problems say', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'site-fault', on: 'eventsub', mode: '500', times: 1 });
    expect((await subscribe('stream.online')).status).toBe(500);
    expect((await subscribe('stream.online')).status).toBe(202);
  });
});
