import { Broadcast } from '../broadcast.js';
import type { TwitchScene } from '../scene.js';

export const onlineDoubled: TwitchScene = {
  name: 'online-doubled',
  about: 'each event comes twice, with other ids: one VOD',
  transport: 'webhook',
  hits: 'channel',
  strike: async (stage) => {
    const { api, channelUuid, channel, sim, say } = stage;
    const { push } = await api.channel(channelUuid);
    sim.act(channel, { do: 'events', how: 'duplicate-fact' });
    say(`strike: events are ${push.status}, and come twice from now on; it goes live`);
    const live = Broadcast.begin(stage);
    live.tellFirst(await live.firstStored());
    return async () => {
      await live.conclude();
    };
  },
};
