import { OutsideError, untranslated } from '#libs/errors';
import { STORAGES, type SharedScenario } from '../scenario.js';
import { dropEvents } from '../environment/drop-events.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import { concludeStream } from '../verdict/conclude.js';

export const eventsDropped: SharedScenario = {
  kind: 'shared',
  name: 'events-dropped',
  about: 'no event of stream EVT reaches a consumer: the VOD is the same in the end',
  storage: STORAGES,
  undisturbed: true,
  injectFault: async (environment) => {
    const { installation, pace, say } = environment;
    const dropping = await dropEvents(environment);
    const stream = await Stream.goLive(environment);
    reportFault(await recordingEvidence(stream, { child: 'api', pid: installation.pids()['api'] ?? null }), say);
    await stream.waitForSegments(pace.after);
    stream.end();
    return async () => {
      await concludeStream(environment, { stream, env: installation.env });
      const { dropped, delivered } = await dropping.count();
      say(`${String(dropped)} events dropped, ${String(delivered)} delivered`);
      if (dropped === 0 || delivered > 0)
        throw new OutsideError(
          untranslated(
            'nothing-in-progress',
            `events were not dropped: ${String(dropped)} dropped, ${String(delivered)} delivered`,
          ),
        );
    };
  },
};
