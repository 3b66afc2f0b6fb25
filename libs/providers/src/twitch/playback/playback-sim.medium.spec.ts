import { afterEach, describe, expect, it } from '@jest/globals';
import { statusOf } from '#libs/testkit';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { Gql } from '../gql/gql.js';
import {
  SIM_PLAYBACK_TOKEN,
  SMALL_MEDIA,
  smallChannel,
  startSim,
  startSimProxy,
  type Sim,
  type TwitchChannelSpec,
} from '../../../../../tools/provider-sim/index.js';
import { TwitchPlayback } from './twitch.playback.js';

type Quirks = NonNullable<TwitchChannelSpec['playback']>;

describe('playback of the simulated Twitch', () => {
  let sim: Sim;
  let playback: TwitchPlayback;
  const never = new AbortController().signal;
  const target = (login: string, headers: Record<string, string> = {}) => ({
    sourceId: '50000001',
    sourceUrl: `https://www.twitch.tv/${login}`,
    headers,
  });

  async function open(quirks: Quirks = {}, { isLive = true } = {}): Promise<void> {
    const renditions = ['source', '720p60'].map((name) => ({ name, media: SMALL_MEDIA }));
    const channel = smallChannel('harbour', {
      renditions,
      twitch: { userId: '50000001', displayName: 'Harbour', title: 'Boats', category: 'Chess', playback: quirks },
    });
    sim = await startSim({ scenario: { name: 'spec', about: '', channels: [channel], steps: [] } });
    const sites = new SiteAddresses(`${sim.url}/h/{host}`);
    playback = new TwitchPlayback(sites, new Gql(sites, [1, 1]));
    if (isLive) sim.act('harbour', { do: 'start' });
  }
  const requests = (host: string): readonly string[] =>
    sim
      .log()
      .sites.filter((call) => call.host === host)
      .map(({ path }) => path);
  afterEach(() => sim.stop());

  it('gives a master whose rows can be loaded', async () => {
    await open();
    const { url, remark } = await playback.open(target('harbour'), never);
    const rows = (await (await fetch(url)).text()).split('\n').filter((line) => line.startsWith('http'));
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(await statusOf(rows[0]!)).toBe(200);
    expect({ remark, way: new URL(url).pathname }).toEqual({
      remark: '',
      way: '/h/usher.ttvnw.net/api/v2/channel/hls/harbour.m3u8',
    });
  });
  it('asks by the whole query when all hashes are withdrawn', async () => {
    await open();
    sim.act('harbour', { do: 'site-fault', on: 'gql', mode: '410' });
    await expect(playback.open(target('harbour'), never)).resolves.toMatchObject({ unavailable: [] });
    expect(requests('gql.twitch.tv')).toHaveLength(3);
  });
  it.each([
    ['offers its 404', {}],
    ['gives no token', { noTokenOffline: true }],
  ])('is not live while the site %s', async (_name, quirks) => {
    await open(quirks, { isLive: false });
    await expect(playback.open(target('harbour'), never)).rejects.toMatchObject({
      code: 'not-live',
      message: expect.stringContaining('no data yet'),
    });
  });
  it('is refused with the reason', async () => {
    await open({ geoblocked: true });
    await expect(playback.open(target('harbour'), never)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('region'),
    });
  });
  it('of subscribers only is opened by the token of one', async () => {
    await open({ subOnly: true });
    await expect(playback.open(target('harbour'), never)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('subscribers'),
    });
    await expect(
      playback.open(target('harbour', { authorization: `OAuth ${SIM_PLAYBACK_TOKEN}` }), never),
    ).resolves.toMatchObject({ remark: '' });
  });
  it('says which quality a token would give, and gives it for one', async () => {
    await open({ hidden: { source: 'AUTHZ_NOT_LOGGED_IN' } });
    const guest = await playback.open(target('harbour'), never);
    expect(guest.unavailable).toEqual([
      { name: expect.any(String), reason: expect.objectContaining({ english: expect.stringContaining('signed-in') }) },
    ]);
    const member = await playback.open(target('harbour', { authorization: `OAuth ${SIM_PLAYBACK_TOKEN}` }), never);
    expect(member.unavailable).toEqual([]);
  });
  it('goes on as a guest with a token that ended, and says so', async () => {
    await open();
    await expect(playback.open(target('harbour', { authorization: 'OAuth ended' }), never)).resolves.toMatchObject({
      remark: expect.stringContaining('as a guest'),
    });
  });
  it('follows a channel that was renamed', async () => {
    await open();
    sim.act('harbour', { do: 'rename', login: 'new_harbour' });
    const { url } = await playback.open(target('harbour'), never);
    expect(new URL(url).pathname).toContain('/new_harbour.m3u8');
  });
  it('is asked for through the proxy, with its login, and never past it', async () => {
    await open();
    const proxy = await startSimProxy(sim, { auth: 'us er:p:w' });
    const through = { ...target('harbour'), proxy: proxy.url.replace('us er:p:w', 'us%20er:p%3Aw') };
    await playback.open(through, never);
    expect(proxy.calls.map(({ status }) => status)).toEqual([200, 200]);
    await expect(
      playback.open({ ...through, proxy: proxy.url.replace('us er:p:w@', '') }, never),
    ).rejects.toMatchObject({ code: 'site-away', message: expect.stringContaining('407') });
    await proxy.stop();
    await expect(playback.open(through, never)).rejects.toMatchObject({ code: 'site-away' });
    await expect(playback.open({ ...through, proxy: 'socks5://x' }, never)).rejects.toMatchObject({
      fault: 'user',
      code: 'bad-proxy',
    });
    expect(requests('gql.twitch.tv')).toHaveLength(1);
  });
  it('waits out a passing problem of the token service, and names one that lasts', async () => {
    await open();
    sim.act('harbour', { do: 'site-fault', on: 'gql', mode: '503', times: 2 });
    await expect(playback.open(target('harbour'), never)).resolves.toBeDefined();
    sim.act('harbour', { do: 'site-fault', on: 'gql', mode: '403' });
    await expect(playback.open(target('harbour'), never)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('integrity'),
    });
    sim.act('harbour', { do: 'heal' });
    sim.act('harbour', { do: 'site-fault', on: 'usher', mode: '503' });
    await expect(playback.open(target('harbour'), never)).rejects.toMatchObject({
      code: 'site-away',
      message: expect.stringContaining('v1: status 503'),
    });
  });
});
