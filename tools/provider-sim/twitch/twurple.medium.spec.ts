import { once } from 'node:events';
import { ApiClient, type HelixStream } from '@twurple/api';
import {
  AppTokenAuthProvider,
  exchangeCode,
  getAppToken,
  getTokenInfo,
  RefreshingAuthProvider,
  refreshUserToken,
  revokeToken,
} from '@twurple/auth';
import { EventSubHttpListener, ReverseProxyAdapter } from '@twurple/eventsub-http';
import { EventSubWsListener } from '@twurple/eventsub-ws';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { freePort } from '#libs/testkit';
import { SIM_TWITCH_APP } from './auth/twitch-tokens.js';
import { HARBOUR, onTwitch, REDIRECT, TwitchClient } from './twitch-client.fixture.js';

const { clientId, clientSecret, user: OPERATOR } = SIM_TWITCH_APP;
/** A channel of the operator: twurple asks for events with a token of the channel's own user. */
const OWN = { ...HARBOUR, userId: OPERATOR.id, login: OPERATOR.login, displayName: OPERATOR.displayName };

/** twurple (MIT) reads Twitch as its own authors understood it; a difference here is the simulator's fault. */
describe('twurple, an independent client of the simulated Twitch', () => {
  let twitch: TwitchClient;
  const ends: (() => Promise<void> | void)[] = [];

  const open = async (...how: Parameters<typeof TwitchClient.open>): Promise<void> => {
    twitch = await TwitchClient.open(...how);
    process.env['TWURPLE_MOCK_API_PORT'] = String(twitch.sim.port);
  };
  const appClient = (): ApiClient =>
    new ApiClient({ authProvider: new AppTokenAuthProvider(clientId, clientSecret), logger: { minLevel: 'critical' } });
  const userClient = async (): Promise<ApiClient> => {
    const authProvider = new RefreshingAuthProvider({ clientId, clientSecret, redirectUri: REDIRECT });
    await authProvider.addUserForCode((await twitch.consent()).searchParams.get('code') ?? '');
    return new ApiClient({ authProvider, logger: { minLevel: 'critical' } });
  };

  /* twurple remembers each message for ten minutes by a timer that would hold the process. */
  beforeAll(() => {
    const real = globalThis.setTimeout;
    const unheld = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): NodeJS.Timeout =>
      real(run, ms, ...args).unref();
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(unheld as typeof setTimeout);
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    delete process.env['TWURPLE_MOCK_API_PORT'];
    await twitch.sim.stop();
  });

  it('gets, reads, refreshes and revokes tokens', async () => {
    await open();
    const app = await getAppToken(clientId, clientSecret);
    expect(app).toMatchObject({ refreshToken: null, expiresIn: 5_000_000 });
    const user = await exchangeCode(
      clientId,
      clientSecret,
      (await twitch.consent()).searchParams.get('code') ?? '',
      REDIRECT,
    );
    expect(await getTokenInfo(user.accessToken, clientId)).toMatchObject({
      userId: OPERATOR.id,
      userName: OPERATOR.login,
      scopes: ['user:read:email'],
      clientId,
    });
    const fresh = await refreshUserToken(clientId, clientSecret, user.refreshToken ?? '');
    expect(fresh).toMatchObject({ scope: ['user:read:email'], expiresIn: 14_400 });
    await revokeToken(clientId, fresh.accessToken);
    await expect(getTokenInfo(fresh.accessToken, clientId)).rejects.toThrow('Invalid token');
    await expect(getAppToken(clientId, 'wrong')).rejects.toThrow('403');
  });

  it('reads videos and clips, page by page', async () => {
    const past = {
      videos: [1, 2, 3].map((n) => ({
        id: `250000000${String(n)}`,
        title: `Day ${String(n)}`,
        agoS: n * 86_400,
        seconds: 40,
        muted: [{ from: 1, count: 1 }],
      })),
      clips: [
        {
          id: 'CalmFoggyHarbourGull',
          title: 'The gull',
          creator: 'mossy',
          agoS: 500,
          seconds: 6,
          viewCount: 9,
          videoId: '2500000001',
          offsetS: 4,
        },
      ],
    };
    await open({ channels: [onTwitch('harbour', { ...HARBOUR, past })] });
    const api = appClient();
    const videos = await api.videos.getVideosByUserPaginated(HARBOUR.userId).getAll();
    expect(
      videos.map(({ id, title, durationInSeconds, type, mutedSegmentData }) => [
        id,
        title,
        durationInSeconds,
        type,
        mutedSegmentData,
      ]),
    ).toEqual(
      [1, 2, 3].map((n) => [
        `250000000${String(n)}`,
        `Day ${String(n)}`,
        40,
        'archive',
        [{ duration: 10, offset: 10 }],
      ]),
    );
    expect(videos[0]?.isMutedAt(12)).toBe(true);
    await expect(api.videos.getVideoById('1')).rejects.toThrow('404');
    const [clip] = (await api.clips.getClipsForBroadcaster(HARBOUR.userId)).data;
    expect([clip?.id, clip?.duration, clip?.vodOffset, clip?.creatorDisplayName]).toEqual([
      'CalmFoggyHarbourGull',
      6,
      4,
      'mossy',
    ]);
  });

  it('reads users, channels and categories', async () => {
    await open();
    const api = appClient();
    expect(await api.users.getUserByName('harbour')).toMatchObject({
      id: '50000001',
      name: 'harbour',
      displayName: 'Harbour',
      broadcasterType: 'affiliate',
      creationDate: expect.any(Date),
    });
    expect(await api.users.getUserById('1')).toBeNull();
    const [channel] = await api.channels.getChannelInfoByIds(['50000001', '1']);
    expect(channel).toMatchObject({
      id: '50000001',
      title: 'Boats',
      gameName: 'Chess',
      language: 'en',
      tags: ['English'],
      contentClassificationLabels: [],
    });
    expect((await api.games.getGameByName('Chess'))?.getBoxArtUrl(52, 72)).toMatch(/743-52x72\.jpg$/);
    expect((await api.search.searchChannels('harb')).data).toMatchObject([
      { id: '50000001', isLive: false, startDate: null },
    ]);
  });

  it('reads badges, emotes and cheermotes, whose pictures are there', async () => {
    await open();
    const api = appClient();
    const badges = [...(await api.chat.getGlobalBadges()), ...(await api.chat.getChannelBadges('50000001'))];
    const emotes = [...(await api.chat.getGlobalEmotes()), ...(await api.chat.getChannelEmotes('50000001'))];
    const cheers = await api.bits.getCheermotes('50000001');
    const pictures = [
      badges.find(({ id }) => id === 'subscriber')?.versions[0]?.getImageUrl(2),
      emotes.find(({ name }) => name === 'Kappa')?.getFormattedImageUrl('3.0'),
      emotes.at(-1)?.getStaticImageUrl(),
      cheers.getCheermoteDisplayInfo('Cheer', 100, { background: 'dark', state: 'static', scale: '2' }).url,
    ];
    /* Of emotes twurple knows the real address itself. */
    for (const picture of pictures) {
      const answer = await fetch((picture ?? '').replace(/^https:\//, `${twitch.sim.url}/h`));
      expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        status: 200,
        type: expect.stringMatching(/^image\//),
      });
    }
  });

  it('pages through streams to the end', async () => {
    const names = Array.from({ length: 45 }, (_, i) => `c${String(i)}`);
    await open({
      channels: names.map((name, i) => onTwitch(name, { ...HARBOUR, userId: String(1000 + i), viewers: i })),
    });
    for (const name of names) twitch.sim.act(name, { do: 'start' });
    const api = appClient();
    const all: HelixStream[] = await api.streams.getStreamsPaginated({ game: '743' }).getAll();
    expect(all.map(({ userName }) => userName)).toEqual([...names].reverse());
    expect(await api.streams.getStreamByUserName('c7')).toMatchObject({
      userId: '1007',
      viewers: 7,
      type: 'live',
      startDate: expect.any(Date),
      tags: ['English'],
    });
    const {
      data: [video],
    } = await api.videos.getVideosByUser('1007', { type: 'archive' });
    expect(video).toMatchObject({
      streamId: (await api.streams.getStreamByUserName('c7'))?.id,
      durationInSeconds: expect.any(Number),
      mutedSegmentData: [],
    });
    twitch.sim.act('c7', { do: 'end', how: 'vanish' });
    expect(await api.streams.getStreamByUserName('c7')).toBeNull();
  });

  it('gets a new token of the application when the old one is refused', async () => {
    await open();
    const api = appClient();
    await api.users.getUserByName('harbour');
    twitch.sim.act('harbour', { do: 'revoke-tokens' });
    expect(await api.users.getUserByName('harbour')).toMatchObject({ id: '50000001' });
  });

  it('waits as long as it is asked to when it asks too much', async () => {
    await open();
    const api = appClient();
    twitch.sim.act('harbour', { do: 'site-fault', on: 'helix', mode: '429', times: 1 });
    expect(await api.users.getUserByName('harbour')).toMatchObject({ id: '50000001' });
    expect(
      twitch.sim
        .log()
        .sites.filter(({ host }) => host === 'api.twitch.tv')
        .map(({ status }) => status),
    ).toEqual([429, 200]);
  });

  it('learns of broadcasts by callback: challenge, signature, revocation', async () => {
    const port = await freePort();
    await open({ settings: { pointsPerMinute: 1_000_000, callbacksTo: `http://127.0.0.1:${String(port)}` } });
    const listener = new EventSubHttpListener({
      apiClient: appClient(),
      adapter: new ReverseProxyAdapter({ hostName: 'vods.example', port }),
      secret: 'a-secret-of-the-spec',
      logger: { minLevel: 'critical' },
    });
    ends.push(() => {
      listener.stop();
    });
    const verified = new Promise((done) => {
      listener.onVerify((success, { id }) => {
        done({ success, id });
      });
    });
    const online = new Promise((done) => {
      listener.onStreamOnline('50000001', ({ id, broadcasterName, type }) => {
        done({ id, broadcasterName, type });
      });
    });
    listener.start();
    expect(await verified).toEqual({ success: true, id: 'stream.online.50000001' });
    await enabled();
    twitch.sim.act('harbour', { do: 'start' });
    expect(await online).toEqual({ id: expect.stringMatching(/^\d+$/), broadcasterName: 'harbour', type: 'live' });
    const revoked = new Promise((done) => {
      listener.onRevoke((_, status) => {
        done(status);
      });
    });
    twitch.sim.act('harbour', { do: 'events', how: 'revoke' });
    expect(await revoked).toBe('authorization_revoked');
  });

  it('learns of broadcasts by websocket, also after it was asked to reconnect', async () => {
    await open({ channels: [onTwitch('own', OWN)] });
    const listener = new EventSubWsListener({ apiClient: await userClient(), logger: { minLevel: 'critical' } });
    ends.push(
      () =>
        new Promise((done) => {
          listener.onUserSocketDisconnect(() => {
            done();
          });
          listener.stop();
        }),
    );
    const received: string[] = [];
    const events = new EventTarget();
    const receive = (what: string): void => {
      received.push(what);
      events.dispatchEvent(new Event('heard'));
    };
    const made = new Promise<void>((done) => {
      let left = 3;
      listener.onSubscriptionCreateSuccess(() => {
        if (--left === 0) done();
      });
    });
    listener.onStreamOnline(OPERATOR.id, ({ type }) => {
      receive(type);
    });
    listener.onStreamOffline(OPERATOR.id, ({ broadcasterId }) => {
      receive(broadcasterId);
    });
    listener.onChannelUpdate(OPERATOR.id, ({ streamTitle, categoryName }) => {
      receive(`${streamTitle}/${categoryName}`);
    });
    listener.start();
    await made;
    const next = async (work: () => void): Promise<void> => {
      const came = once(events, 'heard');
      work();
      await came;
    };
    await next(() => {
      twitch.sim.act('own', { do: 'start' });
    });
    await next(() => {
      twitch.sim.act('own', { do: 'update', title: 'Fog' });
    });
    const ready = new Promise<void>((done) => {
      listener.onUserSocketReady(() => {
        done();
      });
    });
    twitch.sim.act('own', { do: 'events', how: 'reconnect' });
    await ready;
    await next(() => {
      twitch.sim.act('own', { do: 'end', how: 'vanish' });
    });
    expect(received).toEqual(['live', 'Fog/Chess', OPERATOR.id]);
    const { data, totalCost, maxTotalCost } = await (
      await userClient()
    ).asUser(OPERATOR.id, (api) => api.eventSub.getSubscriptions());
    expect({ statuses: data.map(({ status }) => status), totalCost, maxTotalCost }).toEqual({
      statuses: ['enabled', 'enabled', 'enabled'],
      totalCost: 0,
      maxTotalCost: 10,
    });
  });

  /** The challenge is answered before the simulator knows it. */
  async function enabled(): Promise<void> {
    const api = appClient();
    while ((await api.eventSub.getSubscriptionsForStatus('enabled')).data.length === 0);
  }
});
