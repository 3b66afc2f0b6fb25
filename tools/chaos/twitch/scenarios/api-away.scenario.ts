import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

const AWAY_MS = 6000;

export const apiAway: TwitchScenario = {
  name: 'api-away',
  about: `the api is killed, and the stream begins while it is down for ${String(AWAY_MS / 1000)} s`,
  transport: 'webhook',
  hits: 'all',
  injectFault: async (environment) => {
    const { api, channelUuid, installation, say, signal } = environment;
    const pid = installation.pids()['api'] ?? null;
    const { push, is_live: isLive } = await api.channel(channelUuid);
    if (pid === null || isLive)
      throw new OutsideError(untranslated('nothing-in-progress', 'the api did not watch an offline channel'));
    installation.kill('api', 'SIGKILL', { stayDown: true });
    const live = Broadcast.begin(environment);
    say(`fault: api pid ${String(pid)} is killed while it watches, events ${push.status}; it goes live`);
    await pause(AWAY_MS, null, { signal });
    await installation.restart('api');
    const backAt = Date.now();
    say(
      `the api is back ${((backAt - live.startedAt) / 1000).toFixed(1)} s after going live, pid ${String(installation.pids()['api'])}`,
    );
    live.reportFirst(await live.waitForFirstSegment(), { at: backAt, what: 'the api was back' });
    return async () => {
      await live.conclude();
    };
  },
};
