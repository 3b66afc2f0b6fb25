import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isolatedRecorderName } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { programPath } from '../../supervisor/program-path.js';
import type { SharedScenario, StorageKind } from '../scenario.js';
import { CHAOS_SETTINGS } from '../environment/test-environment.js';
import { ApiClient } from '../environment/api-client.js';
import { nameOf } from './channels.js';
import { runScenario, environmentFor, type RunContext } from './run-scenario.js';

/** Log lines about children that end or restart; the other lines are for operators. */
const CHILD_LINE = / ended \(| is back \(|can't start/;

interface OpenInstallation {
  readonly installation: Installation;
  readonly api: ApiClient;
  readonly slowFile: string;
}

/**
 * Creates an ffmpeg that reads at playback speed while `slowFile` exists, so that a conversion lasts long enough for a
 * fault.
 */
export function slowableFfmpeg(dir: string, slowFile: string): string {
  const real = programPath('ffmpeg', process.env['PATH'] ?? '');
  if (real === null) throw new OutsideError(untranslated('ffmpeg', 'ffmpeg is missing; npm test installs it'));
  mkdirSync(dir);
  writeFileSync(
    join(dir, 'ffmpeg'),
    `#!/bin/sh\n[ -e '${slowFile}' ] && exec '${real}' -re "$@"\nexec '${real}' "$@"\n`,
    { mode: 0o755 },
  );
  return [dir, process.env['PATH'] ?? ''].join(delimiter);
}

async function openInstallation({ dir, signal, say }: RunContext, storage: StorageKind): Promise<OpenInstallation> {
  const home = mkdtempSync(join(dir, `installation-${storage}-`));
  const slowFile = join(home, 'slow');
  const installation = await startInstallation({
    dataDir: join(home, 'data'),
    port: await freePort(),
    host: '127.0.0.1',
    storage,
    recorders: 2,
    env: { PATH: slowableFfmpeg(join(home, 'bin'), slowFile) },
    signal,
    say: (line) => {
      if (CHILD_LINE.test(line)) say(`      [${storage}] ${line}`);
    },
  });
  const api = new ApiClient(installation.url);
  try {
    await api.change(CHAOS_SETTINGS);
  } catch (thrown) {
    await installation.stop();
    throw thrown;
  }
  return { installation, api, slowFile };
}

/** Restores the installation after an aborted scenario: resumes frozen processes and restarts missing ones. */
async function restoreProcesses(installation: Installation): Promise<void> {
  for (const [child, pid] of Object.entries(installation.pids())) {
    // An isolated recorder runs only on demand.
    if (child.startsWith(isolatedRecorderName(''))) continue;
    if (pid === null) await installation.restart(child);
    else installation.kill(child, 'SIGCONT');
  }
}

/** Runs scenarios in sequence on one installation. The verdict of a scenario is pending while the next stream runs. */
export async function runSharedScenarios(
  context: RunContext,
  storage: StorageKind,
  scenarios: readonly SharedScenario[],
): Promise<void> {
  const { installation, api, slowFile } = await openInstallation(context, storage);
  const verdicts: Promise<void>[] = [];
  try {
    for (const scenario of scenarios) {
      context.signal.throwIfAborted();
      if (scenario.undisturbed === true) await Promise.all(verdicts);
      const environment = environmentFor(context, nameOf({ scenario, storage }), storage);
      environment.say(scenario.about);
      const { concluded } = await runScenario(context, {
        environment,
        logs: [join(installation.dataDir, 'log')],
        injectFault: () => scenario.injectFault({ ...environment, installation, api, slowFile }),
      });
      verdicts.push(concluded);
      if (existsSync(installation.dataDir)) await restoreProcesses(installation);
    }
    await Promise.all(verdicts);
  } finally {
    await installation.stop();
    await Promise.all(verdicts);
  }
}
