import { OutsideError } from '#libs/errors';
import { Broadcast } from '../broadcast.js';
import type { TwitchScene } from '../scene.js';

const LATE_S = 10;
const USHER = 'usher.ttvnw.net';

export const usherLate: TwitchScene = {
  name: 'usher-late',
  about: `usher knows nothing of the stream for its first ${String(LATE_S)} s`,
  transport: 'webhook',
  hits: 'channel',
  twitch: { usherLagS: LATE_S },
  strike: async (stage) => {
    const { channel, say } = stage;
    const live = Broadcast.begin(stage);
    const storedAt = await live.firstStored();
    const refused = live.log.sites.filter(
      ({ host, path, status }) => host === USHER && path.includes(channel) && status === 404,
    );
    say(`strike: usher was asked ${String(refused.length)} times in vain`);
    if (refused.length === 0) throw new OutsideError('nothing-in-progress', 'usher was never asked in vain');
    live.tellFirst(storedAt, { at: live.startedAt + LATE_S * 1000, what: 'usher knew of it' });
    return async () => {
      await live.conclude();
    };
  },
};
