import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import { startSim } from '../../provider-sim/index.js';
import type { ChaosArguments } from '../arguments.js';
import type { RunContext } from '../run/run-scenario.js';
import type { Results } from '../run/results.js';
import type { StorageKind } from '../scenario.js';
import { LONG, SHORT } from '../environment/test-environment.js';
import { pastChannels, type PastChannel } from './operation-channels.js';
import { installationDir, runLibrarySuite, wholeOf } from './library-suite.js';
import { templateOf } from './scenario-seeds.js';
import { loginOf, runsOn, SHORT_WAVES, WAVES, type Wave } from './scenarios.js';

const TEMPLATE_S = 20;

interface Run {
  readonly wanted: ChaosArguments;
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** Waves of a storage driver that the arguments select. */
function chosenWaves({ only, isShort }: ChaosArguments, storage: StorageKind): Wave[] {
  const all = isShort && only.length === 0 ? SHORT_WAVES : WAVES;
  return all
    .map((wave) =>
      wave.filter((scenario) => runsOn(scenario, storage) && (only.length === 0 || only.includes(scenario.name))),
    )
    .filter((wave) => wave.length > 0);
}

const channelsOf = (storage: StorageKind, waves: readonly Wave[]): PastChannel[] => [
  { name: templateOf(storage), seconds: TEMPLATE_S },
  ...waves
    .flat()
    .flatMap((scenario) =>
      scenario.operation.videoS === undefined
        ? []
        : [{ name: loginOf(scenario, storage), seconds: scenario.operation.videoS }],
    ),
];

async function runPart(
  context: RunContext,
  { storage, waves, overlapsDownloads }: Parameters<typeof runLibrarySuite>[1],
): Promise<void> {
  const { signal, results, dir } = context;
  try {
    await runLibrarySuite(context, { storage, waves, overlapsDownloads });
  } catch (thrown) {
    if (!signal.aborted)
      results.fail({
        name: wholeOf(storage),
        thrown,
        logs: [join(installationDir(dir, storage), 'log')],
        simLog: null,
      });
  }
  if (signal.aborted) return;
  for (const name of waves.flat().map((scenario) => loginOf(scenario, storage)))
    if (!results.names.has(name)) results.fail({ name, thrown: 'was not run', logs: [], simLog: null });
}

/**
 * Runs the selected scenarios, with one installation per storage driver, in parallel. A scenario that did not run
 * counts as failed.
 */
export async function runLibrary({ wanted, signal, results, say }: Run): Promise<void> {
  const suites = wanted.storages
    .map((storage) => ({ storage, waves: chosenWaves(wanted, storage) }))
    .filter(({ waves }) => waves.length > 0);
  if (suites.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'vodkeep-chaos-'));
  const sim = await startSim({
    scenario: pastChannels(suites.flatMap(({ storage, waves }) => channelsOf(storage, waves))),
  });
  try {
    const context: RunContext = { sim, pace: wanted.isShort ? SHORT : LONG, dir, signal, results, say };
    await Promise.all(
      suites.map(({ storage, waves }) => runPart(context, { storage, waves, overlapsDownloads: wanted.isShort })),
    );
  } finally {
    await sim.stop();
    await rm(dir, { recursive: true, force: true }).catch((thrown: unknown) => {
      say(`${dir} stays: ${messageOf(thrown)}`);
    });
  }
}
