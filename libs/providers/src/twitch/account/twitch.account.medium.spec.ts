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

  it('has an app that Twitch accepts, and leaves no token behind', async () => {
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
  ])('has an app with a wrong %s: says what to do, without the secret', async (_name, app, words) => {
    const check = await read(account().checkApp(app, soon()));
    expect(check).toEqual({ ok: false, message: expect.stringMatching(words) });
    expect(check.message).not.toContain('wrong-secret');
  });

  it('says that Twitch is away, and does not blame the app', async () => {
    away('auth');
    expect(await read(account().checkApp(SIM_APP, soon()))).toEqual({
      ok: false,
      message: expect.stringMatching(/could not be reached/),
    });
    expect(account().fault()).toBeNull();
  });

  it('signs in with as few rights as there are: none', async () => {
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

  it('refuses a code that is not good, in words', async () => {
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

  it('renews a sign-in that Twitch revoked, and keeps the new tokens', async () => {
    await fixture.signIn();
    const before = fixture.store.held.user?.accessToken;
    fixture.act({ do: 'revoke-tokens' });
    expect(await read(account().checkUser(soon()))).toMatchObject({ ok: true });
    expect(fixture.store.held.user?.accessToken).not.toBe(before);
  });

  it('asks to sign in again when the sign-in cannot be renewed, as a problem too, until it is done', async () => {
    await fixture.signIn();
    await fixture.store.keepUser({ ...fixture.store.held.user!, accessToken: 'dead', refreshToken: 'dead' });
    expect(await read(account().checkUser(soon()))).toEqual({
      ok: false,
      message: expect.stringContaining('Sign in again under Settings > Sites'),
    });
    expect(english(account().fault()!)).toContain('Sign in again');
    await fixture.signIn();
    expect(account().fault()).toBeNull();
  });

  it('is not signed in', async () => {
    expect(await read(account().checkUser(soon()))).toEqual({
      ok: false,
      message: expect.stringContaining('not signed in'),
    });
  });

  it('keeps a sign-in while Twitch is away', async () => {
    await fixture.signIn();
    away('auth');
    expect(await read(account().checkUser(soon()))).toEqual({
      ok: false,
      message: expect.stringMatching(/could not be reached/),
    });
    expect(fixture.store.held.user).not.toBeNull();
    expect(account().fault()).toBeNull();
  });

  it('gives its tokens back when it signs out, and signs out also while Twitch is away', async () => {
    await fixture.signIn();
    const tokens = fixture.store.held.user!;
    await account().signOut(tokens, soon());
    expect(await read(account().checkUser(soon()))).toMatchObject({ ok: false });
    away('auth');
    await expect(account().signOut(tokens, soon())).resolves.toBeUndefined();
  });

  it('has a playback token: says whose it is', async () => {
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
  ])('has %j for a playback token: says what is wrong, and never the token', async (token, words) => {
    const check = await read(account().checkPlayback(token, soon()));
    expect(check).toEqual({ ok: false, message: expect.stringMatching(words) });
    if (token !== '') expect(check.message).not.toContain(token);
  });

  it('cannot test its playback token while Twitch is away', async () => {
    away('gql');
    expect(await read(account().checkPlayback(PLAYBACK_TOKEN, soon()))).toEqual({
      ok: false,
      message: expect.stringMatching(/could not be reached/),
    });
  });

  it('stops when asked to', async () => {
    await expect(account().checkApp(SIM_APP, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
