import { english } from '#libs/messages';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeProvider } from '../kit/conformance.js';
import { onTwitch, SIM_APP, SimFixture, soon, target } from './sim-provider.fixture.js';

const IDS: Readonly<Record<string, string>> = {
  'https://www.twitch.tv/harbour': '50000001',
  'https://www.twitch.tv/quiet': '50000002',
};

for (const [name, app] of [
  ['Twitch', SIM_APP],
  ['Twitch without an app', null],
] as const) {
  describeProvider(name, async () => {
    const fixture = await SimFixture.open({ app });
    fixture.goLive();
    return {
      provider: fixture.provider,
      liveUrl: 'https://www.twitch.tv/harbour',
      offlineUrl: 'https://www.twitch.tv/quiet',
      idOf: (url) => IDS[url] ?? '',
      close: () => fixture.stop(),
      away: {
        siteGoes: () => {
          for (const on of ['helix', 'gql', 'auth'] as const) fixture.act({ do: 'site-fault', on, mode: '500' });
        },
      },
    };
  });
}

describe('Twitch', () => {
  let fixture: SimFixture;
  afterEach(() => fixture.stop());
  const live = async (...ids: string[]) =>
    await fixture.provider.live(
      ids.map((id) => target(id)),
      soon(),
    );
  const one = async (id = '50000001') => (await live(id)).get(id);
  const fault = (
    on: 'helix' | 'gql' | 'auth',
    mode: '401' | '429' | '500' | '503' | 'html' | 'empty' | 'truncate' | 'close' | 'hang',
    more: object = {},
  ) => {
    fixture.act({ do: 'site-fault', on, mode, ...more });
  };

  it.each([
    ['by its API', SIM_APP],
    ['through public requests', null],
  ])('tells all that a recording needs, %s', async (_name, app) => {
    fixture = await SimFixture.open({ app });
    fixture.goLive();
    fixture.act({ do: 'update', isMature: true });
    expect(await one()).toEqual({
      state: 'live',
      streamId: expect.stringMatching(/^\d+$/),
      title: 'Title of harbour',
      startedAt: expect.any(Date),
      viewers: 42,
      category: {
        id: '743',
        name: 'Chess',
        boxArtUrl: expect.stringMatching(/ttv-boxart\/743-\{width\}x\{height\}\.jpg$/),
      },
      tags: ['English', 'Chill'],
      language: 'en',
      isMature: true,
      named: { login: 'harbour', displayName: 'HARBOUR' },
    });
  });

  it.each([
    ['by its API', SIM_APP],
    ['through public requests', null],
  ])('asks for 100 channels in one call, %s', async (_name, app) => {
    const ids = Array.from({ length: 100 }, (_, i) => String(50_000_001 + i));
    fixture = await SimFixture.open({ app, channels: ids.map((id, i) => onTwitch(`c${i}`, id)) });
    const answers = await live(...ids);
    expect([...answers.values()].every(({ state }) => state === 'offline')).toBe(true);
    expect(answers.size).toBe(100);
    expect([...fixture.requests('api.twitch.tv'), ...fixture.requests('gql.twitch.tv')]).toHaveLength(1);
  });

  it('W15 says live for a channel that was live before we looked', async () => {
    fixture = await SimFixture.open();
    fixture.goLive();
    const { sourceId } = await fixture.provider.identify('twitch.tv/harbour', soon());
    expect(await one(sourceId)).toMatchObject({ state: 'live' });
  });

  it.each([
    ['by its API', SIM_APP],
    ['through public requests', null],
  ])('W19 follows a renamed channel by its id, others beside it, %s', async (_name, app) => {
    fixture = await SimFixture.open({ app });
    fixture.goLive('harbour');
    fixture.goLive('quiet');
    fixture.act({ do: 'rename', login: 'new_harbour' });
    const answers = await live('50000001', '50000002');
    expect(answers.get('50000001')).toMatchObject({ state: 'live', named: { login: 'new_harbour' } });
    expect(answers.get('50000002')).toMatchObject({ state: 'live', named: { login: 'quiet' } });
  });

  it.each([
    ['by its API', SIM_APP],
    ['through public requests', null],
  ])(
    'P18 tells the new name of a renamed channel also while it is offline, and knows it by the new one alone, %s',
    async (_name, app) => {
      fixture = await SimFixture.open({ app });
      fixture.act({ do: 'rename', login: 'new_harbour' });
      expect((await fixture.provider.profiles([target('50000001', 'mine')], soon())).get('mine')).toMatchObject({
        login: 'new_harbour',
      });
      expect((await fixture.provider.identify('twitch.tv/new_harbour', soon())).sourceId).toBe('50000001');
      await expect(fixture.provider.identify('twitch.tv/harbour', soon())).rejects.toMatchObject({
        message: 'The channel harbour does not exist.',
      });
    },
  );

  it.each(['500', '503', '429', 'html', 'empty', 'truncate', 'close', '401'] as const)(
    'goes on through public requests while the API answers with %s',
    async (mode) => {
      fixture = await SimFixture.open();
      fixture.goLive();
      fault('helix', mode);
      expect([...(await live('50000001', '50000002')).values()].map(({ state }) => state)).toEqual(['live', 'offline']);
    },
  );

  it.each(['500', 'html', 'close'] as const)(
    'answers unknown with the reason, never offline, while all of it answers with %s',
    async (mode) => {
      fixture = await SimFixture.open();
      fixture.goLive();
      for (const on of ['helix', 'gql'] as const) fault(on, mode);
      expect(await one()).toMatchObject({ state: 'unknown', reason: { english: expect.stringMatching(/\w{3}/) } });
    },
  );

  it('P19 takes a new token after all were revoked, without a word', async () => {
    fixture = await SimFixture.open();
    fixture.goLive();
    await one();
    fixture.act({ do: 'revoke-tokens' });
    expect(await one()).toMatchObject({ state: 'live' });
    expect(fixture.requests('gql.twitch.tv')).toEqual([]);
    expect(fixture.provider.account.fault()).toBeNull();
  });

  it.each([
    ['no app', null, /Enter the client ID and the client secret of your Twitch app under Settings > Sites/],
    ['a wrong secret', { ...SIM_APP, clientSecret: 'wrong' }, /The client secret of the Twitch app is wrong/],
    ['a wrong id', { ...SIM_APP, clientId: 'wrong' }, /client ID/],
  ])('with %s: names the remedy, and everything else goes on', async (_name, app, words) => {
    fixture = await SimFixture.open({ app });
    fixture.goLive();
    expect(await one()).toMatchObject({ state: 'live' });
    expect(english(fixture.provider.account.fault()!)).toMatch(words);
    expect((await fixture.provider.identify('harbour', soon())).sourceId).toBe('50000001');
    expect((await fixture.provider.profiles([target('50000001')], soon())).size).toBe(1);
    fixture.store.held.app = SIM_APP;
    await one();
    expect(fixture.provider.account.fault()).toBeNull();
  });

  it('waits out a short 429', async () => {
    fixture = await SimFixture.open();
    fixture.goLive();
    fault('helix', '429', { times: 1 });
    expect(await one()).toMatchObject({ state: 'live' });
    expect(fixture.requests('gql.twitch.tv')).toEqual([]);
  });

  it.each([
    ['by its API', SIM_APP],
    ['through public requests', null],
  ])('says that a channel does not exist, with its name, %s', async (_name, app) => {
    fixture = await SimFixture.open({ app });
    await expect(fixture.provider.identify('https://twitch.tv/Nobody_Here', soon())).rejects.toMatchObject({
      code: 'unknown-channel',
      message: 'The channel nobody_here does not exist.',
      fields: [{ path: 'url', message: { english: 'The channel nobody_here does not exist.' } }],
    });
  });

  it.each([
    ['by its API', SIM_APP],
    ['through public requests', null],
  ])('knows a channel by a link of it, %s', async (_name, app) => {
    fixture = await SimFixture.open({ app });
    expect(await fixture.provider.identify(' https://m.twitch.tv/Harbour/videos?x ', soon())).toMatchObject({
      sourceId: '50000001',
      sourceUrl: 'https://www.twitch.tv/harbour',
      suggestedName: 'harbour',
      authorization: null,
      remark: null,
      profile: {
        login: 'harbour',
        displayName: 'HARBOUR',
        description: 'About it.',
        broadcasterType: 'affiliate',
        avatarUrl: expect.stringMatching(/^http/),
      },
    });
  });

  it('says on the field that Twitch could not be asked', async () => {
    fixture = await SimFixture.open();
    for (const on of ['helix', 'gql'] as const) fault(on, 'close');
    await expect(fixture.provider.identify('harbour', soon())).rejects.toMatchObject({
      fault: 'user',
      code: 'source-unreachable',
      fields: [{ path: 'url' }],
    });
  });

  it('says on the field that Twitch did not answer in time', async () => {
    fixture = await SimFixture.open();
    fault('helix', 'hang');
    await expect(fixture.provider.identify('harbour', AbortSignal.timeout(200))).rejects.toMatchObject({
      fault: 'user',
      code: 'source-unreachable',
      fields: [{ path: 'url', message: { english: expect.stringContaining('in time') } }],
    });
  });

  it('calls a channel without an id unknown, and those beside it not', async () => {
    fixture = await SimFixture.open();
    expect([...(await live('', '50000002')).values()].map(({ state }) => state)).toEqual(['unknown', 'offline']);
  });
});
