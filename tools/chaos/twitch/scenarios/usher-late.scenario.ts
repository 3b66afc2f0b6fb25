import { OutsideError, untranslated } from '#libs/errors';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

const LATE_S = 10;
const USHER = 'usher.ttvnw.net';

export const usherLate: TwitchScenario = {
  name: 'usher-late',
  about: `usher knows nothing of the stream for its first ${String(LATE_S)} s`,
  transport: 'webhook',
  hits: 'channel',
  twitch: { usherLagS: LATE_S },
  injectFault: async (environment) => {
    const { channel, say } = environment;
    const live = Broadcast.begin(environment);
    const storedAt = await live.firstStored();
    const refused = live.log.sites.filter(
      ({ host, path, status }) => host === USHER && path.includes(channel) && status === 404,
    );
    say(`fault: usher was asked ${String(refused.length)} times in vain`);
    if (refused.length === 0)
      throw new OutsideError(untranslated('nothing-in-progress', 'usher was never asked in vain'));
    live.reportFirst(storedAt, { at: live.startedAt + LATE_S * 1000, what: 'usher knew of it' });
    return async () => {
      await live.conclude();
    };
  },
};
