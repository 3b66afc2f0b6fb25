import { OutsideError } from '#libs/errors';
import { until } from '../../until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScene } from '../scene.js';
import { AUTH, callsTo, HELIX, statusesOf } from '../site-calls.js';

const ASKED_MS = 30_000;

export const appTokenRevoked: TwitchScene = {
  name: 'app-token-revoked',
  about: 'the app token is revoked in mid-watch, and no event comes: a new one is got and the stream found',
  transport: 'webhook',
  hits: 'all',
  strike: async (stage) => {
    const { channel, sim, say, signal } = stage;
    sim.act(channel, { do: 'events', how: 'silent' });
    const since = Date.now();
    const before = await until('the watch asks Helix', { signal, limitMs: ASKED_MS }, () => {
      const good = callsTo(sim.log(), HELIX, since).filter(({ status }) => status === 200);
      return good.length > 0 && good;
    });
    sim.act(channel, { do: 'revoke-tokens' });
    say(`strike: the token with which Helix has just answered ${statusesOf(before)} is revoked; it goes live`);
    const live = Broadcast.begin(stage);
    const storedAt = await live.firstStored();
    const asked = callsTo(live.log, HELIX, live.startedAt);
    const tokens = callsTo(live.log, AUTH, live.startedAt);
    say(`Helix ${statusesOf(asked)}; tokens asked for: ${statusesOf(tokens)}`);
    if (!asked.some(({ status }) => status === 401))
      throw new OutsideError('nothing-in-progress', 'the revoked token was not used');
    live.tellFirst(storedAt);
    return async () => {
      await live.conclude();
    };
  },
};
