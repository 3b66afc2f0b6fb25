import { type HouseScenario, type StorageKind, STORAGES } from '../scenario.js';
import { Stream } from '../stage/stream.js';
import { recordingEvidence, tellStrike } from '../stage/strike.js';
import { concludeStream } from '../verdict/conclude.js';

/** A child of the house is killed in mid-stream and stays away for a while; not a segment may be lost by that. */
function outage(child: 'nats' | 'postgres' | 's3' | 'api', storage: readonly StorageKind[] = STORAGES): HouseScenario {
  return {
    kind: 'in-house',
    name: `${child}-killed`,
    about: `kill -9 of ${child}, away for a while in mid-stream: nothing is lost`,
    storage,
    strike: async (stage) => {
      const { house, pace, say } = stage;
      const stream = await Stream.goLive(stage);
      tellStrike(await recordingEvidence(stream, { child, pid: house.pids()[child] ?? null }), say);
      house.kill(child, 'SIGKILL', { stayDown: true });
      await stream.offers(pace.outage);
      const began = performance.now();
      await house.restart(child);
      say(
        `${child} is back after ${((performance.now() - began) / 1000).toFixed(1)} s of start, pid ${String(house.pids()[child])}`,
      );
      await stream.offers(pace.after);
      stream.end();
      return () => concludeStream(stage, { stream, env: house.env });
    },
  };
}

export const apiKilled = outage('api');

export const natsKilled = outage('nats');

export const postgresKilled = outage('postgres');

/** Segments wait in the recorder's spool meanwhile. */
export const s3Killed = outage('s3', ['s3']);
