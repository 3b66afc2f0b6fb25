import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type WebSocket, WebSocketServer } from 'ws';
import { type PushMessage, type SocketHandlers } from '../../kit/push.js';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { EventSocket, type SocketSettings } from './event-socket.js';

const QUICK: SocketSettings = { firstWaitMs: 1, mostWaitMs: 2, welcomeMs: 2000 };

/** Values in the order they came; `next` waits for one. */
class Queue<T> {
  readonly all: T[] = [];
  private position = 0;
  private wake: (() => void) | null = null;
  put(value: T): void {
    this.all.push(value);
    this.wake?.();
  }
  async next(): Promise<T> {
    while (this.all.length <= this.position)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    return this.all[this.position++]!;
  }
}

const frame = (type: string, payload: object, id = Math.random().toString(36)): string =>
  JSON.stringify({
    metadata: { message_id: id, message_type: type, message_timestamp: '2026-01-01T00:00:00.123456789Z' },
    payload,
  });
const welcome = (id: string, keepalive = 600): string =>
  frame('session_welcome', {
    session: { id, status: 'connected', keepalive_timeout_seconds: keepalive, reconnect_url: null },
  });
const offline = (id: string, streamId: string): string =>
  frame(
    'notification',
    {
      subscription: { id: 's', type: 'stream.offline', status: 'enabled', condition: { broadcaster_user_id: '7' } },
      event: { broadcaster_user_id: '7', id: streamId },
    },
    id,
  );

describe('the event socket of Twitch', () => {
  let server: WebSocketServer;
  let connections: Queue<{ socket: WebSocket; url: string; received: string[] }>;
  let stop: AbortController;
  let done: Promise<void>;
  let queues: { sessions: Queue<string>; messages: Queue<PushMessage>; revoked: Queue<unknown>; lost: Queue<string> };
  let origin = '';

  const run = (settings: SocketSettings = QUICK): void => {
    const handlers: SocketHandlers = {
      onSession: (id) => queues.sessions.put(id),
      onMessage: (m) => queues.messages.put(m),
      onRevoked: (s) => queues.revoked.put(s),
      onLost: (r) => queues.lost.put(r),
    };
    done = new EventSocket({ sites: new SiteAddresses(`${origin}/h/{host}`), boxArt: (id) => id, settings }).run(
      handlers,
      stop.signal,
    );
  };
  /** The next connection, greeted. */
  const greeted = async (id: string, keepalive?: number) => {
    const connection = await connections.next();
    connection.socket.send(welcome(id, keepalive));
    return connection;
  };

  beforeEach(async () => {
    [connections, stop, done] = [new Queue(), new AbortController(), Promise.resolve()];
    queues = { sessions: new Queue(), messages: new Queue(), revoked: new Queue(), lost: new Queue() };
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (socket, request) => {
      const received: string[] = [];
      socket.on('message', (data: Buffer) => received.push(data.toString()));
      connections.put({ socket, url: request.url ?? '', received });
    });
  });
  afterEach(async () => {
    stop.abort();
    await done;
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  it('opens a session and tells what happens, each message once', async () => {
    run();
    const { socket, url } = await greeted('A');
    expect([url, await queues.sessions.next()]).toEqual(['/h/eventsub.wss.twitch.tv/ws', 'A']);
    for (const text of [
      offline('m1', '1'),
      offline('m1', '1'),
      frame('session_keepalive', {}),
      'nonsense',
      offline('m2', '2'),
    ])
      socket.send(text);
    expect([(await queues.messages.next()).id, (await queues.messages.next()).id]).toEqual(['m1', 'm2']);
    expect(queues.messages.all).toHaveLength(2);
  });

  it('tells of a revocation', async () => {
    run();
    const { socket } = await greeted('A');
    socket.send(
      frame('revocation', {
        subscription: {
          id: 's',
          type: 'stream.online',
          status: 'authorization_revoked',
          condition: { broadcaster_user_id: '7' },
        },
      }),
    );
    expect(await queues.revoked.next()).toEqual({
      id: 's',
      topic: 'stream.online',
      sourceId: '7',
      reason: 'authorization_revoked',
    });
  });

  it.each<[string, (socket: WebSocket) => void, string]>([
    [
      'without a handshake',
      (s) => {
        s.terminate();
      },
      '1006',
    ],
    [
      'because nothing was subscribed',
      (s) => {
        s.close(4003, 'connection unused');
      },
      'nothing was subscribed',
    ],
    [
      'for a reason of its own',
      (s) => {
        s.close(4567, 'odd');
      },
      '4567, odd',
    ],
  ])('W2 comes back with a new session when it is closed %s', async (_name, close, words) => {
    run();
    close((await greeted('A')).socket);
    expect(await queues.lost.next()).toContain(words);
    await greeted('B');
    expect([await queues.sessions.next(), await queues.sessions.next()]).toEqual(['A', 'B']);
  });

  it('P17 does not trust a socket that stays open and says nothing', async () => {
    run();
    await greeted('A', 0.05);
    expect(await queues.lost.next()).toMatch(/nothing came/);
    await greeted('B');
    await queues.sessions.next();
    expect(await queues.sessions.next()).toBe('B');
  });

  it('does not wait for a welcome that never comes', async () => {
    run({ ...QUICK, welcomeMs: 50 });
    // On a busy machine the handshake itself may take longer than that: such a connection is lost for another reason.
    const lost = [await queues.lost.next()];
    while (!lost.at(-1)?.includes('nothing came')) lost.push(await queues.lost.next());
    // Each one from now on: a welcome may come too late again.
    server.on('connection', (socket) => {
      socket.send(welcome('B'));
    });
    expect(await queues.sessions.next()).toBe('B');
  });

  it('moves to the address given, without a new session, and receives the old one until then', async () => {
    run();
    const old = await greeted('A');
    await queues.sessions.next();
    const closed = new Promise((resolve) => {
      old.socket.once('close', resolve);
    });
    old.socket.send(
      frame('session_reconnect', {
        session: {
          id: 'A',
          status: 'reconnecting',
          keepalive_timeout_seconds: null,
          reconnect_url: `${origin.replace('http', 'ws')}/elsewhere?id=1&x=%20`,
        },
      }),
    );
    const moved = await connections.next();
    expect(moved.url).toBe('/elsewhere?id=1&x=%20');
    old.socket.send(offline('m1', '1'));
    expect((await queues.messages.next()).id).toBe('m1');
    moved.socket.send(welcome('A'));
    await closed;
    moved.socket.send(offline('m1', '1'));
    moved.socket.send(offline('m2', '2'));
    expect((await queues.messages.next()).id).toBe('m2');
    expect([queues.sessions.all, queues.lost.all]).toEqual([['A'], []]);
  });

  it('stays where it is when the place to move to fails, until it is closed there', async () => {
    run();
    const old = await greeted('A');
    old.socket.send(
      frame('session_reconnect', { session: { id: 'A', reconnect_url: `${origin.replace('http', 'ws')}/elsewhere` } }),
    );
    (await connections.next()).socket.terminate();
    old.socket.send(offline('m1', '1'));
    expect((await queues.messages.next()).id).toBe('m1');
    expect(queues.lost.all).toEqual([]);
    old.socket.close(4004);
    expect(await queues.lost.next()).toMatch(/too long/);
    await greeted('B');
    await queues.sessions.next();
    expect(await queues.sessions.next()).toBe('B');
  });

  it.each(['ws://10.0.0.1/ws', 'ws://[::ffff:169.254.169.254]/ws'])(
    'integrity-14 does not move to %s, and begins again',
    async (url) => {
      run();
      const { socket } = await greeted('A');
      socket.send(frame('session_reconnect', { session: { id: 'A', reconnect_url: url } }));
      expect(await queues.lost.next()).toMatch(/neither public nor in the network [^.]*\.$/);
      await greeted('B');
      await queues.sessions.next();
      expect(await queues.sessions.next()).toBe('B');
    },
  );

  it('keeps trying while nobody answers', async () => {
    const real = origin;
    origin = 'http://127.0.0.1:1';
    run();
    for (let n = 0; n < 3; n += 1) expect(await queues.lost.next()).toMatch(/ECONNREFUSED/);
    origin = real;
  });

  it('never sends anything', async () => {
    run();
    const { socket, received } = await greeted('A');
    socket.send(frame('session_keepalive', {}));
    await new Promise((resolve) => {
      socket.once('pong', resolve);
      socket.ping();
    });
    stop.abort();
    await done;
    expect(received).toEqual([]);
  });

  it.each([
    ['before the welcome', false],
    ['in a session', true],
  ])('stops when asked to, %s, and loses nothing', async (_name, isGreeted) => {
    run();
    const { socket } = isGreeted ? await greeted('A') : await connections.next();
    const closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    stop.abort();
    await done;
    await closed;
    expect(queues.lost.all).toEqual([]);
  });
});
