import { OutsideError, untranslated } from '#libs/errors';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

const LATE_S = 10;
const USHER = 'usher.ttvnw.net';

export const usherLate: TwitchScenario = {
  name: 'usher-late',
  about: `usher does not list the stream for its first ${String(LATE_S)} s`,
  transport: 'webhook',
  hits: 'channel',
  twitch: { usherLagS: LATE_S },
  injectFault: async (environment) => {
    const { channel, say } = environment;
    const live = Broadcast.begin(environment);
    const storedAt = await live.waitForFirstSegment();
    const refused = live.log.sites.filter(
      ({ host, path, status }) => host === USHER && path.includes(channel) && status === 404,
    );
    say(`fault: usher answered 404 ${String(refused.length)} times`);
    if (refused.length === 0) throw new OutsideError(untranslated('nothing-in-progress', 'usher never answered 404'));
    live.reportFirst(storedAt, { at: live.startedAt + LATE_S * 1000, what: 'usher listed it' });
    return async () => {
      await live.conclude();
    };
  },
};
