import { type Channel, type SubscriptionState } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LEADER_LOCK } from '../../persistence/database/leader-session.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';

jest.setTimeout(120_000);

/**
 * Cases of docs/coverage.md about push by websocket, which a site offers to an installation without a public address.
 * Each test continues from the state that the one before left.
 */
describe('push by websocket', () => {
  let testApp: TwitchTestApp;
  let channels: Channel[];
  const names = ['first', 'second', 'third'];
  /** Three topics for each channel. */
  const SUBSCRIPTIONS = 9;
  const socketRequests = (): number => testApp.requests('eventsub.wss.twitch.tv').length;
  const polls = (): number =>
    testApp.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
  /** Session id of every subscription that the site counts as enabled. */
  const enabledSessions = async (): Promise<(string | null)[]> => {
    const answers = await Promise.all(
      channels.map(({ uuid }) =>
        testApp.app.call<{ raw: SubscriptionState[] }>('GET', `/channels/${uuid}/checksubscriptions`),
      ),
    );
    return answers
      .flatMap(({ body }) => body.data?.raw ?? [])
      .flatMap(({ status, session_id }) => (status === 'enabled' ? [session_id] : []));
  };
  const uuidOf = (name: string): string => channels.find((c) => c.login === name)?.uuid ?? '';

  beforeAll(async () => {
    testApp = await TwitchTestApp.open({ channels: names.map((name, n) => onTwitch(name, `${73_000_001 + n}`)) });
    channels = [];
    for (const name of names) channels.push(await testApp.follow(name, { poll_s: 3600 }));
  });
  afterAll(() => testApp.stop());

  it('subscribes after a sign-in, and records a stream that the site pushes', async () => {
    expect((await testApp.site()).push.transport).toBe('poll');
    expect(await testApp.signIn()).toBe('/settings/sites?signed_in=twitch');
    for (const { uuid } of channels) await testApp.subscribed(uuid);
    await eventually(async () => (await testApp.site()).push.active === SUBSCRIPTIONS, 'all subscriptions');
    expect((await testApp.site()).push).toMatchObject({
      transport: 'websocket',
      reason: '',
      connected: true,
      active: SUBSCRIPTIONS,
      wanted: SUBSCRIPTIONS,
    });
    testApp.act('first', { do: 'start' });
    await testApp.vodThat(uuidOf('first'), (v) => v.state === 'waiting', 'the VOD');
  });

  it('W2 a socket that dies without a close handshake: shows the state, subscribes on a new socket, and polls for missed streams', async () => {
    const before = { sockets: socketRequests(), polls: polls() };
    testApp.sim.act('second', { do: 'site-fault', on: 'eventsub', mode: '503' });
    testApp.act('second', { do: 'events', how: 'kill-sockets' });
    const lost = await testApp.channelThat(
      uuidOf('second'),
      (c) => c.push.status === 'pending',
      'the loss on the channel',
    );
    expect(lost.push.reason).toContain('websocket to the site is disconnected');
    await eventually(async () => !(await testApp.site()).push.connected, 'the loss of the site');
    testApp.act('second', { do: 'start' });
    testApp.sim.act('second', { do: 'heal' });
    await testApp.vodThat(
      uuidOf('second'),
      (v) => v.state === 'waiting',
      'the VOD of the stream that was not reported',
    );
    for (const { uuid } of channels) await testApp.subscribed(uuid, 60_000);
    expect(socketRequests()).toBeGreaterThan(before.sockets);
    expect(polls()).toBeGreaterThan(before.polls);
    expect((await testApp.site()).push).toMatchObject({ connected: true, active: SUBSCRIPTIONS });
    testApp.act('third', { do: 'start' });
    await testApp.vodThat(
      uuidOf('third'),
      (v) => v.state === 'waiting',
      'the VOD of the stream that is reported on the new socket',
    );
  });

  it('closes its socket when the API stops leading, and subscribes on a new one when it leads again', async () => {
    const [session] = await enabledSessions();
    const before = socketRequests();
    await testApp.app.nest.get(DataSource, { strict: false }).query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LEADER_LOCK],
    );
    await eventually(() => Promise.resolve(socketRequests() > before), 'another socket');
    const after = await eventually(async () => {
      const sessions = await enabledSessions();
      return sessions.length === SUBSCRIPTIONS && !sessions.includes(session ?? null) && sessions;
    }, 'all subscriptions on another socket, and none on the closed one');
    expect(new Set(after).size).toBe(1);
    await eventually(async () => (await testApp.site()).push.active === SUBSCRIPTIONS, 'all subscriptions');
  });

  it('raises a notice for a revocation, and subscribes again', async () => {
    testApp.act('third', { do: 'events', how: 'revoke' });
    const notice = await eventually(
      async () => (await testApp.notices()).find((n) => n.kind === 'push-revoked'),
      'the notice',
    );
    expect(notice.channel_uuid).toBe(uuidOf('third'));
    await testApp.subscribed(uuidOf('third'));
  });

  it('polls the channels and has no subscription after a sign-out', async () => {
    await testApp.app.call('DELETE', '/sites/twitch/user');
    for (const { uuid } of channels) await testApp.channelThat(uuid, (c) => c.push.status === 'polled', 'the polling');
    await eventually(async () => (await testApp.site()).push.active === 0, 'no subscription');
    expect((await testApp.site()).push).toMatchObject({ transport: 'poll', active: 0 });
  });
});
