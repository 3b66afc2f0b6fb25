import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { freePort } from '../../supervisor/ports.js';
import { STORAGES, type OwnInstallationScenario } from '../scenario.js';
import { CHAOS_SETTINGS, type TestEnvironment } from '../environment/test-environment.js';
import { ApiClient } from '../environment/api-client.js';
import { processesOf } from '../environment/processes-of.js';
import { startS3Server } from '../environment/s3-server.js';
import { recordingEvidence, reportFault } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import { startSupervisor } from '../environment/supervisor-process.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';
import { segmentsRemovedBetween } from '../verdict/judge.js';

const END_LIMIT_MS = 60_000;
/** Number of segments in the playlist. On a quiet machine, a complete installation ends and restarts in less time. */
const WINDOW_SEGMENTS = 25;
const SEGMENTS_BEFORE = 16;

async function storageEnv(
  { storage, dir, cleaning }: TestEnvironment,
  dataDir: string,
): Promise<Readonly<Record<string, string>>> {
  if (storage === 'file') return { VODKEEP_STORAGE: 'file', VODKEEP_STORAGE_DIR: join(dataDir, 'storage') };
  const s3 = await startS3Server(join(dir, 's3'));
  cleaning.defer(() => s3.stop());
  return s3.env;
}

export const supervisorKilled: OwnInstallationScenario = {
  kind: 'own-installation',
  name: 'supervisor-killed',
  about: 'kill -9 of the supervisor: no process stays behind, and the next start continues the same VOD',
  storage: STORAGES,
  window: WINDOW_SEGMENTS,
  injectFault: async (environment) => {
    const { dir, pace, say, signal, cleaning } = environment;
    const dataDir = join(dir, 'data');
    const env = await storageEnv(environment, dataDir);
    const start = { dataDir, port: await freePort(), env, logFile: join(dir, 'supervisor.log') };
    const first = await startSupervisor(start);
    cleaning.defer(() => first.kill());
    const api = new ApiClient(first.url);
    await api.change(CHAOS_SETTINGS);
    const stream = await Stream.goLive({ ...environment, api }, SEGMENTS_BEFORE);
    const evidence = await recordingEvidence(stream, { child: 'supervisor', pid: first.pid });
    const family = processesOf(dataDir).length;
    reportFault(evidence, say);
    await first.kill();
    const faulty = performance.now();
    await until(
      `all ${String(family)} processes are gone`,
      { signal, limitMs: END_LIMIT_MS },
      () => processesOf(dataDir).length === 0,
    ).catch((thrown: unknown) => {
      throw new OutsideError(
        untranslated(
          'orphans',
          `left behind: ${processesOf(dataDir)
            .map(({ pid, command }) => `${String(pid)} ${command.slice(0, 120)}`)
            .join('; ')}`,
        ),
        { cause: thrown },
      );
    });
    const downAt = Date.now();
    say(
      `none of ${String(family)} processes is left, ${((performance.now() - faulty) / 1000).toFixed(1)} s after the fault`,
    );
    const second = await startSupervisor(start);
    cleaning.defer(() => second.stop());
    const backAt = await stream.waitUntilBackfilled(downAt);
    say(`recorded again ${((backAt - downAt) / 1000).toFixed(1)} s later, supervisor pid ${String(second.pid)}`);
    await stream.waitForSegments(pace.after);
    stream.end();
    return async () => {
      await concludeStream(
        { ...environment, api },
        { stream, env, excused: segmentsRemovedBetween(stream.log, downAt, backAt) },
      );
      if ((await stream.vod())?.uuid !== evidence.vod.uuid)
        throw new OutsideError(untranslated('wrong', 'another VOD than before the fault'));
    };
  },
};
