import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import type { ChaosArguments } from '../arguments.js';
import type { Results } from '../run/results.js';
import { LONG, SHORT } from '../environment/test-environment.js';
import { loginOf, type TwitchScenario } from './scenario.js';
import { installationDir, runTwitchSuite } from './twitch-suite.js';

interface Run {
  readonly wanted: ChaosArguments;
  readonly scenarios: readonly TwitchScenario[];
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** Runs the selected scenarios. A scenario that did not run counts as failed. */
export async function runTwitch({ wanted, scenarios, signal, results, say }: Run): Promise<void> {
  const chosen = scenarios.filter(({ name }) => wanted.only.length === 0 || wanted.only.includes(name));
  if (chosen.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'vodkeep-chaos-'));
  try {
    await runTwitchSuite({ pace: wanted.isShort ? SHORT : LONG, dir, signal, results, say }, chosen);
  } catch (thrown) {
    if (!signal.aborted)
      results.fail({ name: 'installation-twitch', thrown, logs: [join(installationDir(dir), 'log')], simLog: null });
  } finally {
    await rm(dir, { recursive: true, force: true }).catch((thrown: unknown) => {
      say(`${dir} stays: ${messageOf(thrown)}`);
    });
  }
  if (signal.aborted) return;
  for (const name of chosen.map(loginOf))
    if (!results.names.has(name)) results.fail({ name, thrown: 'was not run', logs: [], simLog: null });
}
