import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { SIM_TWITCH_APP } from '../auth/twitch-tokens.js';
import { onTwitch, HARBOUR, TwitchClient, type Answer } from '../twitch-client.fixture.js';
import type { TwitchSettings } from '../twitch-settings.js';

interface Frame {
  readonly metadata: {
    readonly message_id: string;
    readonly message_type: string;
    readonly message_timestamp: string;
    readonly subscription_type?: string;
  };
  readonly payload: {
    readonly session: {
      readonly id: string;
      readonly reconnect_url: string | null;
      readonly keepalive_timeout_seconds: number | null;
    };
    readonly event?: unknown;
    readonly subscription?: unknown;
  };
}

/** A client that only reads: frames wait in a queue. */
class Listener {
  readonly closed: Promise<number>;
  readonly opened: Promise<boolean>;
  received = 0;
  private readonly came: Frame[] = [];
  private waiting: ((frame: Frame) => void)[] = [];

  constructor(url: string, { pongs = true } = {}) {
    this.socket = new WebSocket(url, { autoPong: pongs });
    this.closed = new Promise((done) => {
      this.socket.once('close', done);
    });
    this.opened = new Promise((done) => {
      this.socket.once('open', () => {
        done(true);
      });
      this.socket.once('error', () => {
        done(false);
      });
    });
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as Frame;
      this.received += 1;
      const next = this.waiting.shift();
      if (next) next(frame);
      else this.came.push(frame);
    });
  }

  readonly socket: WebSocket;

  next(): Promise<Frame> {
    const frame = this.came.shift();
    return frame
      ? Promise.resolve(frame)
      : new Promise((done) => {
          this.waiting.push(done);
        });
  }

  async nextOf(type: string): Promise<Frame> {
    for (;;) {
      const frame = await this.next();
      if (frame.metadata.message_type === type) return frame;
    }
  }
}

describe('EventSub by websocket', () => {
  let twitch: TwitchClient;
  let token = '';
  const listeners: Listener[] = [];

  const open = async (settings: Partial<TwitchSettings> = {}, count = 1, lastId?: string): Promise<void> => {
    const idOf = (i: number): string => (i === count - 1 ? lastId : undefined) ?? String(50_000_001 + i);
    const channels = Array.from({ length: count }, (_, i) =>
      onTwitch(i === 0 ? 'harbour' : `c${String(i)}`, { ...HARBOUR, userId: idOf(i) }),
    );
    twitch = await TwitchClient.open({ settings, channels });
    token = await twitch.userToken();
  };
  const listen = (query = '', how = {}): Listener => {
    const listener = new Listener(`${twitch.site('eventsub.wss.twitch.tv').replace('http', 'ws')}/ws${query}`, how);
    listeners.push(listener);
    return listener;
  };
  const subscribe = (
    sessionId: string,
    type = 'stream.online',
    more: { readonly broadcaster?: string; readonly token?: string } = {},
  ): Promise<Answer> =>
    twitch.helix('/eventsub/subscriptions', {
      method: 'POST',
      token: more.token ?? token,
      body: {
        type,
        version: type === 'channel.update' ? '2' : '1',
        condition: { broadcaster_user_id: more.broadcaster ?? '50000001' },
        transport: { method: 'websocket', session_id: sessionId },
      },
    });
  const listed = async (): Promise<Answer['body']> => (await twitch.helix('/eventsub/subscriptions', { token })).body;
  /** A client with one subscription for broadcasts. */
  const subscribed = async (): Promise<{ readonly listener: Listener; readonly session: string }> => {
    const listener = listen();
    const { id } = (await listener.next()).payload.session;
    await subscribe(id);
    return { listener, session: id };
  };

  afterEach(async () => {
    for (const { socket } of listeners.splice(0)) socket.terminate();
    await twitch.sim.stop();
  });

  it.each([
    ['', 10],
    ['?keepalive_timeout_seconds=60', 60],
    ['?keepalive_timeout_seconds=1', 10],
    ['?keepalive_timeout_seconds=9999', 600],
  ])('welcomes with its keepalive: %s', async (query, seconds) => {
    await open();
    expect(await listen(query).next()).toMatchObject({
      metadata: {
        message_type: 'session_welcome',
        message_id: expect.any(String),
        message_timestamp: expect.stringMatching(/Z$/),
      },
      payload: {
        session: {
          id: expect.any(String),
          status: 'connected',
          keepalive_timeout_seconds: seconds,
          reconnect_url: null,
          connected_at: expect.any(String),
        },
      },
    });
  });

  it('tells of a broadcast on the session that asked', async () => {
    await open();
    const { listener, session } = await subscribed();
    expect(await listed()).toMatchObject({
      data: [
        {
          status: 'enabled',
          cost: 1,
          transport: { method: 'websocket', session_id: session, connected_at: expect.any(String) },
        },
      ],
      max_total_cost: 10,
      total_cost: 1,
    });
    twitch.sim.act('harbour', { do: 'start' });
    expect(await listener.next()).toMatchObject({
      metadata: { message_type: 'notification', subscription_type: 'stream.online', subscription_version: '1' },
      payload: {
        subscription: { type: 'stream.online', status: 'enabled' },
        event: { broadcaster_user_login: 'harbour', type: 'live' },
      },
    });
  });

  it('keeps alive while nothing happens', async () => {
    await open({ leastKeepaliveS: 0.05 });
    const { listener } = await subscribed();
    expect(await listener.next()).toMatchObject({ metadata: { message_type: 'session_keepalive' }, payload: {} });
    expect((await listener.next()).metadata.message_type).toBe('session_keepalive');
  });

  it('closes a socket without subscriptions', async () => {
    await open({ subscribeWithinMs: 30 });
    expect(await listen().closed).toBe(4003);
  });

  it('closes a socket that lost its last subscription', async () => {
    await open({ subscribeWithinMs: 200 });
    const { listener } = await subscribed();
    await twitch.helix(`/eventsub/subscriptions?id=${String((await listed()).data[0]?.['id'])}`, {
      method: 'DELETE',
      token,
    });
    expect(await listener.closed).toBe(4003);
  });

  it('closes on anything a client sends', async () => {
    await open();
    const { listener } = await subscribed();
    listener.socket.send('hello');
    expect(await listener.closed).toBe(4001);
    expect(await listed()).toMatchObject({
      data: [{ status: 'websocket_received_inbound_traffic', transport: { disconnected_at: expect.any(String) } }],
      total_cost: 0,
    });
  });

  it('forgets the subscriptions of a client that went away', async () => {
    await open();
    const { listener, session } = await subscribed();
    listener.socket.close();
    await listener.closed;
    expect(await listed()).toMatchObject({ data: [{ status: 'websocket_disconnected' }] });
    expect(await subscribe(session)).toMatchObject({
      status: 400,
      body: { message: 'websocket transport session does not exist or has already disconnected' },
    });
  });

  it('moves a session to another socket without losing an event', async () => {
    await open();
    const old = listen('?keepalive_timeout_seconds=77');
    await subscribe((await old.next()).payload.session.id);
    twitch.sim.act('harbour', { do: 'events', how: 'reconnect' });
    const message = await old.next();
    expect(message).toMatchObject({
      metadata: { message_type: 'session_reconnect' },
      payload: {
        session: {
          status: 'reconnecting',
          keepalive_timeout_seconds: null,
          reconnect_url: expect.stringMatching(/^ws:/),
        },
      },
    });
    twitch.sim.act('harbour', { do: 'start' });
    expect((await old.next()).metadata.message_type).toBe('notification');
    const fresh = new Listener(message.payload.session.reconnect_url ?? '');
    listeners.push(fresh);
    const welcome = await fresh.next();
    expect(welcome).toMatchObject({
      metadata: { message_type: 'session_welcome' },
      payload: { session: { keepalive_timeout_seconds: 77 } },
    });
    old.socket.close();
    await old.closed;
    twitch.sim.act('harbour', { do: 'start' });
    expect((await fresh.next()).metadata.message_type).toBe('notification');
    expect(await listed()).toMatchObject({
      data: [{ status: 'enabled', transport: { session_id: welcome.payload.session.id } }],
      total_cost: 1,
    });
    expect((await subscribe(welcome.payload.session.id)).status).toBe(409);
  });

  it('closes the old socket of a client that does not come', async () => {
    await open({ reconnectGraceMs: 20 });
    const { listener } = await subscribed();
    twitch.sim.act('harbour', { do: 'events', how: 'reconnect' });
    expect(await listener.closed).toBe(4004);
    expect(await listed()).toMatchObject({ data: [{ status: 'websocket_failed_to_reconnect' }] });
  });

  it('closes a reconnect to an address that it never gave', async () => {
    await open();
    const listener = listen('?id=made-up');
    expect(await listener.closed).toBe(4007);
    expect(listener.received).toBe(0);
  });

  it('goes away without a closing handshake', async () => {
    await open();
    const { listener } = await subscribed();
    twitch.sim.act('harbour', { do: 'events', how: 'kill-sockets' });
    expect(await listener.closed).toBe(1006);
    expect(await listed()).toMatchObject({ data: [{ status: 'websocket_network_error' }] });
  });

  it('can stand without a word, also without keepalives, while a new socket is fine', async () => {
    await open({ leastKeepaliveS: 0.05 });
    const { listener } = await subscribed();
    await listener.nextOf('session_keepalive');
    twitch.sim.act('harbour', { do: 'events', how: 'freeze' });
    const { listener: other } = await subscribed();
    /* What was on its way when it froze has come by now. */
    await other.nextOf('session_keepalive');
    await other.nextOf('session_keepalive');
    const before = listener.received;
    for (let i = 0; i < 3; i++) await other.nextOf('session_keepalive');
    expect(listener.received).toBe(before);
  });

  it('can keep its events for itself while keepalives go on', async () => {
    await open({ leastKeepaliveS: 0.05 });
    const { listener } = await subscribed();
    twitch.sim.act('harbour', { do: 'events', how: 'silent' });
    twitch.sim.act('harbour', { do: 'start' });
    expect((await listener.next()).metadata.message_type).toBe('session_keepalive');
    twitch.sim.act('harbour', { do: 'events', how: 'normal' });
    twitch.sim.act('harbour', { do: 'start' });
    expect((await listener.nextOf('notification')).metadata.subscription_type).toBe('stream.online');
  });

  it('revokes what a channel takes back', async () => {
    await open();
    const { listener } = await subscribed();
    twitch.sim.act('harbour', { do: 'events', how: 'revoke' });
    expect(await listener.next()).toMatchObject({
      metadata: { message_type: 'revocation' },
      payload: { subscription: { status: 'authorization_revoked' } },
    });
  });

  it('closes on a ping without a pong', async () => {
    await open({ pingEveryMs: 20 });
    const listener = listen('', { pongs: false });
    await subscribe((await listener.next()).payload.session.id);
    expect(await listener.closed).toBe(4002);
  });

  it('takes subscriptions for a cost of ten; the channel of a user who said yes to the application costs none', async () => {
    await open({}, 12, SIM_TWITCH_APP.user.id);
    const { id } = (await listen().next()).payload.session;
    for (let i = 0; i < 10; i++)
      expect((await subscribe(id, 'stream.online', { broadcaster: String(50_000_001 + i) })).status).toBe(202);
    expect(await subscribe(id, 'stream.online', { broadcaster: '50000011' })).toMatchObject({
      status: 429,
      body: { status: 429 },
    });
    expect(await subscribe(id, 'stream.online', { broadcaster: SIM_TWITCH_APP.user.id })).toMatchObject({
      status: 202,
      body: { data: [{ cost: 0 }], total_cost: 10 },
    });
  });

  it('takes subscriptions on three sockets', async () => {
    await open({}, 4);
    const sessions = [];
    for (let i = 0; i < 4; i++) sessions.push((await listen().next()).payload.session.id);
    const statuses = [];
    for (const [i, id] of sessions.entries())
      statuses.push((await subscribe(id, 'stream.online', { broadcaster: String(50_000_001 + i) })).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
  });

  it("refuses the application's token", async () => {
    await open();
    const { id } = (await listen().next()).payload.session;
    expect((await subscribe(id, 'stream.online', { token: await twitch.appToken() })).status).toBe(400);
  });

  it('refuses sockets as its problems say', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'site-fault', on: 'eventsub', mode: '503', times: 1 });
    expect([await listen().opened, await listen().opened]).toEqual([false, true]);
  });
});
