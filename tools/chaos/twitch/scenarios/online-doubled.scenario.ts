import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

export const onlineDoubled: TwitchScenario = {
  name: 'online-doubled',
  about: 'each event arrives twice, with different ids: one VOD',
  transport: 'webhook',
  hits: 'channel',
  injectFault: async (environment) => {
    const { api, channelUuid, channel, sim, say } = environment;
    const { push } = await api.channel(channelUuid);
    sim.act(channel, { do: 'events', how: 'duplicate-fact' });
    say(`fault: events are ${push.status}, and arrive twice from now on; it goes live`);
    const live = Broadcast.begin(environment);
    live.reportFirst(await live.waitForFirstSegment());
    return async () => {
      await live.conclude();
    };
  },
};
