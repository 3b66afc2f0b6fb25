import { type Channel } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LEADER_LOCK } from '../../persistence/database/leader-session.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';

jest.setTimeout(120_000);

/** Cases of docs/coverage.md about the socket that a site pushes over where there is no public address. */
describe('the socket of a site', () => {
  let all: TwitchTestApp;
  let channels: Channel[];
  const names = ['first', 'second', 'third'];
  const sockets = (): number => all.requests('eventsub.wss.twitch.tv').length;
  const polls = (): number => all.requests('api.twitch.tv').filter((c) => c.startsWith('GET /helix/streams')).length;
  const uuidOf = (name: string): string => channels.find((c) => c.login === name)?.uuid ?? '';

  beforeAll(async () => {
    all = await TwitchTestApp.open({ channels: names.map((name, n) => onTwitch(name, `${73_000_001 + n}`)) });
    channels = [];
    for (const name of names) channels.push(await all.follow(name, { poll_s: 3600 }));
  });
  afterAll(() => all.stop());

  it('signing in is enough: subscribed by websocket, and a stream is reported at once', async () => {
    expect((await all.site()).push.transport).toBe('poll');
    expect(await all.signIn()).toBe('/settings/sites?signed_in=twitch');
    for (const { uuid } of channels) await all.subscribed(uuid);
    await eventually(async () => (await all.site()).push.active === 9, 'all nine');
    expect((await all.site()).push).toMatchObject({
      transport: 'websocket',
      reason: '',
      connected: true,
      active: 9,
      wanted: 9,
    });
    all.act('first', { do: 'start' });
    await all.vodThat(uuidOf('first'), (v) => v.state === 'waiting', 'the VOD');
  });

  it('W2 a socket that dies without a handshake: the state is shown, one is made again and subscribed, and what was missed is asked for', async () => {
    const before = { sockets: sockets(), polls: polls() };
    all.sim.act('second', { do: 'site-fault', on: 'eventsub', mode: '503' });
    all.act('second', { do: 'events', how: 'kill-sockets' });
    const lost = await all.channelThat(uuidOf('second'), (c) => c.push.status === 'pending', 'the loss on the channel');
    expect(lost.push.reason).toContain('websocket to the site is disconnected');
    await eventually(async () => !(await all.site()).push.connected, 'the loss of the site');
    all.act('second', { do: 'start' });
    all.sim.act('second', { do: 'heal' });
    await all.vodThat(uuidOf('second'), (v) => v.state === 'waiting', 'the VOD of the stream that nobody reported');
    for (const { uuid } of channels) await all.subscribed(uuid, 60_000);
    expect(sockets()).toBeGreaterThan(before.sockets);
    expect(polls()).toBeGreaterThan(before.polls);
    expect((await all.site()).push).toMatchObject({ connected: true, active: 9 });
    all.act('third', { do: 'start' });
    await all.vodThat(
      uuidOf('third'),
      (v) => v.state === 'waiting',
      'the VOD of one that is reported on the new socket',
    );
  });

  it('an api that does not lead any more closes its socket, and opens one anew when it leads again', async () => {
    const before = sockets();
    await all.app.nest.get(DataSource, { strict: false }).query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [LEADER_LOCK],
    );
    await eventually(() => Promise.resolve(sockets() > before), 'another socket');
    await eventually(async () => (await all.site()).push.active === 9, 'all nine on it');
  });

  it('a revocation on the socket is marked and reported as one by webhook is', async () => {
    all.act('third', { do: 'events', how: 'revoke' });
    const notice = await eventually(
      async () => (await all.notices()).find((n) => n.kind === 'push-revoked'),
      'the notice',
    );
    expect(notice.channel_uuid).toBe(uuidOf('third'));
    await all.subscribed(uuidOf('third'));
  });

  it('after signing out nothing is subscribed, and channels are asked', async () => {
    await all.app.call('DELETE', '/sites/twitch/user');
    for (const { uuid } of channels) await all.channelThat(uuid, (c) => c.push.status === 'polled', 'the polling');
    await eventually(async () => (await all.site()).push.active === 0, 'the last of them to go');
    expect((await all.site()).push).toMatchObject({ transport: 'poll', active: 0 });
  });
});
