import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '#libs/errors';
import type { ChaosArguments } from '../arguments.js';
import type { Results } from '../run/results.js';
import { LONG, SHORT } from '../environment/test-environment.js';
import { AUTOMATION, loginOf, SHORT_AUTOMATION } from './scenarios.js';
import { installationDir, runAutomationSuite } from './automation-suite.js';

interface Run {
  readonly wanted: ChaosArguments;
  readonly signal: AbortSignal;
  readonly results: Results;
  readonly say: (line: string) => void;
}

/** Runs the selected scenarios. A scenario that did not run counts as failed. */
export async function runAutomation({ wanted, signal, results, say }: Run): Promise<void> {
  const all = wanted.isShort && wanted.only.length === 0 ? SHORT_AUTOMATION : AUTOMATION;
  const chosen = all.filter(({ name }) => wanted.only.length === 0 || wanted.only.includes(name));
  if (chosen.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'vodkeep-chaos-'));
  try {
    await runAutomationSuite({ pace: wanted.isShort ? SHORT : LONG, dir, signal, results, say }, chosen);
  } catch (thrown) {
    if (!signal.aborted)
      results.fail({
        name: 'installation-automation',
        thrown,
        logs: [join(installationDir(dir), 'log')],
        simLog: null,
      });
  } finally {
    await rm(dir, { recursive: true, force: true }).catch((thrown: unknown) => {
      say(`${dir} stays: ${messageOf(thrown)}`);
    });
  }
  if (signal.aborted) return;
  for (const name of chosen.map(loginOf))
    if (!results.names.has(name)) results.fail({ name, thrown: 'was not run', logs: [], simLog: null });
}
