import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REDIRECT, TwitchClient } from '../twitch-client.fixture.js';
import { SIM_TWITCH_APP } from './twitch-tokens.js';

describe('id.twitch.tv', () => {
  let twitch: TwitchClient;
  const validate = async (authorization: string): Promise<{ readonly status: number; readonly body: unknown }> => {
    const answer = await fetch(`${twitch.site('id.twitch.tv')}/oauth2/validate`, { headers: { authorization } });
    return { status: answer.status, body: await answer.json() };
  };
  const revoke = (token: string): Promise<Response> =>
    fetch(`${twitch.site('id.twitch.tv')}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: SIM_TWITCH_APP.clientId, token }),
    });

  beforeAll(async () => {
    twitch = await TwitchClient.open();
  }, 60_000);
  beforeEach(() => {
    twitch.sim.act('harbour', { do: 'heal' });
  });
  afterAll(() => twitch.sim.stop());

  it('gives the application a token without a refresh token', async () => {
    const { status, body } = await twitch.token({ grant_type: 'client_credentials' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { access_token: expect.stringMatching(/^[0-9a-f]{30}$/), expires_in: 5_000_000, token_type: 'bearer' },
    });
  });

  it('takes its fields from the query too', async () => {
    const query = new URLSearchParams({
      client_id: SIM_TWITCH_APP.clientId,
      client_secret: SIM_TWITCH_APP.clientSecret,
      grant_type: 'client_credentials',
    });
    expect(
      (await fetch(`${twitch.site('id.twitch.tv')}/oauth2/token?${query.toString()}`, { method: 'POST' })).status,
    ).toBe(200);
  });

  it.each([
    { what: 'an unknown client', fields: { client_id: 'nobody' }, refusal: { status: 400, message: 'invalid client' } },
    {
      what: 'a wrong secret',
      fields: { client_secret: 'wrong' },
      refusal: { status: 403, message: 'invalid client secret' },
    },
    { what: 'no secret', fields: { client_secret: '' }, refusal: { status: 400, message: 'missing client secret' } },
    {
      what: 'a made-up code',
      fields: { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT },
      refusal: { status: 400, message: 'Invalid authorization code' },
    },
    {
      what: 'a made-up refresh token',
      fields: { grant_type: 'refresh_token', refresh_token: 'x' },
      refusal: { status: 400, message: 'Invalid refresh token' },
    },
    {
      what: 'an unknown grant',
      fields: { grant_type: 'password' },
      refusal: { status: 400, message: 'invalid grant type' },
    },
  ])('refuses $what, without an `error` key', async ({ fields, refusal }) => {
    const { status, body } = await twitch.token({ grant_type: 'client_credentials', ...fields });
    expect({ status, body }).toEqual({ status: refusal.status, body: refusal });
  });

  it('sends the browser back with a code and the state, which makes a token of the user', async () => {
    const back = await twitch.consent();
    expect(back.href.startsWith(REDIRECT)).toBe(true);
    expect(back.searchParams.get('state')).toBe('s-1');
    const { body } = await twitch.token({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
    });
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 14_400,
      refresh_token: expect.any(String),
      scope: ['user:read:email'],
    });
    expect(await validate(`OAuth ${body.access_token}`)).toMatchObject({
      status: 200,
      body: {
        client_id: SIM_TWITCH_APP.clientId,
        login: SIM_TWITCH_APP.user.login,
        user_id: SIM_TWITCH_APP.user.id,
        scopes: ['user:read:email'],
      },
    });
  });

  it('sends the browser back with the no of its user', async () => {
    twitch.sim.act('harbour', { do: 'site-fault', on: 'auth', mode: '403', times: 1 });
    const back = await twitch.consent();
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 's-1' });
    expect(back.searchParams.has('code')).toBe(false);
  });

  it('does not send the browser back for a client it does not know', async () => {
    expect((await twitch.consent({ client_id: 'nobody' })).href).toBe('nowhere:');
  });

  it('refuses in its own words when its problem is a refusal', async () => {
    twitch.sim.act('harbour', { do: 'site-fault', on: 'auth', mode: '403', times: 1 });
    expect(await twitch.token({ grant_type: 'client_credentials' })).toMatchObject({
      status: 403,
      body: { status: 403, message: 'invalid client secret' },
    });
  });

  it('refreshes nothing for a user who disconnected the application', async () => {
    const grant = await twitch.userGrant();
    twitch.sim.act('harbour', { do: 'revoke-tokens', withRefresh: true });
    expect(await twitch.token({ grant_type: 'refresh_token', refresh_token: grant.refresh_token })).toMatchObject({
      status: 400,
      body: { message: 'Invalid refresh token' },
    });
  });

  it('gives a new token for a refresh token', async () => {
    const grant = await twitch.userGrant();
    const { status, body } = await twitch.token({ grant_type: 'refresh_token', refresh_token: grant.refresh_token });
    expect({ status, refreshed: body.access_token === grant.access_token }).toEqual({ status: 200, refreshed: false });
    expect((await validate(`OAuth ${body.access_token}`)).status).toBe(200);
  });

  it('says of the application no user, and nothing of a token that it revoked', async () => {
    const token = await twitch.appToken();
    expect((await validate(`OAuth ${token}`)).body).not.toHaveProperty('user_id');
    expect((await revoke(token)).status).toBe(200);
    expect(await validate(`OAuth ${token}`)).toMatchObject({
      status: 401,
      body: { status: 401, message: 'invalid access token' },
    });
    expect((await revoke(token)).status).toBe(400);
  });

  it('keeps no secret in the log', async () => {
    const query = new URLSearchParams({
      client_id: SIM_TWITCH_APP.clientId,
      client_secret: SIM_TWITCH_APP.clientSecret,
      grant_type: 'client_credentials',
    });
    await fetch(`${twitch.site('id.twitch.tv')}/oauth2/token?${query.toString()}`, { method: 'POST' });
    expect(twitch.sim.log().sites.at(-1)).toMatchObject({
      host: 'id.twitch.tv',
      method: 'POST',
      status: 200,
      path: expect.stringContaining('client_secret=-'),
    });
    expect(JSON.stringify(twitch.sim.log())).not.toContain(SIM_TWITCH_APP.clientSecret);
  });
});
