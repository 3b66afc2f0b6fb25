import { smallChannel, type Scenario } from '../../provider-sim/index.js';
import { loginOf, type TwitchScene } from './scene.js';

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
