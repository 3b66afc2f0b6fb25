import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

export const socketKilled: TwitchScenario = {
  name: 'socket-killed',
  about: 'the EventSub socket dies without a handshake, and the stream begins before there is another one',
  transport: 'websocket',
  hits: 'all',
  injectFault: async (environment) => {
    const { api, channelUuid, channel, sim, say } = environment;
    const site = (await api.sites()).find(({ kind }) => kind === 'twitch');
    const { push } = await api.channel(channelUuid);
    sim.act(channel, { do: 'events', how: 'kill-sockets' });
    say(
      `fault: the socket is killed; it had ${String(site?.push.active)} active subscriptions, this channel's are ${push.status}; it goes live`,
    );
    const live = Broadcast.begin(environment);
    live.reportFirst(await live.waitForFirstSegment());
    return async () => {
      await live.conclude();
    };
  },
};
