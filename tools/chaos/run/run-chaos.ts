import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import { startSim } from '../../provider-sim/index.js';
import type { ChaosArguments } from '../arguments.js';
import type { ChaosScenario, HouseScenario, OwnHouseScenario, StorageKind } from '../scenario.js';
import { LONG, SHORT } from '../stage/stage.js';
import { chaosChannels, nameOf, type Performance } from './channels.js';
import { houseLane } from './house-lane.js';
import { type Theatre, perform, stageFor } from './performing.js';
import type { Results } from './results.js';

interface Run {
  readonly wanted: ChaosArguments;
  readonly scenarios: readonly ChaosScenario[];
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

const ofHouse = (scenario: ChaosScenario): scenario is HouseScenario => scenario.kind === 'in-house';
const ofItself = (scenario: ChaosScenario): scenario is OwnHouseScenario => scenario.kind === 'own-house';

/** A lane that breaks takes the performances down that it had not reached: they count as failed. */
async function lane(theatre: Theatre, name: string, walk: Promise<void>): Promise<void> {
  try {
    await walk;
  } catch (thrown) {
    if (!theatre.signal.aborted) theatre.results.fail({ name, thrown, logs: [], simLog: null });
  }
}

/** Performs what is wanted: one house a storage driver, and beside them the scenarios with houses of their own. */
export async function runChaos({ wanted, scenarios, signal, results, say }: Run): Promise<void> {
  const chosen = scenarios.filter(({ name }) => wanted.only.length === 0 || wanted.only.includes(name));
  const performances: Performance[] = chosen.flatMap((scenario) =>
    wanted.storages.filter((kind) => scenario.storage.includes(kind)).map((storage) => ({ scenario, storage })),
  );
  if (performances.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'vodkeep-chaos-'));
  const sim = await startSim({ scenario: chaosChannels(performances) });
  try {
    const theatre: Theatre = { sim, pace: wanted.isShort ? SHORT : LONG, dir, signal, results, say };
    const inHouse = wanted.storages
      .map((storage) => ({
        storage,
        own: chosen.filter(ofHouse).filter((scenario) => scenario.storage.includes(storage)),
      }))
      .filter(({ own }) => own.length > 0);
    await Promise.all([
      ...inHouse.map(({ storage, own }) => lane(theatre, `house-${storage}`, houseLane(theatre, storage, own))),
      lane(theatre, 'own-houses', ownHouseLane(theatre, wanted.storages, chosen.filter(ofItself))),
    ]);
  } finally {
    await sim.stop();
    await rm(dir, { recursive: true, force: true }).catch((thrown: unknown) => {
      say(`${dir} stays: ${messageOf(thrown)}`);
    });
  }
  if (!signal.aborted) countUnperformed(results, performances);
}

/** Nothing passes by not being run. */
function countUnperformed(results: Results, performances: readonly Performance[]): void {
  for (const performance of performances)
    if (!results.names.has(nameOf(performance)))
      results.fail({ name: nameOf(performance), thrown: 'was not run', logs: [], simLog: null });
}

/** Scenarios that bring their own house: one after another, each ended before the next begins. */
async function ownHouseLane(
  theatre: Theatre,
  storages: readonly StorageKind[],
  scenarios: readonly OwnHouseScenario[],
): Promise<void> {
  for (const scenario of scenarios) {
    for (const storage of storages.filter((kind) => scenario.storage.includes(kind))) {
      theatre.signal.throwIfAborted();
      const stage = stageFor(theatre, nameOf({ scenario, storage }), storage);
      stage.say(scenario.about);
      const { concluded } = await perform(theatre, {
        stage,
        logs: [join(stage.dir, 'data/log'), join(stage.dir, 'supervisor.log')],
        strike: () => scenario.strike(stage),
      });
      await concluded;
    }
  }
}
