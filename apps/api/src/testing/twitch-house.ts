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
import { ApiHouse, eventually } from './api-house.js';
import { PlayedPart } from './played-part.js';

const APP = { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret };

/** A channel of the simulated Twitch; of its media nothing is loaded here. */
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
  /** Without an app of its own a house asks by public look-ups. */
  readonly app?: boolean;
  /** Where the site reaches the house; what it calls there is delivered to it. */
  readonly appUrl?: string;
  readonly settings?: Partial<SettingValues>;
  readonly twitch?: Partial<TwitchSettings>;
}

/** An api with a simulated Twitch beside it; both in this process. */
export class TwitchHouse {
  private constructor(
    readonly house: ApiHouse,
    readonly sim: Sim,
  ) {}

  static async open({ channels, app = true, appUrl = '', settings = {}, twitch = {} }: Given): Promise<TwitchHouse> {
    const port = await freePort();
    const house = await ApiHouse.start({ sites: `http://127.0.0.1:${port}/h/{host}` });
    const sim = await startSim({
      port,
      scenario: { name: 'spec', about: '', channels, steps: [] },
      twitch: { callbacksTo: house.origin, ...twitch },
    });
    const all = new TwitchHouse(house, sim);
    await all.set({
      'live.poll_s': 0.2,
      'capture.grace_site_s': 0.5,
      ...(appUrl === '' ? {} : { app_url: appUrl }),
      ...settings,
    });
    if (app) await all.giveApp();
    return all;
  }

  async set(config: Partial<SettingValues>): Promise<void> {
    const { status, text } = await this.house.call('PUT', '/settings', { config });
    if (status !== 200) throw new RangeError(text);
  }

  async giveApp(): Promise<void> {
    await this.house.call('PUT', '/sites/twitch/app', APP);
  }

  /** Through the site's consent page, as the browser goes. @returns where the browser ends */
  async signIn(): Promise<string> {
    const { body } = await this.house.call<{ url: string }>('POST', '/sites/twitch/sign-in', {});
    const consent = await fetch(body.data?.url ?? '', { redirect: 'manual' });
    const back = new URL(consent.headers.get('location') ?? '');
    return (
      (await fetch(`${this.house.origin}${back.pathname}${back.search}`, { redirect: 'manual' })).headers.get(
        'location',
      ) ?? ''
    );
  }

  async follow(url: string, more: object = {}): Promise<Channel> {
    const { status, body, text } = await this.house.call<Channel>('POST', '/channels', {
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
    return (await this.house.call<Channel>('GET', `/channels/${uuid}`)).body.data as Channel;
  }
  async site(): Promise<SiteAccountView> {
    return (await this.house.call<SiteAccountView[]>('GET', '/sites')).body.data?.find(
      (s) => s.kind === 'twitch',
    ) as SiteAccountView;
  }
  async notices(): Promise<readonly Notice[]> {
    return (await this.house.call<Notice[]>('GET', '/notices')).body.data ?? [];
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

  /** Waits until the site tells of a channel by itself. */
  subscribed(uuid: string): Promise<Channel> {
    return this.channelThat(uuid, (c) => c.push.status === 'active', 'the subscriptions');
  }

  /**
   * Plays the recorder of the channel's newest VOD: two segments, announced; it speaks until its part is sealed.
   * @param t0 wall clock of its first one
   */
  async recorded(channelUuid: string, t0 = Date.now()): Promise<PlayedPart> {
    const vod = await this.vodThat(
      channelUuid,
      (v) => v.state === 'waiting' || v.state === 'paused',
      'a VOD to record',
    );
    const part = new PlayedPart(this.house, vod.uuid, { seq: 0, t0 });
    await part.write(2);
    await part.seal(null);
    part.speak();
    await this.vodThat(channelUuid, (v) => v.state === 'capturing', 'the capture');
    return part;
  }

  /** Paths asked of a host so far, in order. */
  asked(host: string): readonly string[] {
    return this.sim
      .log()
      .sites.filter((call) => call.host === host)
      .map(({ method, path }) => `${method} ${path}`);
  }

  async stop(): Promise<void> {
    await this.house.stop();
    await this.sim.stop();
  }
}
