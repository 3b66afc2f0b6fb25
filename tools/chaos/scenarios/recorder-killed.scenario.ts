import { OutsideError, untranslated } from '#libs/errors';
import { STORAGES, type SharedScenario } from '../scenario.js';
import { childOf } from '../environment/api-client.js';
import { TAKE_OVER_WINDOW } from '../environment/test-environment.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import { concludeStream } from '../verdict/conclude.js';

export const recorderKilled: SharedScenario = {
  kind: 'shared',
  name: 'recorder-killed',
  about: 'kill -9 of the recorder that writes; another one continues the same VOD, and nothing is lost or doubled',
  storage: STORAGES,
  window: TAKE_OVER_WINDOW,
  injectFault: async (environment) => {
    const { installation, pace, say } = environment;
    const stream = await Stream.goLive(environment, TAKE_OVER_WINDOW);
    const recorder = (await stream.waitUntilWritten()).live?.recorder ?? '';
    const child = childOf(recorder);
    reportFault(await recordingEvidence(stream, { child, pid: installation.pids()[child] ?? null }), say);
    installation.kill(child, 'SIGKILL', { stayDown: true });
    const faulty = performance.now();
    const { live } = await stream.waitUntilWritten(recorder);
    say(
      `${childOf(live?.recorder ?? '')} continues, ${((performance.now() - faulty) / 1000).toFixed(1)} s after the fault`,
    );
    await installation.restart(child);
    await stream.waitForSegments(pace.after);
    stream.end();
    return async () => {
      await concludeStream(environment, { stream, env: installation.env });
      const recorders = new Set((await stream.vod())?.parts.map((part) => part.recorder));
      if (recorders.size < 2)
        throw new OutsideError(untranslated('wrong', `only ${[...recorders].join()} wrote segments`));
    };
  },
};
