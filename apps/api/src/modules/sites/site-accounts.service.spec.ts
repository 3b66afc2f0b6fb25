import { expect, it } from '@jest/globals';
import { type SiteApp, type UserTokens } from '#libs/providers';
import { type AccountVault } from '../../sites/account-vault.js';
import { type Sites } from '../../sites/sites.js';
import { type PushStatus } from '../push/push-status.js';
import { SiteAccounts } from './site-accounts.service.js';

const FIRST: SiteApp = { clientId: 'first', clientSecret: 'secret' };
const USER = { accessToken: 'token' } as UserTokens;

function accountsOf(stored: { app: SiteApp | null; user: UserTokens | null }) {
  const revoked: unknown[] = [];
  const vault = {
    app: () => Promise.resolve(stored.app),
    user: () => Promise.resolve(stored.user),
    saveApp: (_kind: string, app: SiteApp | null) => Promise.resolve(void (stored.app = app)),
    saveUser: (_kind: string, user: UserTokens | null) => Promise.resolve(void (stored.user = user)),
  };
  // As Twitch does, which reads the client id of the request from the stored app.
  const account = {
    changed: () => undefined,
    signOut: ({ accessToken }: UserTokens) =>
      Promise.resolve(void revoked.push({ accessToken, clientId: stored.app?.clientId })),
  };
  const sites = { all: () => [{ kind: 'twitch', account }] };
  const accounts = new SiteAccounts(
    sites as unknown as Sites,
    vault as unknown as AccountVault,
    undefined as unknown as PushStatus,
  );
  return { accounts, revoked };
}

it('revokes the token of the user with the app that requested it when another app is saved', async () => {
  const stored = { app: FIRST, user: USER };
  const { accounts, revoked } = accountsOf(stored);
  await accounts.saveApp('twitch', { client_id: 'second', client_secret: 'other' });
  expect(revoked).toEqual([{ accessToken: 'token', clientId: 'first' }]);
  expect(stored).toEqual({ app: { clientId: 'second', clientSecret: 'other' }, user: null });
});

it('keeps the user signed in when only the secret of the app changes', async () => {
  const stored = { app: FIRST, user: USER };
  const { accounts, revoked } = accountsOf(stored);
  await accounts.saveApp('twitch', { client_id: 'first', client_secret: 'new' });
  expect([revoked, stored]).toEqual([[], { app: { clientId: 'first', clientSecret: 'new' }, user: USER }]);
});
