import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError } from '#libs/errors';
import { Broadcast } from '../broadcast.js';
import type { TwitchScene } from '../scene.js';

const AWAY_MS = 6000;

export const apiAway: TwitchScene = {
  name: 'api-away',
  about: `the api is killed, and the stream begins while it is away for ${String(AWAY_MS / 1000)} s`,
  transport: 'webhook',
  hits: 'all',
  strike: async (stage) => {
    const { api, channelUuid, house, say, signal } = stage;
    const pid = house.pids()['api'] ?? null;
    const { push, is_live: isLive } = await api.channel(channelUuid);
    if (pid === null || isLive)
      throw new OutsideError('nothing-in-progress', 'the api did not watch an offline channel');
    house.kill('api', 'SIGKILL', { stayDown: true });
    const live = Broadcast.begin(stage);
    say(`strike: api pid ${String(pid)} is killed while it watches, events ${push.status}; it goes live`);
    await pause(AWAY_MS, null, { signal });
    await house.restart('api');
    const backAt = Date.now();
    say(
      `the api is back ${((backAt - live.startedAt) / 1000).toFixed(1)} s after going live, pid ${String(house.pids()['api'])}`,
    );
    live.tellFirst(await live.firstStored(), { at: backAt, what: 'the api was back' });
    return async () => {
      await live.conclude();
    };
  },
};
