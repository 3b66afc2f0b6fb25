import { NO_ACCESS } from '#libs/contracts';
import { type SiteApp } from '../kit/account.js';
import { type ChannelTarget } from '../kit/provider.js';
import { SiteAddresses } from '../kit/site-addresses.js';
import {
  SIM_TWITCH_APP,
  smallChannel,
  startSim,
  type ChannelSpec,
  type Sim,
  type TwitchAction,
  type TwitchChannelSpec,
  type TwitchSettings,
} from '../../../../tools/provider-sim/index.js';
import { FakeStore } from './fake-site.fixture.js';
import { TwitchProvider } from './twitch.provider.js';

export const SIM_APP: SiteApp = { clientId: SIM_TWITCH_APP.clientId, clientSecret: SIM_TWITCH_APP.clientSecret };
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
      description: 'About it.',
      broadcasterType: 'affiliate',
      ...more,
    },
  });

/** The provider against a simulated Twitch. */
export class SimFixture {
  private constructor(
    readonly sim: Sim,
    readonly store: FakeStore,
    readonly provider: TwitchProvider,
  ) {}

  /** @param app null: the operator has none */
  static async open({
    app = SIM_APP,
    channels = [onTwitch('harbour', '50000001'), onTwitch('quiet', '50000002')],
    settings = {},
  }: {
    app?: SiteApp | null;
    channels?: readonly ChannelSpec[];
    settings?: Partial<TwitchSettings>;
  } = {}): Promise<SimFixture> {
    const sim = await startSim({ scenario: { name: 'spec', about: '', channels, steps: [] }, twitch: settings });
    const store = new FakeStore({ app, user: null });
    return new SimFixture(
      sim,
      store,
      new TwitchProvider({ sites: new SiteAddresses(`${sim.url}/h/{host}`), account: store, lookUpWaitsMs: [1, 1] }),
    );
  }

  goLive(name = 'harbour'): void {
    this.sim.act(name, { do: 'start' });
  }
  act(action: TwitchAction, name = 'harbour'): void {
    this.sim.act(name, action);
  }

  /** Signs in like the operator in the browser, up to the code in the callback. */
  async signIn(): Promise<void> {
    const redirectUri = 'http://127.0.0.1/callback';
    const answer = await fetch(
      this.provider.account.signInUrl({ clientId: SIM_APP.clientId, redirectUri, state: 'st ate' }),
      { redirect: 'manual' },
    );
    const { searchParams } = new URL(answer.headers.get('location') ?? '');
    if (searchParams.get('state') !== 'st ate') throw new TypeError('the state did not come back');
    await this.store.saveUser(
      await this.provider.account.signIn({ app: SIM_APP, code: searchParams.get('code') ?? '', redirectUri }, soon()),
    );
  }

  /** The requests to a host so far, in order. */
  requests(host: string): readonly string[] {
    return this.sim
      .log()
      .sites.filter((call) => call.host === host)
      .map(({ method, path }) => `${method} ${path}`);
  }
  stop(): Promise<void> {
    return this.sim.stop();
  }
}

export const soon = (): AbortSignal => AbortSignal.timeout(30_000);
export const target = (sourceId: string, key = sourceId): ChannelTarget & { readonly seen: null } => ({
  key,
  sourceId,
  sourceUrl: `https://www.twitch.tv/x${sourceId}`,
  access: NO_ACCESS,
  network: null,
  seen: null,
});
