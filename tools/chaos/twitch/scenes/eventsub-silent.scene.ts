import type { TwitchScene } from '../scene.js';
import { Broadcast } from '../broadcast.js';
import { callsTo, HELIX, statusesOf } from '../site-calls.js';

export const eventsubSilent: TwitchScene = {
  name: 'eventsub-silent',
  about: 'subscribed by webhook, and no event ever comes: the poll finds the stream',
  transport: 'webhook',
  hits: 'channel',
  strike: async (stage) => {
    const { api, channelUuid, channel, sim, say } = stage;
    const { push } = await api.channel(channelUuid);
    sim.act(channel, { do: 'events', how: 'silent' });
    say(`strike: events are ${push.status}, and silent from now on; it goes live`);
    const live = Broadcast.begin(stage);
    const storedAt = await live.firstStored();
    say(`Helix was asked meanwhile: ${statusesOf(callsTo(live.log, HELIX, live.startedAt))}`);
    live.tellFirst(storedAt);
    return async () => {
      await live.conclude();
    };
  },
};
