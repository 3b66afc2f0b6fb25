import { OutsideError, untranslated } from '#libs/errors';
import type { ChannelLog, OfferedSegment } from '../../../provider-sim/index.js';
import { recordingEvidence, reportFault } from '../../environment/injected-fault.js';
import { until } from '../../../common/until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

const LIFE_S = 12;
const ENDS_MS = 40_000;

const lists = ({ requests }: ChannelLog, status: number): ChannelLog['requests'] =>
  requests.filter((request) => request.kind === 'playlist' && request.status === status);

/** Published segments that no served playlist contained. */
function neverListed(log: ChannelLog): OfferedSegment[] {
  const lastAt = lists(log, 200).at(-1)?.at ?? 0;
  return log.segments.filter(({ publishedAt }) => publishedAt > lastAt);
}

export const tokenEndsLast: TwitchScenario = {
  name: 'token-ends-last',
  about: 'the stream ends with the token of its list: unlisted segments are lost, and the VOD shows that',
  transport: 'webhook',
  hits: 'channel',
  twitch: { tokenLifeS: LIFE_S },
  injectFault: async (environment) => {
    const { channel, installation, say, signal, sim } = environment;
    const live = Broadcast.begin(environment);
    live.reportFirst(await live.waitForFirstSegment());
    // The storage has the segment slightly before the installation reports it.
    const isCaptured = async (): Promise<boolean> => (await live.stream.vod())?.state === 'capturing';
    await until('the installation reports the recording', { signal, limitMs: ENDS_MS }, isCaptured);
    reportFault(
      await recordingEvidence(live.stream, { child: 'the token', pid: installation.pids()['recorder-0'] ?? null }),
      say,
    );
    // The site stops reporting the stream, as at its end, although the stream still gets one more segment.
    sim.act(channel, { do: 'fault', on: 'master', mode: '404' });
    await until('the list is refused', { signal, limitMs: ENDS_MS }, () => lists(live.stream.log, 403).length > 0);
    return async () => {
      await live.conclude(1, () => neverListed(live.stream.log));
      const lost = neverListed(live.stream.log).length;
      const cause = (await live.stream.vod())?.parts.at(-1)?.cause ?? 'open';
      say(`${String(lost)} segments were never listed; the cause of the end is ${cause}`);
      if (lost === 0) throw new OutsideError(untranslated('nothing-in-progress', 'every segment was listed'));
      if (cause !== 'unreadable') throw new OutsideError(untranslated('wrong', `the end is reported as ${cause}`));
    };
  },
};
