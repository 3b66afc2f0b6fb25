import { Broadcast } from '../broadcast.js';
import type { TwitchScene } from '../scene.js';

export const socketKilled: TwitchScene = {
  name: 'socket-killed',
  about: 'the EventSub socket dies without a handshake, and the stream begins before there is another one',
  transport: 'websocket',
  hits: 'all',
  strike: async (stage) => {
    const { api, channelUuid, channel, sim, say } = stage;
    const site = (await api.sites()).find(({ kind }) => kind === 'twitch');
    const { push } = await api.channel(channelUuid);
    sim.act(channel, { do: 'events', how: 'kill-sockets' });
    say(
      `strike: the socket is killed; by it ${String(site?.push.active)} subscriptions were active, this channel's are ${push.status}; it goes live`,
    );
    const live = Broadcast.begin(stage);
    live.tellFirst(await live.firstStored());
    return async () => {
      await live.conclude();
    };
  },
};
