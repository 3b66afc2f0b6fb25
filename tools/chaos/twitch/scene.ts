import { type ChannelSpec, type TwitchChannelSpec, smallChannel, type Scenario } from '../../provider-sim/index.js';
import type { Conclude, Named } from '../scenario.js';
import type { HouseStage } from '../stage/stage.js';

/** What a scene plays on: a house that follows the scene's channel. */
export interface SceneStage extends HouseStage {
  readonly channelUuid: string;
}

/** One broadcast of a channel of the simulated Twitch, and what happens to the site, or to us, meanwhile. */
export interface TwitchScene extends Named {
  /** How the house is told of streams. */
  readonly transport: 'webhook' | 'websocket';
  /** `channel`: nobody else notices, so these are played side by side. `all`: one after another. */
  readonly hits: 'channel' | 'all';
  readonly twitch?: Partial<TwitchChannelSpec>;
  readonly window?: ChannelSpec['window'];
  /** Resolves once the stream is recorded; the rest of it is the verdict's. */
  strike(stage: SceneStage): Promise<Conclude>;
}

/** Its channel: a login. */
export const loginOf = ({ name }: Named): string => name.replaceAll('-', '_');

/** As Twitch has them: a list of 30 s. */
const WINDOW = 15;
const CHAT_PER_MINUTE = 90;
const FIRST_USER_ID = 70_000_000;

/** A channel for each scene, with somebody talking while it is live. */
export const sceneChannels = (scenes: readonly TwitchScene[]): Scenario => ({
  name: 'chaos-twitch',
  about: 'a channel for each scene',
  steps: [],
  channels: scenes.map((scene, i) =>
    smallChannel(loginOf(scene), {
      window: scene.window ?? WINDOW,
      twitch: {
        userId: String(FIRST_USER_ID + i),
        displayName: scene.name,
        title: scene.about,
        category: 'Chess',
        chatPerMinute: CHAT_PER_MINUTE,
        viewers: 10 + i,
        ...scene.twitch,
      },
    }),
  ),
});
