import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import { startSim } from '../../provider-sim/index.js';
import type { ChaosArguments } from '../arguments.js';
import type { Theatre } from '../run/performing.js';
import type { Results } from '../run/results.js';
import type { StorageKind } from '../scenario.js';
import { LONG, SHORT } from '../stage/stage.js';
import { pastChannels, type PastChannel } from './act-channels.js';
import { houseDir, libraryLane, wholeOf } from './library-lane.js';
import { templateOf } from './scene-seeds.js';
import { loginOf, playsOn, SHORT_WAVES, WAVES, type Wave } from './scenes.js';

const TEMPLATE_S = 20;

interface Run {
  readonly wanted: ChaosArguments;
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** What is wanted of the waves on a storage driver. */
function chosenWaves({ only, isShort }: ChaosArguments, storage: StorageKind): Wave[] {
  const all = isShort && only.length === 0 ? SHORT_WAVES : WAVES;
  return all
    .map((wave) => wave.filter((scene) => playsOn(scene, storage) && (only.length === 0 || only.includes(scene.name))))
    .filter((wave) => wave.length > 0);
}

const channelsOf = (storage: StorageKind, waves: readonly Wave[]): PastChannel[] => [
  { name: templateOf(storage), seconds: TEMPLATE_S },
  ...waves
    .flat()
    .flatMap((scene) =>
      scene.act.videoS === undefined ? [] : [{ name: loginOf(scene, storage), seconds: scene.act.videoS }],
    ),
];

async function lane(theatre: Theatre, { storage, waves, inHaste }: Parameters<typeof libraryLane>[1]): Promise<void> {
  const { signal, results, dir } = theatre;
  try {
    await libraryLane(theatre, { storage, waves, inHaste });
  } catch (thrown) {
    if (!signal.aborted)
      results.fail({ name: wholeOf(storage), thrown, logs: [join(houseDir(dir, storage), 'log')], simLog: null });
  }
  if (signal.aborted) return;
  for (const name of waves.flat().map((scene) => loginOf(scene, storage)))
    if (!results.names.has(name)) results.fail({ name, thrown: 'was not run', logs: [], simLog: null });
}

/** Plays the scenes that are wanted, a house for each storage driver, side by side. What was not reached has failed. */
export async function runLibrary({ wanted, signal, results, say }: Run): Promise<void> {
  const lanes = wanted.storages
    .map((storage) => ({ storage, waves: chosenWaves(wanted, storage) }))
    .filter(({ waves }) => waves.length > 0);
  if (lanes.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'vodkeep-chaos-'));
  const sim = await startSim({
    scenario: pastChannels(lanes.flatMap(({ storage, waves }) => channelsOf(storage, waves))),
  });
  try {
    const theatre: Theatre = { sim, pace: wanted.isShort ? SHORT : LONG, dir, signal, results, say };
    await Promise.all(lanes.map(({ storage, waves }) => lane(theatre, { storage, waves, inHaste: wanted.isShort })));
  } finally {
    await sim.stop();
    await rm(dir, { recursive: true, force: true }).catch((thrown: unknown) => {
      say(`${dir} stays: ${messageOf(thrown)}`);
    });
  }
}
