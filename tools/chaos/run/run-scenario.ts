import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Sim } from '../../provider-sim/index.js';
import type { Conclude, StorageKind } from '../scenario.js';
import type { Pace, TestEnvironment } from '../environment/test-environment.js';
import type { Results } from './results.js';

/** Resources that all runs share. */
export interface RunContext {
  readonly sim: Sim;
  readonly pace: Pace;
  readonly dir: string;
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** @param name in the results; also the name of the run's channel */
export function environmentFor(
  { sim, pace, dir, signal, say }: RunContext,
  name: string,
  storage: StorageKind,
): TestEnvironment {
  return {
    storage,
    sim,
    channel: name,
    pace,
    dir: mkdtempSync(join(dir, `${name}-`)),
    signal,
    cleaning: new AsyncDisposableStack(),
    say: (line) => {
      say(`      ${name}: ${line}`);
    },
  };
}

interface ScenarioStep {
  readonly environment: TestEnvironment;
  /** Logs of its processes. */
  readonly logs: readonly string[];
  readonly injectFault: () => Promise<Conclude>;
}

/**
 * Injects the fault, and returns the verdict as `concluded`, so that the next fault need not wait for it. Neither
 * throws.
 */
export async function runScenario(
  context: RunContext,
  { environment, logs, injectFault }: ScenarioStep,
): Promise<{ readonly concluded: Promise<void> }> {
  const began = globalThis.performance.now();
  const name = environment.channel;
  const fail = async (thrown: unknown): Promise<void> => {
    if (!context.signal.aborted) context.results.fail({ name, thrown, logs, simLog: context.sim.log().channels[name] });
    await environment.cleaning.disposeAsync();
  };
  const conclude = async (verdict: Conclude): Promise<void> => {
    try {
      await verdict();
      context.results.pass(name, (globalThis.performance.now() - began) / 1000);
      await environment.cleaning.disposeAsync();
    } catch (thrown) {
      await fail(thrown);
    }
  };
  try {
    return { concluded: conclude(await injectFault()) };
  } catch (thrown) {
    context.sim.act(name, { do: 'end', how: 'vanish' });
    await fail(thrown);
    return { concluded: Promise.resolve() };
  }
}
