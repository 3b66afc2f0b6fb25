import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORAGES, type HouseScenario } from '../scenario.js';
import { tellStrike, whyIdle, type Evidence } from '../stage/strike.js';
import { Stream } from '../stage/stream.js';
import { until } from '../until.js';
import { concludeStream } from '../verdict/conclude.js';

const HALF_MS = 60_000;
/** Of what the stream offered: far from the beginning and from the end. */
const HALF_WAY = 0.3;

/** What the converter has written of a container, from its work folder. */
async function halfFile(workDir: string): Promise<{ readonly bytes: number; readonly quietMs: number } | null> {
  for (const name of await readdir(workDir)) {
    if (!name.endsWith('.mp4')) continue;
    const { size, mtimeMs } = await stat(join(workDir, name));
    if (size > 0) return { bytes: size, quietMs: Date.now() - mtimeMs };
  }
  return null;
}

export const converterKilled: HouseScenario = {
  kind: 'in-house',
  name: 'converter-killed',
  about: 'kill -9 of the converter half-way through a file: one right mp4',
  storage: STORAGES,
  strike: async (stage) => {
    const { house, api, slowFile, say, signal } = stage;
    const stream = await Stream.goLive(stage);
    await stream.offers(stage.pace.after);
    await writeFile(slowFile, '');
    stream.end();
    const halfBytes = HALF_WAY * stream.log.segments.reduce((sum, { bytes }) => sum + bytes, 0);
    const pid = house.pids()['converter'] ?? null;
    const evidence = await until(
      'a conversion is half-way',
      { signal, limitMs: HALF_MS },
      async (): Promise<Evidence | null> => {
        const half = await halfFile(join(house.dataDir, 'work', `converter-${String(pid)}`));
        const vod = await stream.vod();
        if (half === null || half.bytes < halfBytes) return null;
        const evidence = { child: 'converter', pid, stage: vod?.state ?? '', ...half };
        // A busy machine lets ffmpeg stand still for seconds.
        return whyIdle(evidence) === null ? evidence : null;
      },
    ).finally(() => rm(slowFile, { force: true }));
    tellStrike(evidence, say);
    house.kill('converter', 'SIGKILL');
    const jobs = (await api.jobs()).filter(({ kind, vod_uuid: vod }) => kind === 'convert' && vod !== null);
    say(`struck in job ${jobs.map(({ name, progress }) => `${name} at ${(progress * 100).toFixed(0)} %`).join(', ')}`);
    return () => concludeStream(stage, { stream, env: house.env });
  },
};
