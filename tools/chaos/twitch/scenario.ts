import { type ChannelSpec, type TwitchChannelSpec, smallChannel, type Scenario } from '../../provider-sim/index.js';
import type { Conclude, Named } from '../scenario.js';
import type { InstallationEnvironment } from '../environment/test-environment.js';

/** What a scenario runs on: an installation that follows the scenario's channel. */
export interface TwitchEnvironment extends InstallationEnvironment {
  readonly channelUuid: string;
}

/** One broadcast of a channel of the simulated Twitch, and what happens to the site, or to us, meanwhile. */
export interface TwitchScenario extends Named {
  /** How sites notify the installation of streams. */
  readonly transport: 'webhook' | 'websocket';
  /** `channel`: nobody else notices, so these are played side by side. `all`: one after another. */
  readonly hits: 'channel' | 'all';
  readonly twitch?: Partial<TwitchChannelSpec>;
  readonly window?: ChannelSpec['window'];
  /** Resolves once the stream is recorded; the rest of it is the verdict's. */
  injectFault(environment: TwitchEnvironment): Promise<Conclude>;
}

/** Its channel: a login. */
export const loginOf = ({ name }: Named): string => name.replaceAll('-', '_');

/** As Twitch has them: a list of 30 s. */
const WINDOW = 15;
const CHAT_PER_MINUTE = 90;
const FIRST_USER_ID = 70_000_000;

/** A channel for each scenario, with somebody talking while it is live. */
export const scenarioChannels = (scenarios: readonly TwitchScenario[]): Scenario => ({
  name: 'chaos-twitch',
  about: 'a channel for each scenario',
  steps: [],
  channels: scenarios.map((scenario, i) =>
    smallChannel(loginOf(scenario), {
      window: scenario.window ?? WINDOW,
      twitch: {
        userId: String(FIRST_USER_ID + i),
        displayName: scenario.name,
        title: scenario.about,
        category: 'Chess',
        chatPerMinute: CHAT_PER_MINUTE,
        viewers: 10 + i,
        ...scenario.twitch,
      },
    }),
  ),
});
