import { OutsideError } from '#libs/errors';
import type { ChannelLog, OfferedSegment } from '../../../provider-sim/index.js';
import { recordingEvidence, tellStrike } from '../../stage/strike.js';
import { until } from '../../until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScene } from '../scene.js';

const LIFE_S = 12;
const ENDS_MS = 40_000;

const lists = ({ requests }: ChannelLog, status: number): ChannelLog['requests'] =>
  requests.filter((request) => request.kind === 'playlist' && request.status === status);

/** What no list showed that was given out. */
function neverListed(log: ChannelLog): OfferedSegment[] {
  const lastAt = lists(log, 200).at(-1)?.at ?? 0;
  return log.segments.filter(({ publishedAt }) => publishedAt > lastAt);
}

export const tokenEndsLast: TwitchScene = {
  name: 'token-ends-last',
  about: 'the stream ends with the token of its list: what was never listed is lost, and the VOD says so',
  transport: 'webhook',
  hits: 'channel',
  twitch: { tokenLifeS: LIFE_S },
  strike: async (stage) => {
    const { channel, house, say, signal, sim } = stage;
    const live = Broadcast.begin(stage);
    live.tellFirst(await live.firstStored());
    // The storage has it a moment before the house says so.
    const isCaptured = async (): Promise<boolean> => (await live.stream.vod())?.state === 'capturing';
    await until('the house says that it records', { signal, limitMs: ENDS_MS }, isCaptured);
    tellStrike(
      await recordingEvidence(live.stream, { child: 'the token', pid: house.pids()['recorder-0'] ?? null }),
      say,
    );
    // Nobody is told of the stream any more, as when it ends, though it brings a segment yet.
    sim.act(channel, { do: 'fault', on: 'master', mode: '404' });
    await until('the list is refused', { signal, limitMs: ENDS_MS }, () => lists(live.stream.log, 403).length > 0);
    return async () => {
      await live.conclude(1, () => neverListed(live.stream.log));
      const lost = neverListed(live.stream.log).length;
      const cause = (await live.stream.vod())?.parts.at(-1)?.cause ?? 'open';
      say(`${String(lost)} segments were never listed; the VOD says: ${cause}`);
      if (lost === 0) throw new OutsideError('nothing-in-progress', 'every segment was listed');
      if (cause !== 'unreadable') throw new OutsideError('wrong', `the end is told as ${cause}`);
    };
  },
};
