import { OutsideError, untranslated } from '#libs/errors';
import { STORAGES, type SharedScenario } from '../scenario.js';
import { childOf } from '../environment/api-client.js';
import { TAKE_OVER_WINDOW } from '../environment/test-environment.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';

const STOP_LIMIT_MS = 20_000;

export const leaseHolderFrozen: SharedScenario = {
  kind: 'shared',
  name: 'lease-holder-frozen',
  about:
    'SIGSTOP of the lease holder until another one has taken over, then SIGCONT: each second once, and the first one stops',
  storage: STORAGES,
  window: TAKE_OVER_WINDOW,
  injectFault: async (environment) => {
    const { installation, pace, say, signal } = environment;
    const stream = await Stream.goLive(environment, TAKE_OVER_WINDOW);
    const recorder = (await stream.waitUntilWritten()).live?.recorder ?? '';
    const child = childOf(recorder);
    reportFault(await recordingEvidence(stream, { child, pid: installation.pids()[child] ?? null }), say);
    const faulty = performance.now();
    installation.kill(child, 'SIGSTOP');
    const { live } = await stream.waitUntilWritten(recorder).finally(() => {
      installation.kill(child, 'SIGCONT');
    });
    say(
      `${childOf(live?.recorder ?? '')} has taken over, ${((performance.now() - faulty) / 1000).toFixed(1)} s after the fault; ${child} runs again`,
    );
    await until(
      `the part of ${child} ends as superseded`,
      { signal, limitMs: STOP_LIMIT_MS },
      async () =>
        (await stream.vod())?.parts.some((part) => part.recorder === recorder && part.cause === 'superseded') ?? false,
    );
    await stream.waitForSegments(pace.after);
    // Checked before the end of the stream: the next scenario of this installation injects its fault while this verdict
    // is pending, and the remaining work may then go to any recorder.
    if ((await stream.vod())?.parts.at(-1)?.recorder === recorder)
      throw new OutsideError(untranslated('wrong', `${child} took the recording back`));
    stream.end();
    return () => concludeStream(environment, { stream, env: installation.env });
  },
};
