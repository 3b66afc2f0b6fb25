import { OutsideError, untranslated } from '#libs/errors';
import { until } from '../../../common/until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';
import { AUTH, callsTo, HELIX, statusesOf } from '../site-calls.js';

const REQUESTED_MS = 30_000;

export const appTokenRevoked: TwitchScenario = {
  name: 'app-token-revoked',
  about:
    'the app token is revoked while Vodkeep polls, and no event arrives: Vodkeep gets a new token and finds the stream',
  transport: 'webhook',
  hits: 'all',
  injectFault: async (environment) => {
    const { channel, sim, say, signal } = environment;
    sim.act(channel, { do: 'events', how: 'silent' });
    const since = Date.now();
    const before = await until('a poll calls Helix', { signal, limitMs: REQUESTED_MS }, () => {
      const good = callsTo(sim.log(), HELIX, since).filter(({ status }) => status === 200);
      return good.length > 0 && good;
    });
    sim.act(channel, { do: 'revoke-tokens' });
    say(`fault: the token with which Helix has just answered ${statusesOf(before)} is revoked; it goes live`);
    const live = Broadcast.begin(environment);
    const storedAt = await live.waitForFirstSegment();
    const siteCalls = callsTo(live.log, HELIX, live.startedAt);
    const tokens = callsTo(live.log, AUTH, live.startedAt);
    say(`Helix ${statusesOf(siteCalls)}; tokens requested: ${statusesOf(tokens)}`);
    if (!siteCalls.some(({ status }) => status === 401))
      throw new OutsideError(untranslated('nothing-in-progress', 'the revoked token was not used'));
    live.reportFirst(storedAt);
    return async () => {
      await live.conclude();
    };
  },
};
