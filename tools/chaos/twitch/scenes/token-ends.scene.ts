import { OutsideError } from '#libs/errors';
import { recordingEvidence, tellStrike } from '../../stage/strike.js';
import { until } from '../../until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScene } from '../scene.js';

const LIFE_S = 12;
const ENDS_MS = 40_000;
const RENEWALS = 2;

export const tokenEnds: TwitchScene = {
  name: 'token-ends',
  about: `the token of the media list ends every ${String(LIFE_S)} s: it goes on with another one, in the same VOD`,
  transport: 'webhook',
  hits: 'channel',
  twitch: { tokenLifeS: LIFE_S },
  strike: async (stage) => {
    const { channel, house, say, signal } = stage;
    const live = Broadcast.begin(stage);
    live.tellFirst(await live.firstStored());
    const used = () => (live.log.channels[channel]?.sessions ?? []).filter(({ beganAt }) => beganAt > 0).length;
    for (let renewed = 1; renewed <= RENEWALS; renewed += 1) {
      await until(`the token is renewed, ${String(renewed)}`, { signal, limitMs: ENDS_MS }, () => used() > renewed);
      tellStrike(
        await recordingEvidence(live.stream, {
          child: `token ${String(renewed)}`,
          pid: house.pids()['recorder-0'] ?? null,
        }),
        say,
      );
    }
    return async () => {
      await live.stream.offers(stage.pace.after);
      // Ended at a token's end, the last segment could be had by nobody: it ends when the next one is in use.
      const before = used();
      await until('the token is renewed before the end', { signal, limitMs: ENDS_MS }, () => used() > before);
      await live.stream.isFollowedAgain(Date.now());
      await live.conclude(1);
      const refused =
        live.log.channels[channel]?.requests.filter(({ kind, status }) => kind === 'playlist' && status === 403)
          .length ?? 0;
      say(`${String(used())} sessions, ${String(refused)} lists refused`);
      if (used() <= RENEWALS) throw new OutsideError('nothing-in-progress', 'no token ended');
    };
  },
};
