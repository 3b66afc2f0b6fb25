import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type AutomaticCleanupView, SCRIPT_HEADER, type Task } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { LibrarySeed } from '../api/seed-library.js';
import { blockProbeEnv, longestBlockMs } from '../measure/blocks.js';
import { quantile } from '../measure/quantile.js';

export interface AutomationPlan {
  readonly channels: number;
  readonly vods: number;
  /** Seconds in which the scheduler alone is measured. */
  readonly seconds: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

export interface AutomationFigures {
  /** A run of the clean-up on schedule that selects almost all VODs: plan, reviews and notice. */
  readonly planMedianMs: number;
  readonly planWorstMs: number;
  readonly planBlockMs: number;
  /** VODs that the plan selects. */
  readonly selectedVods: number;
  readonly schedulerTasks: number;
  /** CPU of the scheduler with tasks that do nothing, in cores. */
  readonly schedulerCores: number;
}

const TASK = 'clean_up';
const RUNS = 5;
const SETTLE_MS = 10_000;

/** Plans clean-ups of a large library in a complete installation, then measures the scheduler without it. */
export async function runAutomation(plan: AutomationPlan): Promise<AutomationFigures> {
  mkdirSync(plan.dir, { recursive: true });
  const storageDir = join(plan.dir, 'storage');
  const blocks = join(plan.dir, 'blocks');
  try {
    const installation = await startInstallation({
      dataDir: plan.dir,
      storageDir,
      storage: 'file',
      port: await freePort(),
      host: '127.0.0.1',
      recorders: 1,
      env: { VODKEEP_SITES: 'http://127.0.0.1:9/{host}', ...blockProbeEnv(blocks) },
    });
    try {
      return await measure(plan, { installation, storageDir, blocks });
    } finally {
      await installation.stop();
    }
  } finally {
    rmSync(plan.dir, { recursive: true, force: true });
  }
}

interface Setup {
  readonly installation: Installation;
  readonly storageDir: string;
  readonly blocks: string;
}

async function measure(plan: AutomationPlan, { installation, storageDir, blocks }: Setup): Promise<AutomationFigures> {
  const { channels, vods, seconds, say } = plan;
  const pgUrl = installation.env['VODKEEP_PG_URL'] ?? '';
  const seed = await LibrarySeed.open(pgUrl, storageDir);
  await seed.channels(channels);
  await seed.vods({ channels, vods });
  await seed.close();
  say(`  ${String(channels)} channels with ${String(vods)} VODs`);
  const api = new TaskApi(installation.url);
  await api.set({ 'live.poll_s': 60 });
  await wait(SETTLE_MS);
  const db = new pg.Client({ connectionString: pgUrl });
  await db.connect();
  const since = Date.now();
  const durations: number[] = [];
  for (let n = 0; n < RUNS; n += 1) {
    // Each run is the first one of its rules, so that it reports and deletes nothing.
    await db.query('DELETE FROM cleanup_review');
    durations.push(await api.run(TASK));
  }
  await db.end();
  const pid = installation.pids()['api'];
  const planBlockMs = typeof pid === 'number' ? longestBlockMs(blocks, pid, { since }) : NaN;
  const selectedVods = (await api.get<AutomaticCleanupView>('/cleanup/automatic')).reported?.vods ?? 0;
  if (selectedVods === 0) throw new OutsideError(untranslated('bench-automation', 'The clean-up selected no VOD.'));
  say(
    `  plan ${quantile(durations, 0.5).toFixed(0)} ms (worst ${Math.max(...durations).toFixed(0)}), ${String(selectedVods)} VODs selected, longest block ${planBlockMs.toFixed(0)} ms; now the scheduler alone for ${String(seconds)} s`,
  );
  const tasks = await api.get<Task[]>('/tasks');
  installation.kill('api', 'SIGKILL', { stayDown: true });
  const schedulerCores = (await schedulerCpuSeconds(installation, { seconds, tasks })) / seconds;
  return {
    planMedianMs: quantile(durations, 0.5),
    planWorstMs: Math.max(...durations),
    planBlockMs,
    selectedVods,
    schedulerTasks: tasks.length,
    schedulerCores,
  };
}

async function schedulerCpuSeconds(
  { env }: Installation,
  { seconds, tasks }: { readonly seconds: number; readonly tasks: readonly Task[] },
): Promise<number> {
  const listed = tasks.flatMap(({ name, interval_s: s, where }) =>
    s === null ? [] : [{ name, intervalMs: s * 1000, where }],
  );
  const child = fork(join(import.meta.dirname, 'scheduler-main.js'), [String(seconds), JSON.stringify(listed)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [report] = await Promise.race([
    once(child, 'message') as Promise<[{ readonly leads: boolean; readonly cpuSeconds: number }]>,
    once(child, 'exit').then(() => {
      throw new OutsideError(untranslated('bench-automation', 'The scheduler ended.'));
    }),
  ]);
  if (!report.leads) throw new OutsideError(untranslated('bench-automation', 'The scheduler did not lead.'));
  return report.cpuSeconds;
}

/** Requests of this bench to the api. */
class TaskApi {
  constructor(private readonly url: string) {}

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what the answer's data is
  async get<T>(path: string): Promise<T> {
    return ((await (await fetch(`${this.url}/api/v0${path}`)).json()) as { data: T }).data;
  }

  async set(config: Readonly<Record<string, unknown>>): Promise<void> {
    await this.send('PUT', '/settings', { config });
  }

  /** Runs a schedule, which is planned when the api answers. @returns duration, ms */
  async run(name: string): Promise<number> {
    const startedAt = performance.now();
    await this.send('POST', `/tasks/${name}/run`, undefined);
    return performance.now() - startedAt;
  }

  private async send(method: string, path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.url}/api/v0${path}`, {
      method,
      headers: { [SCRIPT_HEADER]: '1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new OutsideError(untranslated('bench-automation', `${method} ${path}: ${await answer.text()}`));
  }
}
