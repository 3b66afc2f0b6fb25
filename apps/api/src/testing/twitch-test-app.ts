import { type Channel, type Notice, type SettingValues, type SiteAccountView, type Vod } from '#libs/contracts';
import { freePort } from '#libs/testkit';
import {
  type Action,
  type Sim,
  type ChannelSpec,
  SIM_TWITCH_APP,
  smallChannel,
  startSim,
  type TwitchAction,
  type TwitchChannelSpec,
  type TwitchSettings,
} from '../../../../tools/provider-sim/index.js';
import { PushRepository } from '../persistence/repositories/push.repository.js';
import { Sites } from '../sites/sites.js';
import { TestApp, eventually } from './test-app.js';
import { FakePart } from './fake-part.js';

const APP = { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret };

/** A channel of the simulated Twitch; these tests load no media of it. */
export const onTwitch = (name: string, userId: string, more: Partial<TwitchChannelSpec> = {}): ChannelSpec =>
  smallChannel(name, {
    twitch: {
      userId,
      displayName: name.toUpperCase(),
      title: `Title of ${name}`,
      category: 'Chess',
      tags: ['English', 'Chill'],
      language: 'en',
      viewers: 42,
      broadcasterType: 'affiliate',
      ...more,
    },
  });

interface Given {
  readonly channels: readonly ChannelSpec[];
  /** False: the installation has no app of its own and uses public look-ups. */
  readonly hasSiteApp?: boolean;
  /** Public address of the installation; calls of the site to it are delivered. */
  readonly appUrl?: string;
  readonly settings?: Partial<SettingValues>;
  readonly twitch?: Partial<TwitchSettings>;
  /** As of `TestApp.start`. */
  readonly running?: readonly string[];
}

/** An API with a simulated Twitch, both in this process. */
export class TwitchTestApp {
  private constructor(
    readonly app: TestApp,
    readonly sim: Sim,
  ) {}

  static async open({
    channels,
    hasSiteApp = true,
    appUrl = '',
    settings = {},
    twitch = {},
    running = [],
  }: Given): Promise<TwitchTestApp> {
    const port = await freePort();
    const app = await TestApp.start({ sites: `http://127.0.0.1:${port}/h/{host}`, running });
    const sim = await startSim({
      port,
      scenario: { name: 'spec', about: '', channels, steps: [] },
      twitch: { callbacksTo: app.origin, ...twitch },
    });
    const twitchApp = new TwitchTestApp(app, sim);
    await twitchApp.set({
      'live.poll_s': 0.2,
      'capture.grace_site_s': 0.5,
      ...(appUrl === '' ? {} : { app_url: appUrl }),
      ...settings,
    });
    if (hasSiteApp) await twitchApp.giveApp();
    return twitchApp;
  }

  async set(config: Partial<SettingValues>): Promise<void> {
    const { status, text } = await this.app.call('PUT', '/settings', { config });
    if (status !== 200) throw new RangeError(text);
  }

  async giveApp(): Promise<void> {
    await this.app.call('PUT', '/sites/twitch/app', APP);
  }

  /**
   * Goes through the site's consent page like a browser.
   * @returns the final address of the browser
   */
  async signIn(): Promise<string> {
    const { body } = await this.app.call<{ url: string }>('POST', '/sites/twitch/sign-in', {});
    const consent = await fetch(body.data?.url ?? '', { redirect: 'manual' });
    const back = new URL(consent.headers.get('location') ?? '');
    return (
      (await fetch(`${this.app.origin}${back.pathname}${back.search}`, { redirect: 'manual' })).headers.get(
        'location',
      ) ?? ''
    );
  }

  async follow(url: string, more: object = {}): Promise<Channel> {
    const { status, body, text } = await this.app.call<Channel>('POST', '/channels', {
      provider: 'twitch',
      url,
      ...more,
    });
    if (status !== 200 || !body.data) throw new RangeError(text);
    return body.data;
  }

  act(name: string, action: TwitchAction | Action): void {
    this.sim.act(name, action);
  }
  async channel(uuid: string): Promise<Channel> {
    return (await this.app.call<Channel>('GET', `/channels/${uuid}`)).body.data as Channel;
  }
  async site(): Promise<SiteAccountView> {
    return (await this.app.call<SiteAccountView[]>('GET', '/sites')).body.data?.find(
      (s) => s.kind === 'twitch',
    ) as SiteAccountView;
  }
  async notices(): Promise<readonly Notice[]> {
    return (await this.app.call<Notice[]>('GET', '/notices')).body.data ?? [];
  }

  /** Oldest first. */
  async vods(channelUuid: string): Promise<readonly Vod[]> {
    return (await this.channel(channelUuid)).vods_list;
  }

  channelThat(uuid: string, is: (channel: Channel) => boolean, what: string): Promise<Channel> {
    return eventually(async () => {
      const found = await this.channel(uuid);
      return is(found) && found;
    }, what);
  }

  vodThat(channelUuid: string, is: (vod: Vod) => boolean, what: string): Promise<Vod> {
    return eventually(async () => (await this.vods(channelUuid)).findLast(is), what);
  }

  /**
   * Waits until the site pushes every topic of a channel. The channel's status alone becomes active with the first
   * topic.
   */
  async subscribed(uuid: string, waitMs?: number): Promise<Channel> {
    const { userid } = await this.channel(uuid);
    const topics = this.app.nest.get(Sites, { strict: false }).of('twitch').push?.topics ?? [];
    const rows = this.app.nest.get(PushRepository, { strict: false });
    return eventually(
      async () => {
        const active = (await rows.subscriptions('twitch')).filter(
          (row) => row.sourceId === userid && row.status === 'active',
        );
        const found = await this.channel(uuid);
        return active.length === topics.length && found.push.status === 'active' && found;
      },
      'the subscriptions',
      waitMs,
    );
  }

  /**
   * Fakes the recorder of the channel's newest VOD: two segments, and snapshots until the part is sealed.
   * @param t0 wall clock of the first segment
   */
  async recorded(channelUuid: string, t0 = Date.now()): Promise<FakePart> {
    const vod = await this.vodThat(
      channelUuid,
      (v) => v.state === 'waiting' || v.state === 'paused',
      'a VOD to record',
    );
    const part = new FakePart(this.app, vod.uuid, { seq: 0, t0 });
    await part.write(2);
    await part.seal(null);
    part.startSnapshots();
    await this.vodThat(channelUuid, (v) => v.state === 'capturing', 'the capture');
    return part;
  }

  /** Requests to a host so far, in order, as `METHOD path`. */
  requests(host: string): readonly string[] {
    return this.sim
      .log()
      .sites.filter((call) => call.host === host)
      .map(({ method, path }) => `${method} ${path}`);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.sim.stop();
  }
}
