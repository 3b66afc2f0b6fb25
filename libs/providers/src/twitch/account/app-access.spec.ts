import { english, verbatim } from '#libs/messages';
import { expect, it } from '@jest/globals';
import { SiteAddresses } from '../../kit/site-addresses.js';
import { fakeClock, fakeSite, FakeStore, type Reply } from '../fake-site.fixture.js';
import { AppAccess } from './app-access.js';
import { AuthApi } from './auth-api.js';

const given = (reply: (nth: number) => Reply) => {
  const [site, clock, store] = [fakeSite((_, nth) => reply(nth)), fakeClock(), new FakeStore()];
  return { ...site, clock, store, access: new AppAccess(store, new AuthApi(new SiteAddresses(), site.fetch), clock) };
};
const token = (nth: number): Reply => ({ body: { access_token: `t${nth}`, expires_in: 3600, token_type: 'bearer' } });

it('requests one token for concurrent callers', async () => {
  const { access, requests } = given(token);
  const all = await Promise.all([access.get(), access.get(), access.get()]);
  expect(all.map((a) => a.accessToken)).toEqual(['t1', 't1', 't1']);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    url: 'https://id.twitch.tv/oauth2/token',
    body: 'client_id=client0&client_secret=secret0&grant_type=client_credentials',
  });
});

it('requests a new one shortly before the old one expires', async () => {
  const { access, clock } = given(token);
  await access.get();
  clock.pass(54 * 60_000);
  expect((await access.get()).accessToken).toBe('t1');
  clock.pass(2 * 60_000);
  expect((await access.get()).accessToken).toBe('t2');
});

it('requests one new token for all calls that were refused with the old one', async () => {
  const { access, requests } = given(token);
  const old = await access.get();
  const [a, b] = await Promise.all([access.renew(old), access.renew(old)]);
  expect([a.accessToken, b.accessToken, (await access.renew(old)).accessToken]).toEqual(['t2', 't2', 't2']);
  expect(requests).toHaveLength(2);
});

it.each([
  ['invalid client secret', 403, 'The client secret of the Twitch app is wrong.'],
  ['invalid client', 400, 'Twitch does not know the client ID'],
  ['something new', 400, 'Twitch refuses the app (something new)'],
])('names the remedy for "%s", without the secret, and shows it as a problem', async (message, status, words) => {
  const { access } = given(() => ({ status, body: { status, message } }));
  await expect(access.get()).rejects.toMatchObject({ fault: 'user', message: expect.stringContaining(words) });
  expect(english(access.fault() ?? verbatim(''))).toContain(words);
  expect(english(access.fault() ?? verbatim(''))).toContain('Settings > Sites');
  expect(english(access.fault() ?? verbatim(''))).not.toContain('secret0');
});

it('does not retry refused credentials at every poll, but at once after a change', async () => {
  const { access, requests, store, clock } = given((nth) =>
    nth < 3 ? { status: 403, body: { message: 'invalid client secret' } } : token(nth),
  );
  await expect(access.get()).rejects.toThrow();
  await expect(access.get()).rejects.toThrow();
  expect(requests).toHaveLength(1);
  clock.pass(61_000);
  await expect(access.get()).rejects.toThrow();
  expect(requests).toHaveLength(2);
  store.held.app = { clientId: 'client0', clientSecret: 'other' };
  expect((await access.get()).accessToken).toBe('t3');
  expect(access.fault()).toBeNull();
});

it('names the missing app without a request', async () => {
  const { access, requests, store } = given(token);
  store.held.app = null;
  await expect(access.get()).rejects.toMatchObject({ code: 'no-site-app' });
  expect(english(access.fault() ?? verbatim(''))).toContain(
    'Enter the client ID and the client secret of your Twitch app under Settings > Sites',
  );
  expect(requests).toHaveLength(0);
});

it('does not use the token of an app that was replaced', async () => {
  const { access, store } = given(token);
  await access.get();
  store.held.app = { clientId: 'client1', clientSecret: 'secret1' };
  expect(await access.get()).toEqual({ clientId: 'client1', accessToken: 't2' });
});

it.each([
  ['500', { status: 500 }],
  ['a page', { body: '<html>' }],
  ['nothing', { body: '' }],
])('blames the site for %s, not the app', async (_name, reply) => {
  const { access } = given(() => reply);
  await expect(access.get()).rejects.toMatchObject({ fault: 'outside' });
  expect(access.fault()).toBeNull();
});

it('accepts an answer with only a token', async () => {
  const { access } = given(() => ({ body: { access_token: 'bare' } }));
  expect((await access.get()).accessToken).toBe('bare');
});
