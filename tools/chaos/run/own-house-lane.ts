import { join } from 'node:path';
import type { OwnHouseScenario, StorageKind } from '../scenario.js';
import { nameOf } from './channels.js';
import { perform, stageFor, type Theatre } from './performing.js';

/** Scenarios that bring their own house: one after another, each ended before the next begins. */
export async function ownHouseLane(
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
