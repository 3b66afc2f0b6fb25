import { expect, it } from '@jest/globals';
import { type UserTokens } from '../../kit/account.js';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { APP, fakeClock, fakeSite, FakeStore, type Reply } from '../fake-site.fixture.js';
import { AuthApi } from './auth-api.js';
import { SIGN_IN_AGAIN, UserAccess } from './user-access.js';

const given = (reply: (nth: number) => Reply, user: Partial<UserTokens> = {}) => {
  const [site, clock] = [fakeSite((_, nth) => reply(nth)), fakeClock()];
  const store = new FakeStore({
    app: APP,
    user: {
      accessToken: 'a0',
      refreshToken: 'r+/=0',
      scopes: ['x'],
      userId: '7',
      login: 'op',
      expiresAt: clock.now() + 3_600_000,
      ...user,
    },
  });
  return { ...site, clock, store, access: new UserAccess(store, new AuthApi(new SiteAddresses(), site.fetch), clock) };
};
const token = (nth: number): Reply => ({
  body: { access_token: `a${nth}`, refresh_token: `r${nth}`, scope: ['x'], expires_in: 14_400 },
});

it('uses a valid token without a request until a minute before it expires', async () => {
  const { access, clock, requests } = given(token);
  expect(await access.get()).toEqual({ clientId: 'client0', accessToken: 'a0' });
  clock.pass(3_600_000 - 60_001);
  expect((await access.get()).accessToken).toBe('a0');
  expect(requests).toHaveLength(0);
  clock.pass(1);
  expect((await access.get()).accessToken).toBe('a1');
});

it('renews an expired token and stores it', async () => {
  const { access, store, clock } = given(token, { expiresAt: 0 });
  expect((await access.get()).accessToken).toBe('a1');
  expect(store.saved).toEqual([
    {
      accessToken: 'a1',
      refreshToken: 'r1',
      scopes: ['x'],
      userId: '7',
      login: 'op',
      expiresAt: clock.now() + 14_400_000,
    },
  ]);
});

it('encodes the refresh token once', async () => {
  const { access, requests } = given(token);
  await access.renew(await access.get());
  expect(requests[0]?.body).toContain('refresh_token=r%2B%2F%3D0&');
});

it('renews once for all calls that were refused with the old one', async () => {
  const { access, requests } = given(token);
  const old = await access.get();
  await Promise.all([access.renew(old), access.renew(old)]);
  await access.renew(old);
  expect(requests).toHaveLength(1);
});

it('keeps values that the answer omits, and assumes a lifetime of 4 hours', async () => {
  const { access, clock, store } = given(() => ({ body: { access_token: 'a1' } }));
  await access.renew(await access.get());
  expect(store.saved[0]).toMatchObject({
    refreshToken: 'r+/=0',
    scopes: ['x'],
    login: 'op',
    expiresAt: clock.now() + 4 * 3_600_000,
  });
});

it('does not store a renewed token if the operator signs out during the request', async () => {
  let signOut = (): void => undefined;
  const { access, requests, store } = given(
    (nth) => {
      signOut();
      return token(nth);
    },
    { expiresAt: 0 },
  );
  signOut = () => {
    store.held.user = null;
  };
  await access.get();
  expect(requests).toHaveLength(1);
  expect([store.held.user, store.saved]).toEqual([null, []]);
});

it('asks the operator to sign in again when the refresh token is invalid, and does not send it again', async () => {
  const { access, requests, store } = given(() => ({
    status: 400,
    body: { status: 400, message: 'Invalid refresh token' },
  }));
  const old = await access.get();
  await expect(access.renew(old)).rejects.toMatchObject({ fault: 'user', message: SIGN_IN_AGAIN.english });
  await expect(access.renew(old)).rejects.toMatchObject({ message: SIGN_IN_AGAIN.english });
  expect(requests).toHaveLength(1);
  expect(access.fault()).toEqual(SIGN_IN_AGAIN);
  expect(store.held.user).not.toBeNull();
});

it('does not blame the sign-in for a wrong secret of the app', async () => {
  const { access } = given((nth) =>
    nth === 1 ? { status: 403, body: { message: 'invalid client secret' } } : token(nth),
  );
  const old = await access.get();
  await expect(access.renew(old)).rejects.toMatchObject({ code: 'site-app' });
  expect(access.fault()).toBeNull();
  expect((await access.renew(old)).accessToken).toBe('a2');
});

it('does not blame the sign-in for an unavailable Twitch, and uses the refresh token again', async () => {
  const { access } = given((nth) => (nth === 1 ? { status: 503 } : token(nth)));
  const old = await access.get();
  await expect(access.renew(old)).rejects.toMatchObject({ fault: 'outside' });
  expect(access.fault()).toBeNull();
  expect((await access.renew(old)).accessToken).toBe('a2');
});

it('fails without a request if nobody is signed in', async () => {
  const { access, requests, store } = given(token);
  store.held.user = null;
  await expect(access.get()).rejects.toMatchObject({ code: 'not-signed-in' });
  expect(requests).toHaveLength(0);
});
