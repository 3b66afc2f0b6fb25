import { beforeEach, describe, expect, it } from '@jest/globals';
import { TwitchTokens } from './twitch-tokens.js';

describe('the tokens of the simulated Twitch', () => {
  let now = 0;
  let tokens = new TwitchTokens({ app: 100, user: 10 });

  beforeEach(() => {
    now = 0;
    tokens = new TwitchTokens({ app: 100, user: 10 }, () => now);
  });

  it('end with their time', () => {
    const { accessToken } = tokens.issueApp([]);
    now = 99_999;
    expect(tokens.find(accessToken)).toBeDefined();
    now = 100_000;
    expect(tokens.find(accessToken)).toBeUndefined();
  });

  it('of a user are refreshed after they ended, and those of the application never', () => {
    const user = tokens.issueUser('7', ['a']);
    now = 20_000;
    const again = tokens.refresh(user.refreshToken ?? '');
    expect(again).toMatchObject({ userId: '7', scopes: ['a'], refreshToken: user.refreshToken });
    expect(tokens.find(again?.accessToken ?? '')).toBe(again);
    expect(tokens.issueApp([]).refreshToken).toBeNull();
  });

  it('cannot be refreshed once they were revoked one by one', () => {
    const user = tokens.issueUser('7', []);
    expect(tokens.revoke(user.accessToken)).toBe(true);
    expect(tokens.refresh(user.refreshToken ?? '')).toBeUndefined();
    expect(tokens.revoke(user.accessToken)).toBe(false);
  });

  it('are all refused after a revocation of all, and new ones are fine', () => {
    const [old, user] = [tokens.issueApp([]), tokens.issueUser('7', [])];
    tokens.revokeAll();
    expect([tokens.find(old.accessToken), tokens.find(user.accessToken)]).toEqual([undefined, undefined]);
    expect(tokens.find(tokens.issueApp([]).accessToken)).toBeDefined();
    expect(tokens.refresh(user.refreshToken ?? '')).toBeDefined();
    tokens.revokeAll({ withRefresh: true });
    expect(tokens.refresh(user.refreshToken ?? '')).toBeUndefined();
  });

  it('are given once for a code, to the address it was sent to', () => {
    const grant = { userId: '7', scopes: [], redirectUri: 'http://a/' };
    const code = tokens.giveCode(grant);
    expect(tokens.takeCode(code, 'http://a/')).toMatchObject({ userId: '7' });
    expect(tokens.takeCode(code, 'http://a/')).toBeUndefined();
    expect(tokens.takeCode(tokens.giveCode(grant), 'http://b/')).toBeUndefined();
  });
});
