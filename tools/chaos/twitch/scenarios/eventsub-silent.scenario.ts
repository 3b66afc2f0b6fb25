import type { TwitchScenario } from '../scenario.js';
import { Broadcast } from '../broadcast.js';
import { callsTo, HELIX, statusesOf } from '../site-calls.js';

export const eventsubSilent: TwitchScenario = {
  name: 'eventsub-silent',
  about: 'subscribed by webhook, and no event arrives: the poll finds the stream',
  transport: 'webhook',
  hits: 'channel',
  injectFault: async (environment) => {
    const { api, channelUuid, channel, sim, say } = environment;
    const { push } = await api.channel(channelUuid);
    sim.act(channel, { do: 'events', how: 'silent' });
    say(`fault: events are ${push.status}, and silent from now on; it goes live`);
    const live = Broadcast.begin(environment);
    const storedAt = await live.waitForFirstSegment();
    say(`calls of Helix meanwhile: ${statusesOf(callsTo(live.log, HELIX, live.startedAt))}`);
    live.reportFirst(storedAt);
    return async () => {
      await live.conclude();
    };
  },
};
