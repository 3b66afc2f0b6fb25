import type { ChannelSpec, Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

const FIRST_USER_ID = 60_000_000;

/**
 * Many offline channels of the simulated Twitch that share one source: `many_0`, `many_1`, ...; a channel is live after
 * its `start` action.
 */
export function twitchMany(count: number): Scenario {
  const channels = Array.from({ length: count }, (_, i): ChannelSpec => {
    const name = `many_${String(i)}`;
    return smallChannel(name, {
      twitch: {
        userId: String(FIRST_USER_ID + i),
        displayName: `Many_${String(i)}`,
        title: `Channel ${String(i)}`,
        category: i % 2 === 0 ? 'Chess' : 'Music',
        viewers: i,
      },
    });
  });
  return {
    name: 'twitch-many',
    about: 'many offline channels of the simulated Twitch (--channels N, 100 when not given)',
    channels,
    steps: [],
  };
}
