import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../common/until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';
import { callsTo, GQL, HELIX, statusesOf } from '../site-calls.js';

/** Longer than the interval of the polls. */
const FAILS_MS = 15_000;
/** On a busy machine, a poll is late. */
const REQUESTED_MS = 40_000;

/** Helix fails in this way for a while, from before the start of the stream. No event reports the stream. */
function helixFails(mode: '500' | '429'): TwitchScenario {
  return {
    name: `helix-${mode}`,
    about: `Helix answers ${mode} for ${String(FAILS_MS / 1000)} s while it goes live, and no event arrives`,
    transport: 'webhook',
    hits: 'all',
    injectFault: async (environment) => {
      const { channel, sim, say, signal } = environment;
      sim.act(channel, { do: 'events', how: 'silent' });
      sim.act(channel, { do: 'site-fault', on: 'helix', mode });
      const live = Broadcast.begin(environment);
      const refused = () =>
        callsTo(live.log, HELIX, live.startedAt).filter(({ status }) => status === Number(mode)).length;
      const stored = live.waitForFirstSegment();
      stored.catch(() => undefined);
      await until(`a call of Helix is answered with ${mode}`, { signal, limitMs: REQUESTED_MS }, () => refused() > 0);
      say(
        `fault: a poll of Helix was answered with ${mode}, ${((Date.now() - live.startedAt) / 1000).toFixed(1)} s after going live`,
      );
      await pause(Math.max(0, live.startedAt + FAILS_MS - Date.now()), null, { signal });
      const { log } = live;
      say(
        `until it healed: Helix ${statusesOf(callsTo(log, HELIX, live.startedAt))}; public look-ups ${statusesOf(callsTo(log, GQL, live.startedAt))}`,
      );
      sim.act(channel, { do: 'heal' });
      live.reportFirst(await stored, { at: live.startedAt + FAILS_MS, what: 'Helix worked again' });
      return async () => {
        await live.conclude();
      };
    },
  };
}

export const helix500 = helixFails('500');

export const helix429 = helixFails('429');
