import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { english, type Message } from '#libs/messages';
import { SIM_APP, SimFixture, soon } from '../sim-provider.fixture.js';

/** The one viewer's token of the simulated Twitch (provider-sim, media/playback-tokens.ts). */
const PLAYBACK_TOKEN = 'simplayback0123456789abcdefghi';

describe("the operator's account at Twitch", () => {
  let fixture: SimFixture;
  beforeEach(async () => {
    fixture = await SimFixture.open();
  });
  afterEach(() => fixture.stop());
  const account = () => fixture.provider.account;
  /** A check as an operator reads it. */
  const read = async (check: Promise<{ readonly ok: boolean; readonly message: Message }>) => {
    const { ok, message } = await check;
    return { ok, message: english(message) };
  };
  const away = (on: 'auth' | 'gql'): void => {
    fixture.act({ do: 'site-fault', on, mode: 'close' });
  };

  it('accepts an app that Twitch accepts, and revokes the token of the test', async () => {
    expect(
      await read(
        account().checkApp({ clientId: ` ${SIM_APP.clientId}\n`, clientSecret: SIM_APP.clientSecret }, soon()),
      ),
    ).toEqual({ ok: true, message: 'Twitch accepts the app.' });
    expect(fixture.requests('id.twitch.tv')).toEqual(['POST /oauth2/token', 'POST /oauth2/revoke']);
  });

  it.each([
    ['secret', { ...SIM_APP, clientSecret: 'wrong-secret' }, /The client secret of the Twitch app is wrong/],
    ['id', { ...SIM_APP, clientId: 'wrong-id' }, /client ID/],
    ['empty form', { clientId: '', clientSecret: '' }, /client ID/],
  ])('names the remedy for an app with a wrong %s, without the secret', async (_name, app, words) => {
    const check = await read(account().checkApp(app, soon()));
    expect(check).toEqual({ ok: false, message: expect.stringMatching(words) });
    expect(check.message).not.toContain('wrong-secret');
  });

  it('reports an unavailable Twitch, and does not blame the app', async () => {
    away('auth');
    expect(await read(account().checkApp(SIM_APP, soon()))).toEqual({
      ok: false,
      message: expect.stringMatching(/could not be reached/),
    });
    expect(account().fault()).toBeNull();
  });

  it('signs in without any scope', async () => {
    expect(
      new URL(account().signInUrl({ clientId: 'c', redirectUri: 'http://x/cb?a=b', state: 's' })).searchParams.get(
        'scope',
      ),
    ).toBe('');
    await fixture.signIn();
    expect(fixture.store.held.user).toMatchObject({
      userId: '90000001',
      login: 'vodkeep_operator',
      scopes: [],
      refreshToken: expect.stringMatching(/./),
    });
    expect(fixture.store.held.user?.expiresAt).toBeGreaterThan(Date.now() + 3_600_000);
    expect(await read(account().checkUser(soon()))).toEqual({
      ok: true,
      message: 'Signed in to Twitch as vodkeep_operator.',
    });
  });

  it('names the reason for an invalid code', async () => {
    await expect(
      account().signIn({ app: SIM_APP, code: 'made-up', redirectUri: 'http://127.0.0.1/callback' }, soon()),
    ).rejects.toMatchObject({
      fault: 'user',
      code: 'sign-in-failed',
      message: expect.stringContaining('Invalid authorization code'),
    });
    await expect(
      account().signIn(
        { app: { ...SIM_APP, clientSecret: 'x' }, code: 'made-up', redirectUri: 'http://127.0.0.1/callback' },
        soon(),
      ),
    ).rejects.toMatchObject({ code: 'site-app' });
  });

  it('renews a token that Twitch revoked, and stores the new one', async () => {
    await fixture.signIn();
    const before = fixture.store.held.user?.accessToken;
    fixture.act({ do: 'revoke-tokens' });
    expect(await read(account().checkUser(soon()))).toMatchObject({ ok: true });
    expect(fixture.store.held.user?.accessToken).not.toBe(before);
  });

  it('shows a fault while the sign-in cannot be renewed, until the operator signs in again', async () => {
    await fixture.signIn();
    await fixture.store.saveUser({ ...fixture.store.held.user!, accessToken: 'dead', refreshToken: 'dead' });
    expect(await read(account().checkUser(soon()))).toEqual({
      ok: false,
      message: expect.stringContaining('Sign in again under Settings > Sites'),
    });
    expect(english(account().fault()!)).toContain('Sign in again');
    await fixture.signIn();
    expect(account().fault()).toBeNull();
  });

  it('reports that nobody is signed in', async () => {
    expect(await read(account().checkUser(soon()))).toEqual({
      ok: false,
      message: expect.stringContaining('not signed in'),
    });
  });

  it('stays signed in while Twitch is unavailable', async () => {
    await fixture.signIn();
    away('auth');
    expect(await read(account().checkUser(soon()))).toEqual({
      ok: false,
      message: expect.stringMatching(/could not be reached/),
    });
    expect(fixture.store.held.user).not.toBeNull();
    expect(account().fault()).toBeNull();
  });

  it('revokes the tokens at a sign-out, and signs out even while Twitch is unavailable', async () => {
    await fixture.signIn();
    const tokens = fixture.store.held.user!;
    await account().signOut(tokens, soon());
    expect(await read(account().checkUser(soon()))).toMatchObject({ ok: false });
    away('auth');
    await expect(account().signOut(tokens, soon())).resolves.toBeUndefined();
  });

  it('names the owner of a playback token', async () => {
    expect(await read(account().checkPlayback(PLAYBACK_TOKEN, soon()))).toEqual({
      ok: true,
      message: 'At Twitch, this token belongs to vodkeep_operator.',
    });
  });

  it.each([
    ['0123456789abcdefghijklmnopqrst', /Twitch does not accept the playback token/],
    ['', /cookie auth-token/],
    ['auth-token=abc;', /cookie auth-token/],
    ['abc\r\nx: y', /cookie auth-token/],
  ])('names the fault of the playback token %j, and never the token', async (token, words) => {
    const check = await read(account().checkPlayback(token, soon()));
    expect(check).toEqual({ ok: false, message: expect.stringMatching(words) });
    if (token !== '') expect(check.message).not.toContain(token);
  });

  it('reports an unavailable Twitch at the test of a playback token', async () => {
    away('gql');
    expect(await read(account().checkPlayback(PLAYBACK_TOKEN, soon()))).toEqual({
      ok: false,
      message: expect.stringMatching(/could not be reached/),
    });
  });

  it('stops at an abort', async () => {
    await expect(account().checkApp(SIM_APP, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
