import { type Channel } from '#libs/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createServer, request as ask, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { eventually } from '../../testing/test-app.js';
import { onTwitch, TwitchTestApp } from '../../testing/twitch-test-app.js';

jest.setTimeout(120_000);

/** What stands between the site and us: a tunnel, a gateway. Blocked, it answers by itself. */
class Front {
  isBlocked = false;
  leadsTo = '';
  private constructor(private readonly server: Server) {}

  static async open(): Promise<Front> {
    const front: Front = new Front(
      createServer((request, response) => {
        if (front.isBlocked) {
          response.writeHead(504).end('gateway time-out');
          return;
        }
        const onward = ask(
          `${front.leadsTo}${request.url ?? ''}`,
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
describe('pushes that do not come through', () => {
  let all: TwitchTestApp;
  let front: Front;
  const requests = (): number =>
    all.requests('api.twitch.tv').filter((c) => c.startsWith('POST /helix/eventsub/subscriptions')).length;

  beforeAll(async () => {
    front = await Front.open();
    all = await TwitchTestApp.open({
      channels: [onTwitch('unheard', '72000001'), onTwitch('walled', '72000002'), onTwitch('other', '72000003')],
      appUrl: 'https://vod.example.org',
      twitch: { callbacksTo: front.url },
    });
    front.leadsTo = all.app.origin;
  });
  afterAll(async () => {
    await all.stop();
    await front.close();
  });

  it('W1 a push that never comes: the poll starts it, and a recording that began late says how late', async () => {
    const { uuid } = await all.follow('unheard');
    await all.subscribed(uuid);
    all.act('unheard', { do: 'events', how: 'silent' });
    all.act('unheard', { do: 'start' });
    await all.recorded(uuid, Date.now() + 90_000);
    const [vod] = await all.vods(uuid);
    expect(vod?.late_s).toBeGreaterThan(85);
    expect(vod?.late_s).toBeLessThan(120);
  });

  it('W7 a challenge that never comes: the channel stays, marked with what to do, and is recorded by asking; nothing is asked over and over', async () => {
    front.isBlocked = true;
    const { uuid } = await all.follow('walled');
    const marked = await eventually(
      async () => {
        const c = await all.channel(uuid);
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
    all.act('walled', { do: 'start' });
    await all.vodThat(uuid, (v) => v.state === 'waiting', 'the VOD');
    await all.follow('other');
    await eventually(() => Promise.resolve(requests() >= before + 3), 'the requests for another channel');
    expect(requests()).toBe(before + 3);
  });

  it('W8 with something in front that lets no call through the process lives, goes on recording the others, and is notified of all once the way is free', async () => {
    expect((await all.app.call('GET', '/health')).status).toBe(200);
    front.isBlocked = false;
    await all.set({ app_name: 'The way is free' });
    const { streamer_list: channels } = (await all.app.call<{ streamer_list: Channel[] }>('GET', '/channels')).body
      .data as { streamer_list: Channel[] };
    expect(channels.map((c) => c.login).sort()).toEqual(['other', 'unheard', 'walled']);
    for (const { uuid } of channels) await all.subscribed(uuid, 60_000);
    expect(await all.channel(channels.find((c) => c.login === 'unheard')?.uuid ?? '')).toMatchObject({
      is_live: true,
      vods_list: [{ state: 'capturing' }],
    });
  });
});
