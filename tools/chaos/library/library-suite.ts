import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, OutsideError, untranslated } from '#libs/errors';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { SIM_TWITCH_APP } from '../../provider-sim/index.js';
import { slowableFfmpeg } from '../run/shared-installation.js';
import { environmentFor, type RunContext } from '../run/run-scenario.js';
import type { StorageKind } from '../scenario.js';
import type { OperationEnvironment, InProgress } from './operation.js';
import { LibraryApi } from './library-api.js';
import { LibraryDb } from './library-db.js';
import { ScenarioSeeds } from './scenario-seeds.js';
import { loginOf, type LibraryScenario, type Wave } from './scenarios.js';
import { waitForImpact, FaultyInstallation } from './faulty-installation.js';
import { concludeLibrary, concludeMedia } from './verdict/conclude-library.js';

const SITE = 'twitch';
/** Log lines about children that end or restart; the other lines are for operators. */
const CHILD_LINE = / ended \(|can't start/;

interface OpenSuite {
  readonly context: RunContext;
  readonly storage: StorageKind;
  readonly installation: Installation;
  readonly api: LibraryApi;
  readonly db: LibraryDb;
  readonly slowFile: string;
  readonly seeds: ScenarioSeeds;
}

/** Data folder of the installation for a storage driver. */
export const installationDir = (dir: string, storage: StorageKind): string =>
  join(dir, `installation-library-${storage}`);

/** Starts an installation with an empty library that uses the simulator as the site. It ends with `cleaning`. */
async function openSuite(
  context: RunContext,
  storage: StorageKind,
  cleaning: AsyncDisposableStack,
): Promise<OpenSuite> {
  const { dir, sim, signal, say } = context;
  const home = mkdtempSync(join(dir, `library-${storage}-`));
  const slowFile = join(home, 'slow');
  const installation = await startInstallation({
    dataDir: installationDir(dir, storage),
    port: await freePort(),
    host: '127.0.0.1',
    storage,
    recorders: 1,
    env: { PATH: slowableFfmpeg(join(home, 'bin'), slowFile), VODKEEP_SITES: `${sim.url}/h/{host}` },
    signal,
    say: (line) => {
      if (CHILD_LINE.test(line)) say(`      [library ${storage}] ${line}`);
    },
  });
  cleaning.defer(() => installation.stop());
  const api = new LibraryApi(installation.url);
  const db = new LibraryDb(installation.env['VODKEEP_PG_URL'] ?? '');
  cleaning.defer(() => db.close());
  await api.useApp(SITE, { client_id: SIM_TWITCH_APP.clientId, client_secret: SIM_TWITCH_APP.clientSecret });
  await api.change({ 'push.transport': 'off' });
  return {
    context,
    storage,
    installation,
    api,
    db,
    slowFile,
    seeds: new ScenarioSeeds({ context, storage, api, env: installation.env }),
  };
}

interface RunningScenario {
  /** whether its VODs are copies of the template */
  readonly isSeeded: boolean;
  readonly environment: OperationEnvironment;
  readonly began: number;
  readonly progress: InProgress;
}

/** Brings a scenario to the middle of its work. Null: the scenario has failed. */
async function startWork(
  { context, storage, installation, api, db, slowFile, seeds }: OpenSuite,
  scenario: LibraryScenario,
  channelUuid: string,
): Promise<RunningScenario | null> {
  const environment: OperationEnvironment = {
    ...environmentFor(context, loginOf(scenario, storage), storage),
    installation,
    api,
    db,
    slowFile,
    digest: seeds.digest,
    channelUuid,
  };
  environment.say(scenario.about);
  const began = performance.now();
  try {
    const progress = await scenario.operation.begin(environment);
    environment.say(`in its middle: ${progress.evidence}`);
    return { isSeeded: scenario.operation.vods > 0, environment, began, progress };
  } catch (thrown) {
    await fail(context, { environment, thrown, installation });
    return null;
  }
}

async function fail(
  { results, signal, sim }: RunContext,
  {
    environment,
    thrown,
    installation,
  }: { readonly environment: OperationEnvironment; readonly thrown: unknown; readonly installation: Installation },
): Promise<void> {
  if (!signal.aborted)
    results.fail({
      name: environment.channel,
      thrown,
      logs: [join(installation.dataDir, 'log')],
      simLog: sim.log().channels[environment.channel] ?? null,
    });
  await environment.cleaning.disposeAsync();
}

interface Verdict {
  readonly isOfDownload: boolean;
  readonly reached: Promise<void>;
}

/** Brings all scenarios of a wave to the middle of their work, then injects the fault. @returns their verdicts */
async function runWave(opened: OpenSuite, wave: Wave): Promise<Verdict[]> {
  const { context, installation, storage } = opened;
  context.signal.throwIfAborted();
  const channels = await opened.seeds.create(wave);
  const runningScenarios = (
    await Promise.all([...channels].map(([scenario, uuid]) => startWork(opened, scenario, uuid)))
  ).filter((one) => one !== null);
  if (runningScenarios.length === 0) return [];
  const faulty = new FaultyInstallation({
    installation,
    storage,
    say: (line) => {
      context.say(`      [library ${storage}] ${line}`);
    },
  });
  let fault: Error | null = null;
  try {
    for (const part of wave[0]?.parts ?? []) await faulty.lose(part);
    for (const { progress } of runningScenarios) await progress.release();
    if (faulty.isStorageLost) await waitForImpact(context.signal);
  } catch (thrown) {
    fault = asError(thrown);
  }
  await faulty.restore().catch((thrown: unknown) => {
    fault ??= asError(thrown);
  });
  return runningScenarios.map((one) => ({ isOfDownload: !one.isSeeded, reached: conclude(opened, one, fault) }));
}

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new OutsideError(untranslated('wrong', messageOf(thrown)));

async function conclude(
  { context, installation }: OpenSuite,
  { isSeeded, environment, began, progress }: RunningScenario,
  fault: Error | null,
): Promise<void> {
  try {
    if (fault !== null) throw fault;
    await progress.conclude();
    if (isSeeded) await concludeMedia(environment);
    context.results.pass(environment.channel, (performance.now() - began) / 1000);
    await environment.cleaning.disposeAsync();
  } catch (thrown) {
    await fail(context, { environment, thrown, installation });
  }
}

interface SuiteInput {
  readonly storage: StorageKind;
  readonly waves: readonly Wave[];
  /** Whether downloads of one wave may last into the next: their commands go to another recorder within 15 s. */
  readonly overlapsDownloads: boolean;
}

/** Runs one installation and its waves in sequence, then checks its complete library. */
export async function runLibrarySuite(
  context: RunContext,
  { storage, waves, overlapsDownloads }: SuiteInput,
): Promise<void> {
  const cleaning = new AsyncDisposableStack();
  const verdicts: Verdict[] = [];
  try {
    const opened = await openSuite(context, storage, cleaning);
    for (const wave of waves) {
      const own = await runWave(opened, wave);
      verdicts.push(...own);
      await Promise.all(
        own.filter(({ isOfDownload }) => !overlapsDownloads || !isOfDownload).map(({ reached }) => reached),
      );
    }
    await Promise.all(verdicts.map(({ reached }) => reached));
    const began = performance.now();
    await opened.installation.restart('api'); // its sweeper finishes interrupted work, as it would within ten minutes
    const say = (line: string): void => {
      context.say(`      [library ${storage}] ${line}`);
    };
    await concludeLibrary({ db: opened.db, env: opened.installation.env, signal: context.signal, say });
    context.results.pass(wholeOf(storage), (performance.now() - began) / 1000);
  } finally {
    await cleaning.disposeAsync();
    await Promise.all(verdicts.map(({ reached }) => reached));
  }
}

/** Name of the check of the complete library, which is counted too. */
export const wholeOf = (storage: StorageKind): string => `whole_library_${storage}`;
