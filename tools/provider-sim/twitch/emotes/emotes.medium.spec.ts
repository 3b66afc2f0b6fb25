import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statusOf } from '#libs/testkit';
import { type Json } from '../media/viewer.fixture.js';
import { HARBOUR, onTwitch, TwitchClient } from '../twitch-client.fixture.js';

describe('the sites whose emotes browsers add', () => {
  let twitch: TwitchClient;
  const id = HARBOUR.userId;
  beforeAll(async () => {
    twitch = await TwitchClient.open({
      channels: [
        onTwitch('harbour', HARBOUR),
        onTwitch('plain', { ...HARBOUR, userId: '2', displayName: 'Plain', emoteSites: [] }),
        onTwitch('empty', {
          ...HARBOUR,
          userId: '3',
          displayName: 'Empty',
          emoteSites: ['bttv-empty', 'ffz-empty', '7tv-empty'],
        }),
      ],
    });
  });
  afterAll(() => twitch.sim.stop());

  async function get(host: string, path: string): Promise<{ readonly status: number; readonly body: Json }> {
    const answer = await fetch(`${twitch.site(host)}${path}`);
    return { status: answer.status, body: await answer.json() };
  }
  const status = (url: string): Promise<number> => statusOf(new URL(url, twitch.sim.url));

  it("lists BTTV's global emotes, worn ones and modifiers among them", async () => {
    const { body } = await get('api.betterttv.net', '/3/cached/emotes/global');
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'FeelsGoodMan',
          imageType: 'png',
          animated: false,
          id: expect.stringMatching(/^[0-9a-f]{24}$/),
        }),
        expect.objectContaining({ code: 'catJAM', imageType: 'gif', animated: true }),
        expect.objectContaining({ code: 'SoSnowy' }),
        expect.objectContaining({ code: 'w!', modifier: true }),
        expect.objectContaining({ code: 'PepegaWide', width: 84, height: 28 }),
      ]),
    );
    expect(body.find(({ code }: Json) => code === 'FeelsGoodMan')).not.toHaveProperty('modifier');
  });

  it('lists what a channel has at BTTV, its own and shared ones', async () => {
    const { body } = await get('api.betterttv.net', `/3/cached/users/twitch/${id}`);
    expect(body).toMatchObject({
      bots: ['nightbot'],
      channelEmotes: [
        { code: 'harbouWave' },
        { code: 'harbouParty', animated: true },
        { code: 'harbouSoft', imageType: 'webp' },
      ],
      sharedEmotes: [{ code: 'HarborGull', user: { displayName: 'SomeOne' } }, {}],
    });
  });

  it.each([
    ['BTTV', 'api.betterttv.net', '/3/cached/users/twitch/', { message: 'Not Found' }],
    ['FFZ', 'api.frankerfacez.com', '/v1/room/id/', { status: 404, error: 'Not Found' }],
    ['7TV', '7tv.io', '/v3/users/twitch/', { status_code: 404, error_code: 12_000 }],
  ] as const)('answers 404 for whom %s does not know', async (...[, host, path, body]) => {
    for (const unknown of ['2', '999'])
      expect(await get(host, `${path}${unknown}`)).toMatchObject({ status: 404, body });
  });

  it('has empty answers for those who are registered and have nothing', async () => {
    expect((await get('api.betterttv.net', '/3/cached/users/twitch/3')).body).toMatchObject({
      channelEmotes: [],
      sharedEmotes: [],
    });
    const room = (await get('api.frankerfacez.com', '/v1/room/id/3')).body;
    expect(room.sets[room.room.set].emoticons).toEqual([]);
    const { emote_set: set } = (await get('7tv.io', '/v3/users/twitch/3')).body;
    expect(set).toMatchObject({ emote_count: 0 });
    expect(set).not.toHaveProperty('emotes');
    expect((await get('api.betterttv.net', '/3/cached/frankerfacez/users/twitch/3')).body).toEqual([]);
  });

  it("lists FFZ's sets, of which only the default ones are for all", async () => {
    const { body } = await get('api.frankerfacez.com', '/v1/set/global');
    expect(body.default_sets).toEqual([3, 1_532_818]);
    expect(Object.keys(body.sets)).toEqual(['3', '4330', '1532818']);
    expect(body.sets['1532818'].emoticons).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'ffzW', modifier: true, modifier_flags: 9 })]),
    );
    const byName = Object.fromEntries(body.sets['3'].emoticons.map((emote: Json) => [emote.name, emote]));
    expect(byName['LULW']).toMatchObject({
      modifier: false,
      modifier_flags: 0,
      urls: { 1: expect.stringContaining('cdn.frankerfacez.com/emote/'), 2: expect.any(String), 4: expect.any(String) },
    });
    expect(byName['LULW']).not.toHaveProperty('animated');
    expect(byName['BlobRave'].animated).toMatchObject({ 4: expect.stringMatching(/\/animated\/4$/) });
    expect(byName['ZrehplaR'].urls).toEqual({ 1: expect.stringMatching(/^\/\/[^/]/) });
  });

  it("tells FFZ's emotes by way of BTTV too", async () => {
    const { body } = await get('api.betterttv.net', '/3/cached/frankerfacez/emotes/global');
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'ZrehplaR', images: { '1x': expect.any(String), '2x': null, '4x': null } }),
        expect.objectContaining({ code: 'ffzX', modifier: true }),
      ]),
    );
    expect(
      (await get('api.betterttv.net', `/3/cached/frankerfacez/users/twitch/${id}`)).body.map(({ code }: Json) => code),
    ).toEqual(['harbouNod', 'harbouSpin', 'monkaS']);
  });

  it("lists 7TV's sets: aliases, both zero-width flags, an emote without files", async () => {
    const global = (await get('7tv.io', '/v3/emote-sets/global')).body;
    expect(global.emotes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'RainTime',
          flags: 1,
          data: expect.objectContaining({ flags: 256, animated: true }),
        }),
        expect.objectContaining({
          name: 'NoPictures',
          data: expect.objectContaining({ host: expect.objectContaining({ files: [] }) }),
        }),
        expect.objectContaining({ id: '60ae7316f7c927fad14e6ca2' }),
      ]),
    );
    const user = (await get('7tv.io', `/v3/users/twitch/${id}`)).body;
    expect(user).toMatchObject({
      id,
      platform: 'TWITCH',
      emote_set: {
        emotes: expect.arrayContaining([
          expect.objectContaining({
            name: 'harbouJam',
            id: expect.stringMatching(/^[0-9A-Z]{26}$/),
            data: expect.objectContaining({ name: 'catJAM' }),
          }),
        ]),
      },
    });
    expect((await get('7tv.io', `/v3/emote-sets/${String(user.emote_set_id)}`)).body).toEqual(user.emote_set);
  });

  it('has a picture behind every address that a list gives', async () => {
    const urls: string[] = [];
    for (const { urls: still, animated } of Object.values(
      (await get('api.frankerfacez.com', '/v1/set/global')).body.sets,
    ).flatMap(({ emoticons }: Json) => emoticons))
      urls.push(
        ...Object.values(still as object).map(String),
        ...Object.values((animated ?? {}) as object).map(String),
      );
    for (const {
      data: { host },
    } of (await get('7tv.io', `/v3/users/twitch/${id}`)).body.emote_set.emotes)
      for (const { name, static_name: still } of host.files)
        urls.push(`${String(host.url)}/${String(name)}`, `${String(host.url)}/${String(still)}`);
    const { channelEmotes, sharedEmotes } = (await get('api.betterttv.net', `/3/cached/users/twitch/${id}`)).body;
    for (const emote of [...channelEmotes, ...sharedEmotes])
      urls.push(
        ...[1, 2, 3].map((scale) => `${twitch.site('cdn.betterttv.net')}/emote/${String(emote.id)}/${String(scale)}x`),
      );
    expect(urls.length).toBeGreaterThan(80);
    for (const url of urls) expect([url, await status(url)]).toEqual([url, 200]);
  });

  it('fails and recovers', async () => {
    twitch.sim.act('harbour', { do: 'site-fault', on: 'emotes', mode: '503' });
    expect(await status(`${twitch.site('7tv.io')}/v3/emote-sets/global`)).toBe(503);
    twitch.sim.act('harbour', { do: 'heal' });
    expect(await status(`${twitch.site('7tv.io')}/v3/emote-sets/global`)).toBe(200);
  });

  it('tells Helix of badges, emotes and cheermotes', async () => {
    const token = await twitch.appToken();
    const fetchJson = async (path: string): Promise<Json> => (await twitch.helix(path, { token })).body;
    expect((await fetchJson('/chat/badges/global')).data).toEqual(
      expect.arrayContaining([expect.objectContaining({ set_id: 'moderator' })]),
    );
    expect((await fetchJson(`/chat/badges?broadcaster_id=${id}`)).data).toEqual([
      expect.objectContaining({ set_id: 'bits' }),
      expect.objectContaining({ set_id: 'subscriber' }),
    ]);
    const own = await fetchJson(`/chat/emotes?broadcaster_id=${id}`);
    expect(own).toMatchObject({
      template: expect.stringContaining('/emoticons/v2/{{id}}/{{format}}/{{theme_mode}}/{{scale}}'),
      data: expect.arrayContaining([
        expect.objectContaining({
          name: 'harbouDance',
          format: ['static', 'animated'],
          emote_type: 'subscriptions',
          tier: '1000',
        }),
      ]),
    });
    expect(
      (await fetchJson(`/chat/emotes/set?emote_set_id=${String(own.data[0].emote_set_id)}`)).data.map(
        ({ name }: Json) => name,
      ),
    ).toContain('harbouHype');
    expect((await fetchJson('/chat/emotes/global')).data.map(({ name }: Json) => name)).toContain('Kappa');
    expect((await fetchJson(`/bits/cheermotes?broadcaster_id=${id}`)).data.map(({ prefix }: Json) => prefix)).toEqual([
      'Cheer',
      'PogChamp',
      'Kappa',
      'Corgo',
      'uni',
      'harbouCheer',
    ]);
    expect((await twitch.helix('/chat/badges', { token })).status).toBe(400);
    for (const emote of own.data)
      for (const url of Object.values(emote.images)) expect([url, await status(String(url))]).toEqual([url, 200]);
  });
});
