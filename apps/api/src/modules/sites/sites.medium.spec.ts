import { randomUUID } from 'node:crypto';
import { NO_ACCESS } from '#libs/contracts';
import { Keyring, type Sealer } from '#libs/service-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SIM_PLAYBACK_TOKEN, SIM_TWITCH_APP } from '../../../../../tools/provider-sim/index.js';
import { SOURCE_SEALER } from '../../sites/tokens.js';
import { eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';
import { openSource } from '../../sites/source-credentials.js';

jest.setTimeout(120_000);

const CALLBACK = '/api/v0/sites/twitch/callback';

describe('the accounts at a site', () => {
  let test: TwitchTestApp;
  /** The texts of all answers of the API so far. */
  let answerTexts = '';
  const call: TwitchTestApp['app']['call'] = async (...args) => {
    const answer = await test.app.call(...args);
    answerTexts += answer.text;
    return answer as never;
  };
  const returnFromSite = async (query: string): Promise<URL> => {
    const answer = await fetch(`${test.app.origin}${CALLBACK}?${query}`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    return new URL(answer.headers.get('location') ?? '', test.app.origin);
  };
  const errorOf = (url: URL): string => url.searchParams.get('sign_in_error') ?? '';
  const app = { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret };

  beforeAll(async () => {
    test = await TwitchTestApp.open({
      channels: [onTwitch('harbour', '74000001'), onTwitch('second', '74000002')],
      hasSiteApp: false,
    });
  });
  afterAll(() => test.stop());

  it('without an app, channels are found by public look-ups, and a sign-in is refused', async () => {
    const site = await test.site();
    expect(site).toMatchObject({
      kind: 'twitch',
      client_id: null,
      has_secret: false,
      has_playback_token: false,
      user: null,
      redirect_uri: `${test.app.origin}${CALLBACK}`,
      push: { transport: 'poll', reason: 'Without your own app, Vodkeep only polls the site.' },
    });
    test.act('harbour', { do: 'start' });
    const { uuid } = await test.follow('harbour');
    await test.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    expect((await call('POST', '/sites/twitch/sign-in', {})).body).toMatchObject({ code: 'no-app' });
  });

  it.each([
    ' @Harbour\n',
    'ＨＡＲＢＯＵＲ',
    'https://www.twitch.tv/harbour/videos?filter=all',
    'm.twitch.tv/Harbour',
    '<https://twitch.tv/harbour>',
  ])('%j names a channel that has already been added', async (url) => {
    expect((await call('POST', '/channels', { provider: 'twitch', url })).body).toMatchObject({
      code: 'duplicate-channel',
      fields: [{ path: 'url' }],
    });
  });

  it('an unknown login is refused with its name', async () => {
    expect(
      await call('POST', '/channels', { provider: 'twitch', url: 'https://www.twitch.tv/Nobody_Here' }),
    ).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url', message: 'The channel nobody_here does not exist.' }] },
    });
  });

  it.each([
    'https://www.twitch.tv/',
    'https://www.twitch.tv/videos/1',
    'https://clips.twitch.tv/Foo',
    'https://example.org/harbour',
    'har bour',
  ])('%j is not a login and is refused on its field', async (url) => {
    expect(await call('POST', '/channels', { provider: 'twitch', url })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url' }] },
    });
    expect((await call<{ streamer_list: unknown[] }>('GET', '/channels')).body.data?.streamer_list).toHaveLength(1);
  });

  it("signing in by v0's address requires an app", async () => {
    expect(await call('GET', '/twitch/authenticate?rawurl=1')).toMatchObject({ status: 400, body: { code: 'no-app' } });
    expect((await call('GET', '/twitch/authenticate?raw=1')).body.fields?.map((f) => f.path)).toEqual(['raw']);
  });

  it('a test of the app reports a wrong secret and stores nothing', async () => {
    const { body } = await call('POST', '/sites/twitch/app/test', { ...app, client_secret: 'wrong-secret' });
    expect(body.data).toMatchObject({
      ok: false,
      message: expect.stringContaining('secret of the Twitch app is wrong'),
    });
    expect((await test.site()).client_id).toBeNull();
  });

  it('a stored wrong secret is reported on the page, and channels are still checked', async () => {
    await call('PUT', '/sites/twitch/app', { ...app, client_secret: 'wrong-secret' });
    await test.channelThat(
      (await call<{ streamer_list: { uuid: string }[] }>('GET', '/channels')).body.data?.streamer_list[0]?.uuid ?? '',
      (c) => c.is_live,
      'still live',
    );
    expect((await call('POST', '/sites/twitch/app/test')).body.data).toMatchObject({ ok: false });
    await eventually(
      async () => (await test.site()).fault?.includes('secret of the Twitch app is wrong'),
      'the problem on the page',
    );
  });

  it('a correct app is stored; its id can be saved again without the secret, but not another id', async () => {
    expect((await call('PUT', '/sites/twitch/app', app)).body).toMatchObject({
      message: 'App saved',
      data: { client_id: app.client_id, has_secret: true, fault: null },
    });
    expect((await call('PUT', '/sites/twitch/app', { client_id: app.client_id })).status).toBe(200);
    expect((await call('POST', '/sites/twitch/app/test')).body.data).toEqual({
      ok: true,
      message: 'Twitch accepts the app.',
    });
    expect((await call('PUT', '/sites/twitch/app', { client_id: 'another' })).body).toMatchObject({
      status: 'ERROR',
      code: 'invalid-input',
      fields: [{ path: 'client_secret', message: 'is required' }],
    });
    expect((await call('PUT', '/sites/nowhere/app', app)).status).toBe(404);
    const { body } = await call<string>('GET', '/twitch/authenticate?rawurl=1');
    expect(body.data).toContain(`client_id=${app.client_id}`);
    const redirect = await fetch(`${test.app.origin}/api/v0/twitch/authenticate`, { redirect: 'manual' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('redirect_uri='),
    ]);
  });

  it('a sign-in leads over the consent page back to the settings', async () => {
    expect(await call('GET', '/twitch/status')).toMatchObject({
      status: 400,
      body: { code: 'nobody-signed-in', message: 'Access token is not a user token.' },
    });
    expect(await test.signIn()).toBe('/settings/sites?signed_in=twitch');
    expect((await call('GET', '/twitch/status')).body.message).toMatch(/^Signed in as \w+ until 20/);
    expect((await test.site()).user).toMatchObject({
      login: SIM_TWITCH_APP.user.login,
      user_id: SIM_TWITCH_APP.user.id,
    });
    expect((await call('POST', '/sites/twitch/user/test', {})).body.data).toMatchObject({
      ok: true,
      message: expect.stringContaining(SIM_TWITCH_APP.user.login),
    });
  });

  it('signing out revokes the tokens and deletes them', async () => {
    expect((await call('DELETE', '/sites/twitch/user')).body).toMatchObject({ data: { user: null } });
    expect(test.requests('id.twitch.tv')).toContain('POST /oauth2/revoke');
    expect((await call('POST', '/sites/twitch/user/test', {})).body.data).toMatchObject({ ok: false });
  });

  it.each([
    ['without a state', () => 'code=abc'],
    ['with a forged state', () => 'code=abc&state=made-up'],
    [
      'with a state of another site',
      () => `code=abc&state=${encodeURIComponent(seal('elsewhere', Date.now() + 60_000))}`,
    ],
    [
      'with a state of another login',
      () => `code=abc&state=${encodeURIComponent(seal('twitch', Date.now() + 60_000, 'a'.repeat(64)))}`,
    ],
    ['with a state that is too old', () => `code=abc&state=${encodeURIComponent(seal('twitch', Date.now() - 1000))}`],
  ])('a return %s signs nobody in', async (_, query) => {
    const back = await returnFromSite(query());
    expect([back.pathname, errorOf(back)]).toEqual(['/settings/sites', 'unknown']);
    expect((await test.site()).user).toBeNull();
  });

  it('a return with a valid state and a wrong code is reported', async () => {
    expect(
      errorOf(await returnFromSite(`code=made-up&state=${encodeURIComponent(seal('twitch', Date.now() + 60_000))}`)),
    ).toBe('not-accepted');
    expect((await test.site()).user).toBeNull();
  });

  it('a user who refuses the consent changes nothing; without its state, nobody has refused', async () => {
    const refusal = 'error=access_denied&error_description=The+user+denied+you+access';
    expect(errorOf(await returnFromSite(refusal))).toBe('unknown');
    const state = encodeURIComponent(seal('twitch', Date.now() + 60_000));
    expect(errorOf(await returnFromSite(`${refusal}&state=${state}`))).toBe('denied');
  });

  it('a state returns once, also if it returns twice at the same time', async () => {
    const state = encodeURIComponent(seal('twitch', Date.now() + 60_000));
    const returns = await Promise.all([1, 2].map(() => returnFromSite(`code=made-up&state=${state}`)));
    returns.push(await returnFromSite(`error=access_denied&state=${state}`));
    expect(returns.map(errorOf).sort()).toEqual(['not-accepted', 'unknown', 'unknown']);
  });

  it('a return repeats no text of its address', async () => {
    const text = 'error=broken&error_description=Call+this+number';
    const state = encodeURIComponent(seal('twitch', Date.now() + 60_000));
    const returns = await Promise.all([text, `${text}&state=${state}`].map(returnFromSite));
    expect(returns.map(({ search }) => search)).toEqual(['?sign_in_error=unknown', '?sign_in_error=refused']);
  });

  it('a playback token is tested and stored, and no answer contains it', async () => {
    expect((await call('POST', '/sites/twitch/playback/test', { token: SIM_PLAYBACK_TOKEN })).body.data).toMatchObject({
      ok: true,
    });
    expect((await call('POST', '/sites/twitch/playback/test', { token: 'notoken0' })).body.data).toMatchObject({
      ok: false,
      message: expect.stringContaining('does not accept the playback token'),
    });
    expect((await call('PUT', '/sites/twitch/playback', { token: SIM_PLAYBACK_TOKEN })).body).toMatchObject({
      data: { has_playback_token: true },
    });
    expect((await call('POST', '/sites/twitch/playback/test')).body.data).toMatchObject({ ok: true });
    for (const path of ['/sites', '/channels', '/vod', '/settings', '/notices', '/jobs']) await call('GET', path);
    for (const secret of [SIM_PLAYBACK_TOKEN, SIM_TWITCH_APP.clientSecret]) expect(answerTexts).not.toContain(secret);
    expect((await call('DELETE', '/sites/twitch/playback')).body).toMatchObject({
      data: { has_playback_token: false },
    });
  });

  it('the assignment of a recorder contains the sealed token', async () => {
    await call('PUT', '/sites/twitch/playback', { token: SIM_PLAYBACK_TOKEN });
    test.act('second', { do: 'start' });
    const { uuid } = await test.follow('second');
    const assignment = await eventually(
      async () => (await test.app.bus.assignments.all()).find(({ value }) => value.channelUuid === uuid)?.value,
      'the assignment',
    );
    expect(
      openSource(test.app.nest.get<Sealer>(SOURCE_SEALER, { strict: false }), uuid, assignment.sealedHeaders),
    ).toEqual({ ...NO_ACCESS, login: `OAuth ${SIM_PLAYBACK_TOKEN}` });
    expect(JSON.stringify(assignment)).not.toContain(SIM_PLAYBACK_TOKEN);
  });

  it('deleting the app signs its user out', async () => {
    await test.signIn();
    expect((await call('DELETE', '/sites/twitch/app')).body).toMatchObject({
      data: { client_id: null, has_secret: false, user: null },
    });
  });

  it('guests see channels, and neither accounts nor notices', async () => {
    await test.set({ guest_mode: true });
    expect((await call('POST', '/auth/password', { password: 'correct horse battery' })).status).toBe(200);
    const asGuest = (path: string) =>
      fetch(`${test.app.origin}/api/v0${path}`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect((await asGuest('/channels')).status).toBe(200);
    for (const path of ['/sites', '/notices']) expect((await asGuest(path)).status).toBe(401);
  });

  function seal(kind: string, until: number, session: string | null = null): string {
    return test.app.nest
      .get(Keyring, { strict: false })
      .purpose('sign-in')
      .seal(kind, JSON.stringify({ id: randomUUID(), session, redirectUri: `${test.app.origin}${CALLBACK}`, until }));
  }
});
