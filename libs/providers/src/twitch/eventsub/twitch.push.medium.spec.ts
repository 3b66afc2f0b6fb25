import { afterEach, describe, expect, it } from '@jest/globals';
import { type PushMessage } from '../../kit/push.js';
import { onTwitch, SIM_APP, SimStage, soon } from '../sim-stage.fixture.js';

const WEBHOOK = { kind: 'webhook', callback: 'https://vodkeep.example/api/v0/hook/twitch', secret: 'a-secret-of-ours' } as const;

/** The next of what a callback is called with; each is given once. */
function box<T>(): { put(value: T): void; next(): Promise<T> } {
  const came: T[] = [];
  let wake: (() => void) | null = null;
  return {
    put: (value) => { came.push(value); wake?.(); },
    next: async () => { while (came.length === 0) await new Promise<void>((resolve) => { wake = resolve; }); return came.shift() as T; },
  };
}

describe('EventSub of Twitch', () => {
  let stage: SimStage;
  const stop = new AbortController();
  const running: Promise<void>[] = [];
  afterEach(() => stage.stop());
  const push = () => stage.provider.push;
  const socket = () => {
    const [sessions, messages, lost, revoked] = [box<string>(), box<PushMessage>(), box<string>(), box<{ reason: string }>()];
    const own = new AbortController();
    running.push(push().runSocket({ onSession: sessions.put, onMessage: messages.put, onLost: lost.put, onRevoked: revoked.put }, AbortSignal.any([own.signal, stop.signal])));
    return { sessions, messages, lost, revoked, stop: () => own.abort() };
  };
  const subscribeAll = async (sessionId: string) => Promise.all(push().topics.map((topic) => push().subscribe({ topic, sourceId: '50000001', transport: { kind: 'websocket', sessionId } }, soon())));

  it('subscribes by webhook, lists it, and ends it', async () => {
    stage = await SimStage.open();
    const made = await push().subscribe({ topic: 'stream.online', sourceId: '50000001', transport: WEBHOOK }, soon());
    expect(made).toEqual({ result: 'pending', id: expect.any(String) });
    const [listed] = await push().subscriptions('webhook', soon());
    expect(listed).toMatchObject({ topic: 'stream.online', sourceId: '50000001', transport: 'webhook', callback: WEBHOOK.callback, sessionId: null });
    expect(await push().subscriptions('webhook', soon())).toHaveLength(1);
    await push().unsubscribe(listed?.id ?? '', 'webhook', soon());
    await expect(push().unsubscribe(listed?.id ?? '', 'webhook', soon())).resolves.toBeUndefined();
    expect(await push().subscriptions('webhook', soon())).toEqual([]);
  });

  it('says that it exists already', async () => {
    stage = await SimStage.open();
    await stage.signIn();
    const { sessions, stop: close } = socket();
    const sessionId = await sessions.next();
    await subscribeAll(sessionId);
    expect(await subscribeAll(sessionId)).toEqual(Array(3).fill({ result: 'exists', id: null }));
    close();
  });

  it.each([['http://vodkeep.example/hook'], ['https://vodkeep.example:8443/hook']])('is refused the callback %s, with what to do', async (callback) => {
    stage = await SimStage.open();
    expect(await push().subscribe({ topic: 'stream.online', sourceId: '50000001', transport: { ...WEBHOOK, callback } }, soon())).toMatchObject({ result: 'refused', reason: expect.stringContaining('https on port 443') });
  });

  it('is refused a session that is not there', async () => {
    stage = await SimStage.open();
    await stage.signIn();
    expect(await push().subscribe({ topic: 'stream.online', sourceId: '50000001', transport: { kind: 'websocket', sessionId: 'gone' } }, soon())).toMatchObject({ result: 'refused', reason: expect.stringMatching(/./) });
  });

  it('lists over all pages', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => String(50_000_001 + i));
    stage = await SimStage.open({ channels: ids.map((id, i) => onTwitch(`c${i}`, id)) });
    for (const sourceId of ids) for (const topic of push().topics) await push().subscribe({ topic, sourceId, transport: WEBHOOK }, soon());
    const listed = await push().subscriptions('webhook', soon());
    expect(new Set(listed.map(({ id }) => id)).size).toBe(120);
  }, 30_000);

  it('needs an app for the webhook and a sign-in for the socket, and says so', async () => {
    stage = await SimStage.open({ app: null });
    await expect(push().subscriptions('webhook', soon())).rejects.toMatchObject({ fault: 'user', code: 'no-site-app' });
    stage.store.held.app = SIM_APP;
    await expect(push().subscriptions('websocket', soon())).rejects.toMatchObject({ fault: 'user', code: 'not-signed-in' });
  });

  it('tells by socket what happens, and says at the cost limit that the rest is polled', async () => {
    stage = await SimStage.open({ channels: Array.from({ length: 5 }, (_, i) => onTwitch(i === 0 ? 'harbour' : `c${i}`, String(50_000_001 + i))) });
    await stage.signIn();
    const { sessions, messages, stop: close } = socket();
    const sessionId = await sessions.next();
    const results = [];
    for (let i = 0; i < 4; i += 1) for (const topic of push().topics) results.push(await push().subscribe({ topic, sourceId: String(50_000_001 + i), transport: { kind: 'websocket', sessionId } }, soon()));
    expect(results.map(({ result }) => result)).toEqual([...Array<string>(10).fill('active'), 'limit', 'limit']);
    expect(results.at(-1)).toMatchObject({ reason: expect.stringContaining('This channel is polled') });
    expect((await push().subscriptions('websocket', soon())).map((s) => [s.status, s.sessionId])).toEqual(Array(10).fill(['active', sessionId]));
    stage.goLive();
    const online = await messages.next();
    expect(online).toMatchObject({ id: expect.any(String), at: expect.any(Date), fact: { fact: 'online', sourceId: '50000001', streamId: expect.stringMatching(/^\d+$/) } });
    stage.act({ do: 'update', title: 'Anew', category: 'Music' });
    expect((await messages.next()).fact).toMatchObject({ fact: 'update', title: 'Anew', login: 'harbour', category: { id: '26936', name: 'Music', boxArtUrl: expect.stringContaining('26936') } });
    stage.sim.act('harbour', { do: 'end', how: 'endlist' });
    expect((await messages.next()).fact).toMatchObject({ fact: 'offline', sourceId: '50000001' });
    close();
  });

  it('server-behaviour case 2: has a new session after its socket was killed, on which all is to be subscribed again', async () => {
    stage = await SimStage.open();
    await stage.signIn();
    const { sessions, lost, messages, stop: close } = socket();
    const first = await sessions.next();
    await subscribeAll(first);
    stage.act({ do: 'events', how: 'kill-sockets' });
    await lost.next();
    const second = await sessions.next();
    expect(second).not.toBe(first);
    expect((await push().subscriptions('websocket', soon())).filter(({ status }) => status === 'active')).toEqual([]);
    expect((await subscribeAll(second)).map(({ result }) => result)).toEqual(['active', 'active', 'active']);
    stage.goLive();
    expect((await messages.next()).fact).toMatchObject({ fact: 'online' });
    close();
  });

  it('is moved by Twitch without losing its subscriptions or hearing a thing twice', async () => {
    stage = await SimStage.open();
    await stage.signIn();
    const { sessions, messages, stop: close } = socket();
    await subscribeAll(await sessions.next());
    stage.act({ do: 'events', how: 'reconnect' });
    stage.act({ do: 'events', how: 'duplicate-id' });
    stage.goLive();
    expect((await messages.next()).fact).toMatchObject({ fact: 'online' });
    stage.act({ do: 'update', title: 'Next' });
    expect((await messages.next()).fact).toMatchObject({ fact: 'update', title: 'Next' });
    expect((await push().subscriptions('websocket', soon())).filter(({ status }) => status === 'active')).toHaveLength(3);
    close();
  });

  it('server-behaviour case 6: hears that its subscriptions are revoked', async () => {
    stage = await SimStage.open();
    await stage.signIn();
    const { sessions, revoked, stop: close } = socket();
    await subscribeAll(await sessions.next());
    stage.act({ do: 'events', how: 'revoke' });
    expect(await revoked.next()).toMatchObject({ sourceId: '50000001', reason: expect.stringMatching(/./) });
    close();
  });

  it('stops when told to', async () => {
    stage = await SimStage.open();
    await stage.signIn();
    const { sessions, stop: close } = socket();
    await sessions.next();
    close();
    await Promise.all(running);
  });
});
