import { type Channel } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LEADER_LOCK } from '../../persistence/database/leader-session.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';

jest.setTimeout(120_000);

/** Cases of docs/coverage.md about the socket over which a site pushes to an installation without a public address. */
describe('the socket of a site', () => {
  let testApp: TwitchTestApp;
  let channels: Channel[];
  const names = ['first', 'second', 'third'];
  const sockets = (): number => testApp.requests('eventsub.wss.twitch.tv').length;
  const polls = (): number =>
    testApp.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
  const uuidOf = (name: string): string => channels.find((c) => c.login === name)?.uuid ?? '';

  beforeAll(async () => {
    testApp = await TwitchTestApp.open({ channels: names.map((name, n) => onTwitch(name, `${73_000_001 + n}`)) });
    channels = [];
    for (const name of names) channels.push(await testApp.follow(name, { poll_s: 3600 }));
  });
  afterAll(() => testApp.stop());

  it('signing in is enough: subscribed by websocket, and a stream is reported at once', async () => {
    expect((await testApp.site()).push.transport).toBe('poll');
    expect(await testApp.signIn()).toBe('/settings/sites?signed_in=twitch');
    for (const { uuid } of channels) await testApp.subscribed(uuid);
    await eventually(async () => (await testApp.site()).push.active === 9, 'all nine');
    expect((await testApp.site()).push).toMatchObject({
      transport: 'websocket',
      reason: '',
      connected: true,
      active: 9,
      wanted: 9,
    });
    testApp.act('first', { do: 'start' });
    await testApp.vodThat(uuidOf('first'), (v) => v.state === 'waiting', 'the VOD');
  });

  it('W2 a socket that dies without a close handshake: shows the state, subscribes on a new socket, and polls for missed streams', async () => {
    const before = { sockets: sockets(), polls: polls() };
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
    expect(sockets()).toBeGreaterThan(before.sockets);
    expect(polls()).toBeGreaterThan(before.polls);
    expect((await testApp.site()).push).toMatchObject({ connected: true, active: 9 });
    testApp.act('third', { do: 'start' });
    await testApp.vodThat(
      uuidOf('third'),
      (v) => v.state === 'waiting',
      'the VOD of the stream that is reported on the new socket',
    );
  });

  it('an api that stops leading closes its socket, and opens a new one when it leads again', async () => {
    const before = sockets();
    await testApp.app.nest.get(DataSource, { strict: false }).query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LEADER_LOCK],
    );
    await eventually(() => Promise.resolve(sockets() > before), 'another socket');
    await eventually(async () => (await testApp.site()).push.active === 9, 'all nine on it');
  });

  it('marks and reports a revocation on the socket like one by webhook', async () => {
    testApp.act('third', { do: 'events', how: 'revoke' });
    const notice = await eventually(
      async () => (await testApp.notices()).find((n) => n.kind === 'push-revoked'),
      'the notice',
    );
    expect(notice.channel_uuid).toBe(uuidOf('third'));
    await testApp.subscribed(uuidOf('third'));
  });

  it('after signing out, nothing is subscribed and channels are polled', async () => {
    await testApp.app.call('DELETE', '/sites/twitch/user');
    for (const { uuid } of channels) await testApp.channelThat(uuid, (c) => c.push.status === 'polled', 'the polling');
    await eventually(async () => (await testApp.site()).push.active === 0, 'no subscription');
    expect((await testApp.site()).push).toMatchObject({ transport: 'poll', active: 0 });
  });
});
