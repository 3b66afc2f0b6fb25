import { OutsideError, untranslated } from '#libs/errors';
import { recordingEvidence, reportFault } from '../../environment/injected-fault.js';
import { until } from '../../until.js';
import { Broadcast } from '../broadcast.js';
import type { TwitchScenario } from '../scenario.js';

const SPLIT_MS = 20_000;
/** Doubled waits of reconnecting, and a busy machine. */
const BACK_MS = 60_000;
const JOIN_MS = 30_000;

export const ircNetsplit: TwitchScenario = {
  name: 'irc-netsplit',
  about: `all of IRC is away for ${String(SPLIT_MS / 1000)} s in mid-stream: a gap is recorded, nothing is doubled`,
  transport: 'webhook',
  hits: 'all',
  injectFault: async (environment) => {
    const { channel, installation, sim, say, signal } = environment;
    const live = Broadcast.begin(environment);
    live.reportFirst(await live.firstStored());
    const chat = async () => (await live.stream.vod())?.chat;
    const before = await until('the chat is joined, and received', { signal, limitMs: JOIN_MS }, async () => {
      const now = await chat();
      return now?.connection === 'joined' && now.messages > 0 && now;
    });
    const evidence = await recordingEvidence(live.stream, {
      child: 'irc',
      pid: installation.pids()['recorder-0'] ?? null,
    });
    sim.act(channel, { do: 'chat', how: 'drop', forMs: SPLIT_MS });
    const faultAt = Date.now();
    reportFault(evidence, say);
    say(`the chat was ${String(before.connection)} with ${String(before.messages)} messages`);
    await until(
      'the split is noticed',
      { signal, limitMs: SPLIT_MS },
      async () => (await chat())?.connection !== 'joined',
    );
    await until(
      'the chat is joined again',
      { signal, limitMs: BACK_MS },
      async () => (await chat())?.connection === 'joined',
    );
    say(`joined again ${((Date.now() - faultAt - SPLIT_MS) / 1000).toFixed(1)} s after IRC was back`);
    const { lines = [] } = live.log.chat[channel] ?? {};
    if (!lines.some(({ at, listeners }) => at > faultAt && listeners === 0))
      throw new OutsideError(untranslated('nothing-in-progress', 'nobody said anything during the split'));
    return async () => {
      const { gaps } = await live.conclude();
      if (!gaps.some(({ from, to }) => (to - from) * 1000 > SPLIT_MS * 0.75))
        throw new OutsideError(
          untranslated('wrong', `no gap of about ${String(SPLIT_MS / 1000)} s is in the chat: ${JSON.stringify(gaps)}`),
        );
    };
  },
};
