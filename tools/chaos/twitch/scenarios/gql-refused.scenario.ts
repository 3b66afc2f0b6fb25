import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';
import { callsTo, GQL, statusesOf } from '../site-calls.js';
import { until } from '../../../common/until.js';

/** 401 refuses the request, 403 requires an integrity token, 500 is `server error` in a response with status 200. */
const REFUSALS = ['401', '403', '500'] as const;
const REQUESTED_MS = 30_000;

export const gqlRefused: TwitchScenario = {
  name: 'gql-refused',
  about: 'no playback token: refused, then "failed integrity check", then a server error; then it is issued',
  transport: 'webhook',
  hits: 'all',
  injectFault: async (environment) => {
    const { channel, sim, say, signal } = environment;
    sim.act(channel, { do: 'site-fault', on: 'gql', mode: REFUSALS[0] });
    const live = Broadcast.begin(environment);
    for (const mode of REFUSALS) {
      const since = Date.now();
      sim.act(channel, { do: 'heal' });
      sim.act(channel, { do: 'site-fault', on: 'gql', mode });
      const calls = await until(
        `a request for a playback token is answered with ${mode}`,
        { signal, limitMs: REQUESTED_MS },
        () => {
          const siteCalls = callsTo(live.log, GQL, since);
          return siteCalls.length > 0 && siteCalls;
        },
      );
      const vod = await live.stream.vod();
      say(
        `fault: GQL fails with ${mode}, answers ${statusesOf(calls)}, ${((Date.now() - live.startedAt) / 1000).toFixed(1)} s after going live; VOD ${vod?.state ?? 'none'}, ${String(vod?.live?.bytes ?? 0)} bytes`,
      );
    }
    sim.act(channel, { do: 'heal' });
    const healedAt = Date.now();
    live.reportFirst(await live.waitForFirstSegment(), { at: healedAt, what: 'tokens were issued again' });
    return async () => {
      await live.conclude();
    };
  },
};
