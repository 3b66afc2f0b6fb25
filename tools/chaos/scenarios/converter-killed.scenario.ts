import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORAGES, type SharedScenario } from '../scenario.js';
import { reportFault, idleReason, type Evidence } from '../environment/injected-fault.js';
import { Stream } from '../environment/stream.js';
import { until } from '../../common/until.js';
import { concludeStream } from '../verdict/conclude.js';

const HALF_WAY_LIMIT_MS = 60_000;
/** Share of the offered bytes that the converter has written at the fault: far from the start and from the end. */
const FAULT_SHARE = 0.3;

/** Progress of the converter's container file, from its work folder. */
async function halfFile(workDir: string): Promise<{ readonly bytes: number; readonly quietMs: number } | null> {
  for (const name of await readdir(workDir)) {
    if (!name.endsWith('.mp4')) continue;
    const { size, mtimeMs } = await stat(join(workDir, name));
    if (size > 0) return { bytes: size, quietMs: Date.now() - mtimeMs };
  }
  return null;
}

export const converterKilled: SharedScenario = {
  kind: 'shared',
  name: 'converter-killed',
  about: 'kill -9 of the converter half-way through a file: one correct mp4',
  storage: STORAGES,
  injectFault: async (environment) => {
    const { installation, api, slowFile, say, signal } = environment;
    const stream = await Stream.goLive(environment);
    await stream.waitForSegments(environment.pace.after);
    await writeFile(slowFile, '');
    stream.end();
    const halfBytes = FAULT_SHARE * stream.log.segments.reduce((sum, { bytes }) => sum + bytes, 0);
    const pid = installation.pids()['converter'] ?? null;
    let evidence: Evidence;
    try {
      evidence = await until(
        'a conversion is half-way',
        { signal, limitMs: HALF_WAY_LIMIT_MS },
        async (): Promise<Evidence | null> => {
          const half = await halfFile(join(installation.dataDir, 'work', `converter-${String(pid)}`));
          const vod = await stream.vod();
          if (half === null || half.bytes < halfBytes) return null;
          const evidence = { child: 'converter', pid, state: vod?.state ?? '', ...half };
          // On a busy machine, ffmpeg may write nothing for seconds.
          return idleReason(evidence) === null ? evidence : null;
        },
      );
    } finally {
      await rm(slowFile, { force: true });
    }
    reportFault(evidence, say);
    installation.kill('converter', 'SIGKILL');
    const jobs = (await api.jobs()).filter(({ kind, vod_uuid: vod }) => kind === 'convert' && vod !== null);
    say(`fault in job ${jobs.map(({ name, progress }) => `${name} at ${(progress * 100).toFixed(0)} %`).join(', ')}`);
    return () => concludeStream(environment, { stream, env: installation.env });
  },
};
