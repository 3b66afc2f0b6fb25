import { OutsideError, untranslated } from '#libs/errors';
import { recordingEvidence, reportFault } from '../../environment/injected-fault.js';
import { until } from '../../../common/until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

const LIFE_S = 12;
const ENDS_MS = 40_000;
const RENEWALS = 2;

export const tokenEnds: TwitchScenario = {
  name: 'token-ends',
  about: `the token of the media list ends every ${String(LIFE_S)} s: the recording continues with another one, in the same VOD`,
  transport: 'webhook',
  hits: 'channel',
  twitch: { tokenLifeS: LIFE_S },
  injectFault: async (environment) => {
    const { channel, installation, say, signal } = environment;
    const live = Broadcast.begin(environment);
    live.reportFirst(await live.waitForFirstSegment());
    const used = () => (live.log.channels[channel]?.sessions ?? []).filter(({ beganAt }) => beganAt > 0).length;
    for (let renewed = 1; renewed <= RENEWALS; renewed += 1) {
      await until(`the token is renewed, ${String(renewed)}`, { signal, limitMs: ENDS_MS }, () => used() > renewed);
      reportFault(
        await recordingEvidence(live.stream, {
          child: `token ${String(renewed)}`,
          pid: installation.pids()['recorder-0'] ?? null,
        }),
        say,
      );
    }
    return async () => {
      await live.stream.waitForSegments(environment.pace.after);
      // If the stream ended when a token expires, no client could fetch the last segment. So the stream ends when the
      // next token is in use.
      const before = used();
      await until('the token is renewed before the end', { signal, limitMs: ENDS_MS }, () => used() > before);
      await live.stream.waitUntilFetched(Date.now());
      await live.conclude(1);
      const refused =
        live.log.channels[channel]?.requests.filter(({ kind, status }) => kind === 'playlist' && status === 403)
          .length ?? 0;
      say(`${String(used())} sessions, ${String(refused)} lists refused`);
      if (used() <= RENEWALS) throw new OutsideError(untranslated('nothing-in-progress', 'no token ended'));
    };
  },
};
