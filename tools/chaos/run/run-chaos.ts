import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import { startSim } from '../../provider-sim/index.js';
import type { ChaosArguments } from '../arguments.js';
import type { ChaosScenario, SharedScenario, OwnInstallationScenario, StorageKind } from '../scenario.js';
import { LONG, SHORT } from '../environment/test-environment.js';
import { chaosChannels, nameOf, type ScenarioRun } from './channels.js';
import { runSharedScenarios } from './shared-installation.js';
import { type RunContext, runScenario, environmentFor } from './run-scenario.js';
import type { Results } from './results.js';

interface Run {
  readonly wanted: ChaosArguments;
  readonly scenarios: readonly ChaosScenario[];
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

const isShared = (scenario: ChaosScenario): scenario is SharedScenario => scenario.kind === 'shared';
const isOwn = (scenario: ChaosScenario): scenario is OwnInstallationScenario => scenario.kind === 'own-installation';

/** If a part breaks, the runs that it did not reach count as failed. */
async function runPart(context: RunContext, name: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (thrown) {
    if (!context.signal.aborted) context.results.fail({ name, thrown, logs: [], simLog: null });
  }
}

/**
 * Runs the selected scenarios: one installation per storage driver and, in parallel, the scenarios with their own
 * installation.
 */
export async function runChaos({ wanted, scenarios, signal, results, say }: Run): Promise<void> {
  const chosen = scenarios.filter(({ name, isLong }) =>
    wanted.only.length === 0 ? !(wanted.isShort && isLong) : wanted.only.includes(name),
  );
  const scenarioRuns: ScenarioRun[] = chosen.flatMap((scenario) =>
    wanted.storages.filter((kind) => scenario.storage.includes(kind)).map((storage) => ({ scenario, storage })),
  );
  if (scenarioRuns.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'vodkeep-chaos-'));
  const sim = await startSim({ scenario: chaosChannels(scenarioRuns) });
  try {
    const context: RunContext = { sim, pace: wanted.isShort ? SHORT : LONG, dir, signal, results, say };
    const shared = wanted.storages
      .map((storage) => ({
        storage,
        own: chosen.filter(isShared).filter((scenario) => scenario.storage.includes(storage)),
      }))
      .filter(({ own }) => own.length > 0);
    await Promise.all([
      ...shared.map(({ storage, own }) =>
        runPart(context, `installation-${storage}`, runSharedScenarios(context, storage, own)),
      ),
      runPart(context, 'own-installations', runOwnScenarios(context, wanted.storages, chosen.filter(isOwn))),
    ]);
  } finally {
    await sim.stop();
    await rm(dir, { recursive: true, force: true }).catch((thrown: unknown) => {
      say(`${dir} stays: ${messageOf(thrown)}`);
    });
  }
  if (!signal.aborted) countUnperformed(results, scenarioRuns);
}

/** Counts runs that did not take place as failed. */
function countUnperformed(results: Results, scenarioRuns: readonly ScenarioRun[]): void {
  for (const scenarioRun of scenarioRuns)
    if (!results.names.has(nameOf(scenarioRun)))
      results.fail({ name: nameOf(scenarioRun), thrown: 'was not run', logs: [], simLog: null });
}

/** Runs the scenarios that start their own installation, in sequence; each ends before the next starts. */
async function runOwnScenarios(
  context: RunContext,
  storages: readonly StorageKind[],
  scenarios: readonly OwnInstallationScenario[],
): Promise<void> {
  for (const scenario of scenarios) {
    for (const storage of storages.filter((kind) => scenario.storage.includes(kind))) {
      context.signal.throwIfAborted();
      const environment = environmentFor(context, nameOf({ scenario, storage }), storage);
      environment.say(scenario.about);
      const { concluded } = await runScenario(context, {
        environment,
        logs: [join(environment.dir, 'data/log'), join(environment.dir, 'supervisor.log')],
        injectFault: () => scenario.injectFault(environment),
      });
      await concluded;
    }
  }
}
