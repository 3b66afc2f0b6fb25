import { type SharedScenario, type StorageKind, STORAGES } from '../scenario.js';
import { Stream } from '../environment/stream.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { concludeStream } from '../verdict/conclude.js';

/** Kills a child of the installation during the stream and leaves it down for a while; no segment may be lost. */
function outage(child: 'nats' | 'postgres' | 's3' | 'api', storage: readonly StorageKind[] = STORAGES): SharedScenario {
  return {
    kind: 'shared',
    name: `${child}-killed`,
    about: `kill -9 of ${child}, which is down for a while during the stream: nothing is lost`,
    storage,
    injectFault: async (environment) => {
      const { installation, pace, say } = environment;
      const stream = await Stream.goLive(environment);
      reportFault(await recordingEvidence(stream, { child, pid: installation.pids()[child] ?? null }), say);
      installation.kill(child, 'SIGKILL', { stayDown: true });
      await stream.waitForSegments(pace.outage);
      const began = performance.now();
      await installation.restart(child);
      say(
        `${child} is back after ${((performance.now() - began) / 1000).toFixed(1)} s of start, pid ${String(installation.pids()[child])}`,
      );
      await stream.waitForSegments(pace.after);
      stream.end();
      return () => concludeStream(environment, { stream, env: installation.env });
    },
  };
}

export const apiKilled = outage('api');

export const natsKilled = outage('nats');

export const postgresKilled = outage('postgres');

/** Meanwhile, segments wait in the recorder's spool. */
export const s3Killed = outage('s3', ['s3']);
