import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { OutsideError, untranslated } from '#libs/errors';
import { CHAOS_SETTINGS } from '../../chaos/environment/test-environment.js';
import { RecordingApi } from '../../foreign/record.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { blockProbeEnv, longestBlockMs } from '../measure/blocks.js';
import { quantile } from '../measure/quantile.js';
import { HEALTHY, HEALTHY_SOURCE, KILLED_AT_MS, type Fault, type SuiteName } from './faults.js';
import { follow, recordedByUs, untilSource, type OurRun } from './record-ours.js';
import { recordedByPeer, type PeerName } from './record-peer.js';
import { scoreFault, type FaultScore, type Recorded } from './score-fault.js';
import { sourceName, startFaultSource, type FaultSource } from './start-fault-source.js';

export const OURS = 'ours';
type FaultTool = typeof OURS | PeerName;

export interface SuitePlan {
  readonly name: SuiteName;
  readonly faults: readonly Fault[];
  readonly peers: readonly PeerName[];
  readonly dir: string;
  readonly say: (line: string) => void;
}

export interface FaultResult extends FaultScore {
  readonly fault: Fault;
  readonly tool: FaultTool;
  readonly recorded: Recorded;
}

/** The healthy channel beside hostile ones, and the recorder of both. */
export interface Neighbour {
  readonly lostS: number;
  /** The longest time between two polls beyond the usual one. */
  readonly latePollS: number;
  readonly longestBlockMs: number;
}

export interface SuiteResult {
  readonly results: readonly FaultResult[];
  /** Only of `hostile`. */
  readonly neighbour: Neighbour | null;
}

/** Between two starts: a start of Python needs a second of CPU. */
const BETWEEN_STARTS_MS = 1000;
/** Reading a recording needs a core. */
const READS_AT_ONCE = 2;
/** Before the sources start, so that blocks of the recorder's own start do not count. */
const SETTLE_MS = 5000;
const HEALTHY_FAULT: Fault = { name: HEALTHY, about: '', suite: 'hostile', source: () => HEALTHY_SOURCE };

/** Records all faults of a suite by all tools at the same time. */
export async function runSuite(plan: SuitePlan): Promise<SuiteResult> {
  const { faults, peers, dir } = plan;
  mkdirSync(dir, { recursive: true });
  await using cleaning = new AsyncDisposableStack();
  cleaning.defer(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const source = await startFaultSource(
    faults.map(({ name }) => name),
    [OURS, ...peers],
  );
  cleaning.defer(() => source.stop());
  const blocks = join(dir, 'blocks');
  const installation = await startInstallation({
    dataDir: join(dir, 'installation'),
    storage: 'file',
    port: await freePort(),
    host: '127.0.0.1',
    recorders: 1,
    env: { ...blockProbeEnv(blocks), VODKEEP_RECORDER_SLOTS: String(faults.length + 1) },
  });
  cleaning.defer(() => installation.stop());
  await wait(SETTLE_MS);
  const since = Date.now();
  const recorder = recorderOf(installation);
  const [ours, theirs] = await Promise.all([recordAll(plan, installation, source), recordByPeers(plan, source)]);
  const longest = longestBlockMs(blocks, recorder.pid, { since });
  return {
    results: [...ours.results, ...theirs],
    neighbour: ours.healthy && { ...ours.healthy, longestBlockMs: longest },
  };
}

function recorderOf(installation: Installation): { readonly name: string; readonly pid: number } {
  for (const [name, pid] of Object.entries(installation.pids()))
    if (name.startsWith('recorder') && pid !== null) return { name, pid };
  throw new OutsideError(untranslated('bench-faults', 'No recorder runs.'));
}

async function recordAll(
  { name, faults, dir }: SuitePlan,
  installation: Installation,
  source: FaultSource,
): Promise<{ readonly results: FaultResult[]; readonly healthy: Omit<Neighbour, 'longestBlockMs'> | null }> {
  const api = new RecordingApi(installation.url);
  await api.change(CHAOS_SETTINGS);
  const run = { api, source, dir };
  const healthy = name === 'hostile' ? recordHealthy(run) : null;
  if (healthy) await wait(BETWEEN_STARTS_MS);
  const channels = new Map<string, string | null>();
  // One after another: the clock of a source starts here, and all at once would be recorded late.
  for (const fault of faults) channels.set(fault.name, await follow(run, sourceName(fault.name, OURS)));
  if (name === 'killed') await killRecorder(installation, source, faults);
  const results = await Promise.all(
    faults.map(async (fault) => {
      const recorded = await recordedByUs(run, fault, channels.get(fault.name) ?? null);
      return { fault, tool: OURS, recorded, ...scoreFault(fault, recorded) } as const;
    }),
  );
  return { results, healthy: await healthy };
}

async function killRecorder(installation: Installation, source: FaultSource, faults: readonly Fault[]): Promise<void> {
  const name = sourceName(faults[0]?.name ?? '', OURS);
  await untilSource({ source, name, limitMs: 120_000 }, ({ atMs }) => atMs !== null && atMs >= KILLED_AT_MS);
  installation.kill(recorderOf(installation).name, 'SIGKILL');
}

async function recordHealthy(run: OurRun): Promise<Omit<Neighbour, 'longestBlockMs'>> {
  const source = await startFaultSource([HEALTHY], [OURS]);
  try {
    const own = { ...run, source: { ...source, logs: async () => renamed(await source.logs()) } };
    const uuid = (await run.api.follow(HEALTHY, source.urlOf(HEALTHY))).uuid;
    const recorded = await recordedByUs(own, HEALTHY_FAULT, uuid);
    const { lostS } = scoreFault(HEALTHY_FAULT, recorded);
    const { polls = [] } = (await source.logs())[HEALTHY] ?? {};
    const endMs = (HEALTHY_SOURCE.seconds ?? 0) * 1000;
    const between = polls.flatMap((at, i) => (i === 0 || at > endMs ? [] : [at - (polls[i - 1] ?? at)]));
    return { lostS, latePollS: (Math.max(...between) - quantile(between, 0.5)) / 1000 };
  } finally {
    await source.stop();
  }
}

const renamed = <T>(logs: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(logs).map(([name, log]) => [sourceName(name, OURS), log]));

async function recordByPeers({ faults, peers, dir, say }: SuitePlan, source: FaultSource): Promise<FaultResult[]> {
  const reading = pLimit(READS_AT_ONCE);
  const runs: Promise<FaultResult>[] = [];
  for (const fault of faults)
    for (const tool of peers) {
      runs.push(
        recordedByPeer(tool, fault, { source, dir, reading }).then((recorded) => {
          say(`  ${sourceName(fault.name, tool)}: ${String(recorded.frames.length)} frames`);
          return { fault, tool, recorded, ...scoreFault(fault, recorded) };
        }),
      );
      await wait(BETWEEN_STARTS_MS);
    }
  return await Promise.all(runs);
}
