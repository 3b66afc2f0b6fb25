import { type Channel } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createServer, request as sendRequest, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';

jest.setTimeout(120_000);

/** A proxy or tunnel between the site and the API. While it is blocked, it answers by itself. */
class FrontProxy {
  isBlocked = false;
  target = '';
  private constructor(private readonly server: Server) {}

  static async open(): Promise<FrontProxy> {
    const front: FrontProxy = new FrontProxy(
      createServer((request, response) => {
        if (front.isBlocked) {
          response.writeHead(504).end('gateway time-out');
          return;
        }
        const onward = sendRequest(
          `${front.target}${request.url ?? ''}`,
          { method: request.method, headers: request.headers },
          (answer) => {
            response.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(response);
          },
        );
        onward.on('error', () => {
          response.destroy();
        });
        request.pipe(onward);
      }),
    );
    await new Promise<void>((done) => {
      front.server.listen(0, '127.0.0.1', done);
    });
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => {
      this.server.close(done);
    });
  }
}

/** Cases of docs/coverage.md in which the pushes of a site do not arrive. */
describe('push messages that do not arrive', () => {
  let testApp: TwitchTestApp;
  let front: FrontProxy;
  const requests = (): number =>
    testApp.requests('api.twitch.tv').filter((c) => c.startsWith('POST /helix/eventsub/subscriptions')).length;

  beforeAll(async () => {
    front = await FrontProxy.open();
    testApp = await TwitchTestApp.open({
      channels: [onTwitch('unheard', '72000001'), onTwitch('walled', '72000002'), onTwitch('other', '72000003')],
      appUrl: 'https://vod.example.org',
      twitch: { callbacksTo: front.url },
    });
    front.target = testApp.app.origin;
  });
  afterAll(async () => {
    await testApp.stop();
    await front.close();
  });

  it('W1 a lost push message: a poll starts the recording, and the VOD says how late it began', async () => {
    const { uuid } = await testApp.follow('unheard');
    await testApp.subscribed(uuid);
    testApp.act('unheard', { do: 'events', how: 'silent' });
    testApp.act('unheard', { do: 'start' });
    await testApp.recorded(uuid, Date.now() + 90_000);
    const [vod] = await testApp.vods(uuid);
    expect(vod?.late_s).toBeGreaterThan(85);
    expect(vod?.late_s).toBeLessThan(120);
  });

  it('W7 a challenge that never arrives: the channel stays, shows the remedy and is recorded by polling; no request is repeated', async () => {
    front.isBlocked = true;
    const { uuid } = await testApp.follow('walled');
    const marked = await eventually(
      async () => {
        const c = await testApp.channel(uuid);
        return c.push.status === 'failed' && c;
      },
      'the mark',
      60_000,
    );
    expect(marked).toMatchObject({
      api_getSubscriptionStatus: false,
      push: { reason: expect.stringContaining('The public address must lead here from outside') },
    });
    const before = requests();
    testApp.act('walled', { do: 'start' });
    await testApp.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    await testApp.follow('other');
    await eventually(() => Promise.resolve(requests() >= before + 3), 'the requests for another channel');
    expect(requests()).toBe(before + 3);
  });

  it('W8 a proxy that blocks all calls: the API records the other channels, and subscribes all when the proxy lets calls through', async () => {
    expect((await testApp.app.call('GET', '/health')).status).toBe(200);
    front.isBlocked = false;
    await testApp.set({ app_name: 'The way is free' });
    const { streamer_list: channels } = (await testApp.app.call<{ streamer_list: Channel[] }>('GET', '/channels')).body
      .data as { streamer_list: Channel[] };
    expect(channels.map((c) => c.login).sort()).toEqual(['other', 'unheard', 'walled']);
    for (const { uuid } of channels) await testApp.subscribed(uuid, 60_000);
    expect(await testApp.channel(channels.find((c) => c.login === 'unheard')?.uuid ?? '')).toMatchObject({
      is_live: true,
      vods_list: [{ state: 'capturing' }],
    });
  });
});
