import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OutsideError } from '#libs/errors';
import { startHouse, type House } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { programPath } from '../../supervisor/program-path.js';
import type { HouseScenario, StorageKind } from '../scenario.js';
import { CHAOS_SETTINGS } from '../stage/stage.js';
import { HouseApi } from '../stage/house-api.js';
import { nameOf } from './channels.js';
import { perform, stageFor, type Theatre } from './performing.js';

/** Ends and returns of children; the rest is for operators. */
const TOLD = / ended \(| is back \(|can't start/;

interface OpenHouse {
  readonly house: House;
  readonly api: HouseApi;
  readonly slowFile: string;
}

/**
 * An ffmpeg that reads as fast as it plays while `slowFile` is there, so that a conversion has a middle to strike in.
 */
export function slowableFfmpeg(dir: string, slowFile: string): string {
  const real = programPath('ffmpeg', process.env['PATH'] ?? '');
  if (real === null) throw new OutsideError('ffmpeg', 'ffmpeg is missing; npm test installs it');
  mkdirSync(dir);
  writeFileSync(
    join(dir, 'ffmpeg'),
    `#!/bin/sh\n[ -e '${slowFile}' ] && exec '${real}' -re "$@"\nexec '${real}' "$@"\n`,
    { mode: 0o755 },
  );
  return [dir, process.env['PATH'] ?? ''].join(delimiter);
}

async function openHouse({ dir, signal, say }: Theatre, storage: StorageKind): Promise<OpenHouse> {
  const home = mkdtempSync(join(dir, `house-${storage}-`));
  const slowFile = join(home, 'slow');
  const house = await startHouse({
    dataDir: join(home, 'data'),
    port: await freePort(),
    host: '127.0.0.1',
    storage,
    recorders: 2,
    env: { PATH: slowableFfmpeg(join(home, 'bin'), slowFile) },
    signal,
    say: (line) => {
      if (TOLD.test(line)) say(`      [${storage}] ${line}`);
    },
  });
  const api = new HouseApi(house.url);
  try {
    await api.change(CHAOS_SETTINGS);
  } catch (thrown) {
    await house.stop();
    throw thrown;
  }
  return { house, api, slowFile };
}

/** After a scenario that broke off: nothing frozen, nothing away. */
async function mend(house: House): Promise<void> {
  for (const [child, pid] of Object.entries(house.pids())) {
    if (pid === null) await house.restart(child);
    else house.kill(child, 'SIGCONT');
  }
}

/** One house, and its scenarios one after another; a verdict is waited for while the next stream runs. */
export async function houseLane(
  theatre: Theatre,
  storage: StorageKind,
  scenarios: readonly HouseScenario[],
): Promise<void> {
  const { house, api, slowFile } = await openHouse(theatre, storage);
  const verdicts: Promise<void>[] = [];
  try {
    for (const scenario of scenarios) {
      theatre.signal.throwIfAborted();
      if (scenario.undisturbed === true) await Promise.all(verdicts);
      const stage = stageFor(theatre, nameOf({ scenario, storage }), storage);
      stage.say(scenario.about);
      const { concluded } = await perform(theatre, {
        stage,
        logs: [join(house.dataDir, 'log')],
        strike: () => scenario.strike({ ...stage, house, api, slowFile }),
      });
      verdicts.push(concluded);
      if (existsSync(house.dataDir)) await mend(house);
    }
    await Promise.all(verdicts);
  } finally {
    await house.stop();
    await Promise.all(verdicts);
  }
}
