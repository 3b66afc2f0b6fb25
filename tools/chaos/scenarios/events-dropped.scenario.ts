import { OutsideError } from '#libs/errors';
import { STORAGES, type HouseScenario } from '../scenario.js';
import { dropEvents } from '../stage/drop-events.js';
import { recordingEvidence, tellStrike } from '../stage/strike.js';
import { Stream } from '../stage/stream.js';
import { concludeStream } from '../verdict/conclude.js';

export const eventsDropped: HouseScenario = {
  kind: 'in-house',
  name: 'events-dropped',
  about: 'not one event of stream EVT reaches anybody: the same VOD in the end',
  storage: STORAGES,
  undisturbed: true,
  strike: async (stage) => {
    const { house, pace, say } = stage;
    const dropping = await dropEvents(stage);
    const stream = await Stream.goLive(stage);
    tellStrike(await recordingEvidence(stream, { child: 'api', pid: house.pids()['api'] ?? null }), say);
    await stream.offers(pace.after);
    stream.end();
    return async () => {
      await concludeStream(stage, { stream, env: house.env });
      const { dropped, delivered } = await dropping.count();
      say(`${String(dropped)} events dropped, ${String(delivered)} delivered`);
      if (dropped === 0 || delivered > 0)
        throw new OutsideError(
          'nothing-in-progress',
          `events were not dropped: ${String(dropped)} dropped, ${String(delivered)} delivered`,
        );
    };
  },
};
