import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { TwitchClient } from '../twitch/twitch-client.fixture.js';
import { SIM_TWITCH_APP } from '../twitch/auth/twitch-tokens.js';

interface Users {
  readonly data: readonly { readonly profile_image_url: string }[];
}

describe('the way to a site of the simulator', () => {
  let twitch: TwitchClient;
  let authorization = '';

  beforeAll(async () => {
    twitch = await TwitchClient.open();
    authorization = `Bearer ${await twitch.appToken()}`;
  }, 60_000);
  afterAll(() => twitch.sim.stop());

  /** As the CONNECT proxy passes requests on: with the real name. */
  const byName = (host: string, path: string): Promise<Users> =>
    new Promise((done, fail) => {
      request(
        `${twitch.sim.url}${path}`,
        { headers: { host, authorization, 'client-id': SIM_TWITCH_APP.clientId } },
        (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => {
            text += String(chunk);
          });
          answer.on('end', () => {
            done(JSON.parse(text) as Users);
          });
        },
      )
        .on('error', fail)
        .end();
    });
  const plain = async (path: string): Promise<Users> =>
    (
      await fetch(`${twitch.sim.url}${path}`, { headers: { authorization, 'client-id': SIM_TWITCH_APP.clientId } })
    ).json() as Promise<Users>;
  const welcomed = (url: string, options = {}): Promise<string> =>
    new Promise((done, fail) => {
      const socket = new WebSocket(url, options);
      socket.once('message', (data: Buffer) => {
        socket.terminate();
        done((JSON.parse(data.toString()) as { metadata: { message_type: string } }).metadata.message_type);
      });
      socket.once('error', fail);
    });

  it('is its name in the path, and its addresses are then so too', async () => {
    const { data } = await plain('/h/api.twitch.tv/helix/users?login=harbour');
    expect(data[0]?.profile_image_url).toBe(
      `${twitch.sim.url}/h/static-cdn.jtvnw.net/jtv_user_pictures/50000001-profile_image-300x300.png`,
    );
  });

  it.each(['api.twitch.tv', 'API.twitch.tv:443'])(
    'is its name as the host, and its addresses are then the real ones: %s',
    async (host) => {
      const { data } = await byName(host, '/helix/users?login=harbour');
      expect(data[0]?.profile_image_url).toBe(
        'https://static-cdn.jtvnw.net/jtv_user_pictures/50000001-profile_image-300x300.png',
      );
    },
  );

  it('is one of the prefixes of a mock server', async () => {
    expect((await plain('/mock/users?login=harbour')).data).toHaveLength(1);
    expect((await plain('/eventsub/subscriptions')).data).toEqual([]);
    expect((await fetch(`${twitch.sim.url}/auth/validate`, { headers: { authorization } })).status).toBe(200);
  });

  it('is one of them for websockets too', async () => {
    const base = twitch.sim.url.replace('http', 'ws');
    expect(await welcomed(`${base}/h/eventsub.wss.twitch.tv/ws`)).toBe('session_welcome');
    expect(await welcomed(`${base}/ws`, { headers: { host: 'eventsub.wss.twitch.tv' } })).toBe('session_welcome');
    expect(await welcomed(`${base}/ws`)).toBe('session_welcome');
  });

  it('is not there for hosts that nobody plays', async () => {
    expect((await fetch(`${twitch.sim.url}/h/www.example.org/`)).status).toBe(404);
    await expect(welcomed(`${twitch.sim.url.replace('http', 'ws')}/h/api.twitch.tv/`)).rejects.toThrow('404');
  });

  it("leaves the simulator's own addresses alone", async () => {
    expect(await plain('/_sim')).toMatchObject([{ channel: 'harbour', state: 'offline' }]);
  });

  it("takes actions of Twitch by POST, and refuses those of another site's channel", async () => {
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${twitch.sim.url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await post('harbour/update', { title: 'Fog' })).status).toBe(200);
    expect((await post('harbour/update', { titel: 'Fog' })).status).toBe(400);
    expect(twitch.sim.log().channels['harbour']?.events).toMatchObject([{ what: '{"do":"update","title":"Fog"}' }]);
    expect(
      await (
        await fetch(`${twitch.sim.url}/h/api.twitch.tv/helix/channels?broadcaster_id=50000001`, {
          headers: { authorization, 'client-id': SIM_TWITCH_APP.clientId },
        })
      ).json(),
    ).toMatchObject({ data: [{ title: 'Fog' }] });
  });
});
