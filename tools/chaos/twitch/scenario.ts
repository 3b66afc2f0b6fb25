import { type ChannelSpec, type TwitchChannelSpec, smallChannel, type Scenario } from '../../provider-sim/index.js';
import type { Conclude, Named } from '../scenario.js';
import type { InstallationEnvironment } from '../environment/test-environment.js';

/** Environment of a scenario: an installation that follows its channel. */
export interface TwitchEnvironment extends InstallationEnvironment {
  readonly channelUuid: string;
}

/** One broadcast on the simulated Twitch, with a fault in the site or in the installation. */
export interface TwitchScenario extends Named {
  /** How the site notifies the installation of streams. */
  readonly transport: 'webhook' | 'websocket';
  /** `channel`: the fault affects only this channel, so these run in parallel. `all`: these run one after another. */
  readonly hits: 'channel' | 'all';
  readonly twitch?: Partial<TwitchChannelSpec>;
  readonly window?: ChannelSpec['window'];
  /** Resolves when the fault is over and the stream is recorded. The returned function checks the result. */
  injectFault(environment: TwitchEnvironment): Promise<Conclude>;
}

/** Login of the scenario's channel. */
export const loginOf = ({ name }: Named): string => name.replaceAll('-', '_');

/** Segments in the playlist: 30 s, as on Twitch. */
const WINDOW_SEGMENTS = 15;
const CHAT_PER_MINUTE = 90;
const FIRST_USER_ID = 70_000_000;

/** One channel per scenario, with chat messages while it is live. */
export const scenarioChannels = (scenarios: readonly TwitchScenario[]): Scenario => ({
  name: 'chaos-twitch',
  about: 'a channel for each scenario',
  steps: [],
  channels: scenarios.map((scenario, i) =>
    smallChannel(loginOf(scenario), {
      window: scenario.window ?? WINDOW_SEGMENTS,
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
