import type { ChannelSpec, Scenario } from '../scenario.js';
import { smallChannel } from './small-channel.js';

const FIRST_USER_ID = 60_000_000;

/** Login and user id of the channel with this index. */
export const twitchManyUser = (i: number): { readonly login: string; readonly userId: string } => ({
  login: `many_${String(i)}`,
  userId: String(FIRST_USER_ID + i),
});

/**
 * Many offline channels of the simulated Twitch that share one source: `many_0`, `many_1`, ...; a channel is live after
 * its `start` action.
 */
export function twitchMany(count: number): Scenario {
  const channels = Array.from({ length: count }, (_, i): ChannelSpec => {
    const { login, userId } = twitchManyUser(i);
    return smallChannel(login, {
      twitch: {
        userId,
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
