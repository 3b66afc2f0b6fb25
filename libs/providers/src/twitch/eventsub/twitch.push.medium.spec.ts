import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type PushMessage, type WebhookReading } from '../../kit/push.js';
import { onTwitch, SIM_APP, SimFixture, soon } from '../sim-provider.fixture.js';

const WEBHOOK = {
  kind: 'webhook',
  callback: 'https://vodkeep.example/api/v0/hook/twitch',
  secret: 'a-secret-of-ours',
} as const;

/** The next of what a callback is called with; each is given once. */
function box<T>(): { put(value: T): void; next(): Promise<T> } {
  const came: T[] = [];
  let wake: (() => void) | null = null;
  return {
    put: (value) => {
      came.push(value);
      wake?.();
    },
    next: async () => {
      while (came.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return came.shift() as T;
    },
  };
}

describe('EventSub of Twitch', () => {
  let fixture: SimFixture;
  let hook: Server;
  let readings: ReturnType<typeof box<WebhookReading>>;
  const running: Promise<void>[] = [];
  /** Where the simulated Twitch delivers what is for our address. */
  const callbacksTo = (): string => `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  const open = (options: Parameters<typeof SimFixture.open>[0] = {}) =>
    SimFixture.open({ settings: { callbacksTo: callbacksTo() }, ...options });

  beforeEach(async () => {
    readings = box();
    hook = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
        const reading = push().readWebhook({
          headers,
          body: Buffer.concat(chunks),
          secret: WEBHOOK.secret,
          now: new Date(),
        });
        readings.put(reading);
        res.writeHead(200, { 'content-type': 'text/plain' }).end(reading.kind === 'challenge' ? reading.challenge : '');
      });
    });
    await new Promise<void>((done) => {
      hook.listen(0, '127.0.0.1', done);
    });
  });
  afterEach(async () => {
    await fixture.stop();
    hook.closeAllConnections();
    await new Promise((done) => {
      hook.close(done);
    });
  });
  const push = () => fixture.provider.push;
  const socket = () => {
    const [sessions, messages, lost, revoked] = [
      box<string>(),
      box<PushMessage>(),
      box<string>(),
      box<{ reason: string }>(),
    ];
    const own = new AbortController();
    running.push(
      push().runSocket(
        { onSession: sessions.put, onMessage: messages.put, onLost: lost.put, onRevoked: revoked.put },
        own.signal,
      ),
    );
    return { sessions, messages, lost, revoked, stop: () => own.abort() };
  };
  const subscribeAll = async (sessionId: string) =>
    Promise.all(
      push().topics.map((topic) =>
        push().subscribe({ topic, sourceId: '50000001', transport: { kind: 'websocket', sessionId } }, soon()),
      ),
    );

  it('subscribes by webhook, lists it, and ends it', async () => {
    fixture = await open();
    const made = await push().subscribe({ topic: 'stream.online', sourceId: '50000001', transport: WEBHOOK }, soon());
    expect(made).toEqual({ result: 'pending', id: expect.any(String) });
    expect(await readings.next()).toMatchObject({
      kind: 'challenge',
      subscriptionId: 'id' in made ? made.id : '',
      topic: 'stream.online',
      sourceId: '50000001',
    });
    const [listed] = await push().subscriptions('webhook', soon());
    expect(listed).toMatchObject({
      topic: 'stream.online',
      status: expect.stringMatching(/^(pending|active)$/),
      sourceId: '50000001',
      transport: 'webhook',
      callback: WEBHOOK.callback,
      sessionId: null,
    });
    expect(await push().subscriptions('webhook', soon())).toHaveLength(1);
    await push().unsubscribe(listed?.id ?? '', 'webhook', soon());
    await expect(push().unsubscribe(listed?.id ?? '', 'webhook', soon())).resolves.toBeUndefined();
    expect(await push().subscriptions('webhook', soon())).toEqual([]);
  });

  it('reads by webhook what happens, as the site signs it', async () => {
    fixture = await open();
    for (const topic of push().topics) {
      await push().subscribe({ topic, sourceId: '50000001', transport: WEBHOOK }, soon());
      expect(await readings.next()).toMatchObject({ kind: 'challenge', topic });
    }
    fixture.goLive();
    expect(await readings.next()).toMatchObject({
      kind: 'message',
      messages: [{ fact: { fact: 'online', sourceId: '50000001' } }],
    });
    fixture.act({ do: 'update', title: 'Anew', isMature: true });
    expect(await readings.next()).toMatchObject({
      kind: 'message',
      messages: [{ fact: { fact: 'update', title: 'Anew', isMature: true } }],
    });
    fixture.act({ do: 'events', how: 'revoke' });
    expect(await readings.next()).toMatchObject({ kind: 'revoked', sourceId: '50000001' });
  });

  it('says that it exists already', async () => {
    fixture = await open();
    await fixture.signIn();
    const { sessions, stop: close } = socket();
    const sessionId = await sessions.next();
    await subscribeAll(sessionId);
    expect(await subscribeAll(sessionId)).toEqual(Array(3).fill({ result: 'exists', id: null }));
    close();
  });

  it.each([['http://vodkeep.example/hook'], ['https://vodkeep.example:8443/hook']])(
    'is refused the callback %s, with what to do',
    async (callback) => {
      fixture = await open();
      expect(
        await push().subscribe(
          { topic: 'stream.online', sourceId: '50000001', transport: { ...WEBHOOK, callback } },
          soon(),
        ),
      ).toMatchObject({ result: 'refused', reason: { english: expect.stringContaining('https on port 443') } });
    },
  );

  it('is refused a session that is not there', async () => {
    fixture = await open();
    await fixture.signIn();
    expect(
      await push().subscribe(
        { topic: 'stream.online', sourceId: '50000001', transport: { kind: 'websocket', sessionId: 'gone' } },
        soon(),
      ),
    ).toMatchObject({ result: 'refused', reason: { english: expect.stringMatching(/./) } });
  });

  it('lists over all pages', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => String(50_000_001 + i));
    fixture = await open({ channels: ids.map((id, i) => onTwitch(`c${i}`, id)) });
    for (const sourceId of ids)
      for (const topic of push().topics) await push().subscribe({ topic, sourceId, transport: WEBHOOK }, soon());
    const listed = await push().subscriptions('webhook', soon());
    expect(new Set(listed.map(({ id }) => id)).size).toBe(120);
  });

  it('needs an app for the webhook and a sign-in for the socket, and says so', async () => {
    fixture = await open({ app: null });
    await expect(push().subscriptions('webhook', soon())).rejects.toMatchObject({ fault: 'user', code: 'no-site-app' });
    fixture.store.held.app = SIM_APP;
    await expect(push().subscriptions('websocket', soon())).rejects.toMatchObject({
      fault: 'user',
      code: 'not-signed-in',
    });
  });

  it('tells by socket what happens, and says at the cost limit that the rest is polled', async () => {
    fixture = await open({
      channels: Array.from({ length: 5 }, (_, i) => onTwitch(i === 0 ? 'harbour' : `c${i}`, String(50_000_001 + i))),
    });
    await fixture.signIn();
    const { sessions, messages, stop: close } = socket();
    const sessionId = await sessions.next();
    const results = [];
    for (let i = 0; i < 4; i += 1)
      for (const topic of push().topics)
        results.push(
          await push().subscribe(
            { topic, sourceId: String(50_000_001 + i), transport: { kind: 'websocket', sessionId } },
            soon(),
          ),
        );
    expect(results.map(({ result }) => result)).toEqual([...Array<string>(10).fill('active'), 'limit', 'limit']);
    expect(results.at(-1)).toMatchObject({
      reason: { english: expect.stringContaining('Vodkeep polls this channel') },
    });
    expect((await push().subscriptions('websocket', soon())).map((s) => [s.status, s.sessionId])).toEqual(
      Array(10).fill(['active', sessionId]),
    );
    fixture.goLive();
    const online = await messages.next();
    expect(online).toMatchObject({
      id: expect.any(String),
      at: expect.any(Date),
      fact: { fact: 'online', sourceId: '50000001', streamId: expect.stringMatching(/^\d+$/) },
    });
    fixture.act({ do: 'update', title: 'Anew', category: 'Music' });
    expect((await messages.next()).fact).toMatchObject({
      fact: 'update',
      title: 'Anew',
      login: 'harbour',
      category: { id: '26936', name: 'Music', boxArtUrl: expect.stringContaining('26936') },
    });
    fixture.sim.act('harbour', { do: 'end', how: 'endlist' });
    expect((await messages.next()).fact).toMatchObject({ fact: 'offline', sourceId: '50000001' });
    close();
  });

  it('W2 has a new session after its socket was killed, on which all is to be subscribed again', async () => {
    fixture = await open();
    await fixture.signIn();
    const { sessions, lost, messages, stop: close } = socket();
    const first = await sessions.next();
    await subscribeAll(first);
    fixture.act({ do: 'events', how: 'kill-sockets' });
    await lost.next();
    const second = await sessions.next();
    expect(second).not.toBe(first);
    expect((await push().subscriptions('websocket', soon())).filter(({ status }) => status === 'active')).toEqual([]);
    expect((await subscribeAll(second)).map(({ result }) => result)).toEqual(['active', 'active', 'active']);
    fixture.goLive();
    expect((await messages.next()).fact).toMatchObject({ fact: 'online' });
    close();
  });

  it('is moved by Twitch without losing its subscriptions or hearing a thing twice', async () => {
    fixture = await open();
    await fixture.signIn();
    const { sessions, messages, stop: close } = socket();
    await subscribeAll(await sessions.next());
    fixture.act({ do: 'events', how: 'reconnect' });
    fixture.act({ do: 'events', how: 'duplicate-id' });
    fixture.goLive();
    expect((await messages.next()).fact).toMatchObject({ fact: 'online' });
    fixture.act({ do: 'update', title: 'Next' });
    expect((await messages.next()).fact).toMatchObject({ fact: 'update', title: 'Next' });
    expect((await push().subscriptions('websocket', soon())).filter(({ status }) => status === 'active')).toHaveLength(
      3,
    );
    close();
  });

  it('W6 learns that its subscriptions are revoked', async () => {
    fixture = await open();
    await fixture.signIn();
    const { sessions, revoked, stop: close } = socket();
    await subscribeAll(await sessions.next());
    fixture.act({ do: 'events', how: 'revoke' });
    expect(await revoked.next()).toMatchObject({
      sourceId: '50000001',
      reason: 'authorization_revoked',
    });
    close();
  });

  it('stops when asked to', async () => {
    fixture = await open();
    await fixture.signIn();
    const { sessions, stop: close } = socket();
    await sessions.next();
    close();
    await Promise.all(running);
  });
});
