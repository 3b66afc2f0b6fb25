import { join } from 'node:path';
import { OutsideError } from '#libs/errors';
import { freePort } from '../../supervisor/ports.js';
import { STORAGES, type OwnHouseScenario } from '../scenario.js';
import { CHAOS_SETTINGS, type Stage } from '../stage/stage.js';
import { HouseApi } from '../stage/house-api.js';
import { processesOf } from '../stage/processes-of.js';
import { startS3Server } from '../stage/s3-server.js';
import { recordingEvidence, tellStrike } from '../stage/strike.js';
import { Stream } from '../stage/stream.js';
import { startSupervisor } from '../stage/supervisor-process.js';
import { until } from '../until.js';
import { concludeStream } from '../verdict/conclude.js';
import { leftMeanwhile } from '../verdict/judge.js';

const GONE_MS = 60_000;
/**
 * A whole house ends and starts in less, on a quiet machine; when it comes back the list no longer holds the beginning.
 */
const WINDOW = 25;
const BEFORE = 16;

async function storageEnv(
  { storage, dir, cleaning }: Stage,
  dataDir: string,
): Promise<Readonly<Record<string, string>>> {
  if (storage === 'file') return { VODKEEP_STORAGE: 'file', VODKEEP_STORAGE_DIR: join(dataDir, 'storage') };
  const s3 = await startS3Server(join(dir, 's3'));
  cleaning.defer(() => s3.stop());
  return s3.env;
}

export const supervisorKilled: OwnHouseScenario = {
  kind: 'own-house',
  name: 'supervisor-killed',
  about: 'kill -9 of the supervisor: no process stays behind; started again it goes on with the same VOD',
  storage: STORAGES,
  window: WINDOW,
  strike: async (stage) => {
    const { dir, pace, say, signal, cleaning } = stage;
    const dataDir = join(dir, 'data');
    const env = await storageEnv(stage, dataDir);
    const start = { dataDir, port: await freePort(), env, logFile: join(dir, 'supervisor.log') };
    const first = await startSupervisor(start);
    cleaning.defer(() => first.kill());
    const api = new HouseApi(first.url);
    await api.change(CHAOS_SETTINGS);
    const stream = await Stream.goLive({ ...stage, api }, BEFORE);
    const evidence = await recordingEvidence(stream, { child: 'supervisor', pid: first.pid });
    const family = processesOf(dataDir).length;
    tellStrike(evidence, say);
    await first.kill();
    const struck = performance.now();
    await until(
      `all ${String(family)} processes are gone`,
      { signal, limitMs: GONE_MS },
      () => processesOf(dataDir).length === 0,
    ).catch((thrown: unknown) => {
      throw new OutsideError(
        'orphans',
        `left behind: ${processesOf(dataDir)
          .map(({ pid, command }) => `${String(pid)} ${command.slice(0, 120)}`)
          .join('; ')}`,
        { cause: thrown },
      );
    });
    const downAt = Date.now();
    say(
      `none of ${String(family)} processes is left, ${((performance.now() - struck) / 1000).toFixed(1)} s after the strike`,
    );
    const second = await startSupervisor(start);
    cleaning.defer(() => second.stop());
    const backAt = await stream.isFollowedAgain(downAt);
    say(`recorded again ${((backAt - downAt) / 1000).toFixed(1)} s later, supervisor pid ${String(second.pid)}`);
    await stream.offers(pace.after);
    stream.end();
    return async () => {
      await concludeStream({ ...stage, api }, { stream, env, excused: leftMeanwhile(stream.log, downAt, backAt) });
      if ((await stream.vod())?.uuid !== evidence.vod.uuid)
        throw new OutsideError('wrong', 'another VOD than before the strike');
    };
  },
};
