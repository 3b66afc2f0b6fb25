import { afterEach, describe, expect, it } from '@jest/globals';
import { SIM_TWITCH_APP } from '../auth/twitch-tokens.js';
import { HARBOUR, onTwitch, TwitchClient, type Body } from '../twitch-client.fixture.js';

const LOFT = { userId: '50000002', displayName: 'Loft', title: 'Piano', category: '', viewers: 99 } as const;

describe('api.twitch.tv', () => {
  let twitch: TwitchClient;
  let token = '';
  const open = async (...how: Parameters<typeof TwitchClient.open>): Promise<void> => {
    twitch = await TwitchClient.open(...how);
    token = await twitch.appToken();
  };
  const data = async (path: string): Promise<Body['data']> => (await twitch.helix(path, { token })).body.data;
  afterEach(() => twitch.sim.stop());

  it.each([
    ['no token', {}, 'OAuth token is missing'],
    ['a wrong token', { token: 'wrong' }, 'Invalid OAuth token'],
  ])('refuses %s', async (_, query, message) => {
    await open();
    expect(await twitch.helix('/users?login=harbour', query)).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized', status: 401, message },
    });
  });

  it('refuses the client id of another application', async () => {
    await open();
    expect(await twitch.helix('/users?login=harbour', { token, clientId: 'other' })).toMatchObject({
      status: 401,
      body: { message: 'Client ID and OAuth token do not match' },
    });
  });

  it('refuses every token after they were revoked, and takes a new one', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'revoke-tokens' });
    expect((await twitch.helix('/users?login=harbour', { token })).status).toBe(401);
    expect((await twitch.helix('/users?login=harbour', { token: await twitch.appToken() })).status).toBe(200);
  });

  it('knows users by id and login, once each, and says nothing of unknown ones', async () => {
    await open();
    expect(await data('/users?id=50000001&login=Harbour&login=nobody&id=1')).toMatchObject([
      { id: '50000001', login: 'harbour', display_name: 'Harbour', broadcaster_type: 'affiliate' },
    ]);
    expect((await twitch.helix('/users', { token })).status).toBe(400);
    expect((await twitch.helix('/users?login=two%20words', { token })).status).toBe(400);
  });

  it('tells a user about itself', async () => {
    await open();
    expect((await twitch.helix('/users', { token: await twitch.userToken() })).body.data).toMatchObject([
      { id: SIM_TWITCH_APP.user.id, login: SIM_TWITCH_APP.user.login },
    ]);
  });

  it.each(['/users?%&id=', '/streams?%&user_id=', '/channels?%&broadcaster_id=', '/games?%&id='])(
    'takes 100 ids and not 101: %s',
    async (path) => {
      await open();
      const [base = '', key = ''] = path.split('%&');
      const queryFor = (count: number): string =>
        `${base}${Array.from({ length: count }, (_, i) => `${key}${String(i + 1)}`).join('&')}`;
      expect((await twitch.helix(queryFor(100), { token })).status).toBe(200);
      expect((await twitch.helix(queryFor(101), { token })).status).toBe(400);
    },
  );

  it('lists who is live, by viewers, and a page after the other', async () => {
    await open({ channels: [onTwitch('harbour', HARBOUR), onTwitch('loft', LOFT)] });
    expect((await twitch.helix('/streams?user_login=harbour', { token })).body).toEqual({ data: [], pagination: {} });
    for (const name of ['harbour', 'loft']) twitch.sim.act(name, { do: 'start' });
    const first = await twitch.helix('/streams?first=1', { token });
    expect(first.body.data).toMatchObject([
      {
        user_login: 'loft',
        game_id: '',
        game_name: '',
        viewer_count: 99,
        type: 'live',
        thumbnail_url: expect.stringContaining('live_user_loft-{width}x{height}.jpg'),
      },
    ]);
    const second = await twitch.helix(
      `/streams?first=1&after=${encodeURIComponent(first.body.pagination.cursor ?? '')}`,
      { token },
    );
    expect(second.body.data).toMatchObject([
      { user_login: 'harbour', game_id: '743', game_name: 'Chess', tags: ['English'] },
    ]);
    twitch.sim.act('loft', { do: 'end', how: 'vanish' });
    expect(await data('/streams')).toMatchObject([{ user_login: 'harbour' }]);
  });

  it('names pictures that are there', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'start' });
    const [[user], [stream], [game]] = [
      await data('/users?login=harbour'),
      await data('/streams'),
      await data('/games?id=743'),
    ];
    for (const address of [user?.['profile_image_url'], stream?.['thumbnail_url'], game?.['box_art_url']]) {
      const answer = await fetch(String(address).replace('{width}', '320').replace('{height}', '180'));
      expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        status: 200,
        type: expect.stringMatching(/^image\//),
      });
    }
  });

  it('keeps the id of a broadcast over a dropout, and gives a new one for the next', async () => {
    await open();
    const id = async (): Promise<unknown> => (await data('/streams'))[0]?.['id'];
    twitch.sim.act('harbour', { do: 'start' });
    const first = await id();
    twitch.sim.act('harbour', { do: 'drop', answer: '404' });
    expect(await id()).toBe(first);
    twitch.sim.act('harbour', { do: 'drop', answer: '404', offline: true });
    expect(await id()).toBeUndefined();
    twitch.sim.act('harbour', { do: 'resume' });
    expect(await id()).toBe(first);
    twitch.sim.act('harbour', { do: 'start' });
    expect(await id()).not.toBe(first);
  });

  it('tells title, category and tags of a channel while it is offline, as they are now', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'update', title: 'Fog', category: 'Music', tags: ['Deutsch'] });
    expect(await data('/channels?broadcaster_id=50000001')).toMatchObject([
      { broadcaster_login: 'harbour', title: 'Fog', game_name: 'Music', game_id: '26936', tags: ['Deutsch'] },
    ]);
  });

  it('finds a renamed account by its id and its new login', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'rename', login: 'new_harbour' });
    expect(await data('/users?login=harbour')).toEqual([]);
    expect(await data('/users?id=50000001')).toMatchObject([{ login: 'new_harbour' }]);
  });

  it('knows categories by id and name, and channels by words', async () => {
    await open();
    expect(await data('/games?id=743&name=Music&id=1')).toMatchObject([
      { name: 'Chess', box_art_url: expect.stringContaining('743-{width}x{height}.jpg') },
      { id: '26936' },
    ]);
    expect(await data('/search/channels?query=har')).toMatchObject([
      { id: '50000001', is_live: false, started_at: '' },
    ]);
    expect(await data('/search/channels?query=har&live_only=true')).toEqual([]);
  });

  it('keeps a growing archive of each broadcast, with percent signs in its picture once it ended', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'start' });
    const [stream] = await data('/streams');
    const [running] = await data('/videos?user_id=50000001');
    expect(running).toMatchObject({
      stream_id: stream?.['id'],
      type: 'archive',
      title: 'Boats',
      duration: expect.stringMatching(/^\d+s$/),
      thumbnail_url: '',
      muted_segments: null,
      created_at: stream?.['started_at'],
    });
    twitch.sim.act('harbour', { do: 'drop', answer: '404', offline: true });
    twitch.sim.act('harbour', { do: 'resume' });
    twitch.sim.act('harbour', { do: 'start' });
    const all = await data('/videos?user_id=50000001&type=archive');
    expect(all).toMatchObject([
      { thumbnail_url: '' },
      { id: running?.['id'], thumbnail_url: expect.stringContaining('%{width}x%{height}') },
    ]);
    expect(await data('/videos?user_id=50000001&type=highlight')).toEqual([]);
    expect(await data(`/videos?id=1&id=${String(running?.['id'])}`)).toMatchObject([{ id: running?.['id'] }]);
  });

  it.each([
    ['/videos', 400],
    ['/videos?user_id=1&game_id=743', 400],
    ['/videos?id=1', 404],
    ['/videos?game_id=1', 404],
    ['/videos?user_id=1', 200],
    ['/clips', 400],
    ['/clips?broadcaster_id=50000001', 200],
  ])('answers %s with %d', async (path, status) => {
    await open();
    expect((await twitch.helix(path, { token })).status).toBe(status);
  });

  it('counts its points, and says when there are none', async () => {
    await open({ settings: { pointsPerMinute: 2 } });
    const answers = [
      await twitch.helix('/games/top', { token }),
      await twitch.helix('/games/top', { token }),
      await twitch.helix('/games/top', { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0', '0']);
    expect(Number(answers[2]?.headers.get('ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
    expect((await twitch.helix('/games/top', { token: await twitch.userToken() })).status).toBe(200);
  });

  it('answers as its problems say, and well again afterwards', async () => {
    await open();
    twitch.sim.act('harbour', { do: 'site-fault', on: 'helix', mode: '503', times: 1 });
    twitch.sim.act('harbour', { do: 'site-fault', on: 'helix', mode: '429', times: 1 });
    twitch.sim.act('harbour', { do: 'site-fault', on: 'helix', mode: 'close', times: 1 });
    expect((await twitch.helix('/games/top', { token })).status).toBe(503);
    const limited = await twitch.helix('/games/top', { token });
    expect([limited.status, limited.headers.get('ratelimit-remaining')]).toEqual([429, '0']);
    await expect(twitch.helix('/games/top', { token })).rejects.toThrow();
    expect((await twitch.helix('/games/top', { token })).status).toBe(200);
    expect(
      twitch.sim
        .log()
        .sites.filter(({ path }) => path === '/helix/games/top')
        .map(({ status }) => status),
    ).toEqual([503, 429, 0, 200]);
  });

  it('has no other endpoints', async () => {
    await open();
    expect(await twitch.helix('/nothing', { token })).toMatchObject({ status: 404, body: { error: 'Not Found' } });
  });
});
