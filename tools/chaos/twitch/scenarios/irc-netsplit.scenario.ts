import { OutsideError, untranslated } from '#libs/errors';
import { recordingEvidence, reportFault } from '../../environment/injected-fault.js';
import { until } from '../../../common/until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

const SPLIT_MS = 20_000;
/** Allows for reconnect back-off and a busy machine. */
const REJOIN_LIMIT_MS = 60_000;
const JOIN_LIMIT_MS = 30_000;

export const ircNetsplit: TwitchScenario = {
  name: 'irc-netsplit',
  about: `IRC is unavailable for ${String(SPLIT_MS / 1000)} s during a stream: the chat has a gap and no duplicates`,
  transport: 'webhook',
  hits: 'all',
  injectFault: async (environment) => {
    const { channel, installation, sim, say, signal } = environment;
    const broadcast = Broadcast.begin(environment);
    broadcast.reportFirst(await broadcast.waitForFirstSegment());
    const chat = async () => (await broadcast.stream.vod())?.chat;
    const before = await until(
      'the recorder joined the chat and received messages',
      { signal, limitMs: JOIN_LIMIT_MS },
      async () => {
        const now = await chat();
        return now?.connection === 'joined' && now.messages > 0 && now;
      },
    );
    const evidence = await recordingEvidence(broadcast.stream, {
      child: 'irc',
      pid: installation.pids()['recorder-0'] ?? null,
    });
    sim.act(channel, { do: 'chat', how: 'drop', forMs: SPLIT_MS });
    const faultAt = Date.now();
    reportFault(evidence, say);
    say(`before the split: ${String(before.connection)}, ${String(before.messages)} messages`);
    await until(
      'the recorder detects the split',
      { signal, limitMs: SPLIT_MS },
      async () => (await chat())?.connection !== 'joined',
    );
    await until(
      'the recorder joins the chat again',
      { signal, limitMs: REJOIN_LIMIT_MS },
      async () => (await chat())?.connection === 'joined',
    );
    say(`joined again ${((Date.now() - faultAt - SPLIT_MS) / 1000).toFixed(1)} s after IRC returned`);
    const { lines = [] } = broadcast.log.chat[channel] ?? {};
    if (!lines.some(({ at, listeners }) => at > faultAt && listeners === 0))
      throw new OutsideError(untranslated('nothing-in-progress', 'no chat messages were sent during the split'));
    return async () => {
      const { gaps } = await broadcast.conclude();
      if (!gaps.some(({ from, to }) => (to - from) * 1000 > SPLIT_MS * 0.75))
        throw new OutsideError(
          untranslated('wrong', `the chat has no gap of about ${String(SPLIT_MS / 1000)} s: ${JSON.stringify(gaps)}`),
        );
    };
  },
};
