import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { pssMb } from '../measure/process-tree.js';
import { quantile } from '../measure/quantile.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { timeAll, type Timing } from './timed-requests.js';
import { bareAnswer } from './bare-answer.js';
import { bareClients, SocketClients } from './socket-clients.js';
import { LibrarySeed } from './seed-library.js';
import { seedLog } from './seed-log.js';

export interface ApiPlan {
  readonly channels: number;
  readonly vods: number;
  readonly lines: number;
  readonly clients: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

/** Response times of one size of library, by kind of request. */
export type Answers = Readonly<
  Record<
    'dashboard' | 'vodsOfChannel' | 'oneVod' | 'search' | 'failed' | 'settings' | 'jobs' | 'logPage' | 'logSearch',
    Timing
  >
>;

/**
 * The same requests to a tenth of the library and to all of it. Sockets: ms from the first client that receives a
 * change to the last, and from the response to the change to the last client. Memory: MB.
 */
export interface ApiFigures {
  readonly small: Answers;
  readonly large: Answers;
  readonly bareRowP50Ms: number;
  /** The dashboard's response from a bare server. */
  readonly bareDashboard: Timing;
  readonly fanOut: {
    readonly spreadP50Ms: number;
    readonly spreadP95Ms: number;
    readonly changeToLastP50Ms: number;
    readonly changeToLastP95Ms: number;
    readonly bareP50Ms: number;
    readonly bareP95Ms: number;
    readonly frameBytes: number;
  };
  readonly pssSmallMb: number;
  readonly pssLargeMb: number;
  readonly pssCrowdMb: number;
}

const DASHBOARD = '/channels?vods=0';
/** Timed requests of each kind. */
const REQUEST_COUNT = 200;
/** Changes of a VOD that all pages receive. */
const CHANGE_COUNT = 60;
/** Time for the tasks that a new library starts. */
const SETTLE_MS = 10_000;
/** The small library has this fraction of the VODs. */
const SMALL_SHARE = 10;

/** Runs a complete installation with a library that SQL created; no channel is live. */
export async function runApi(plan: ApiPlan): Promise<ApiFigures> {
  mkdirSync(plan.dir, { recursive: true });
  try {
    return await runInstallation(plan);
  } finally {
    rmSync(plan.dir, { recursive: true, force: true });
  }
}

async function runInstallation(plan: ApiPlan): Promise<ApiFigures> {
  // The site refuses connections at once: the api polls channels as usual, and none is live.
  const storageDir = join(plan.dir, 'storage');
  const installation = await startInstallation({
    dataDir: plan.dir,
    storageDir,
    storage: 'file',
    port: await freePort(),
    host: '127.0.0.1',
    recorders: 1,
    env: { VODKEEP_SITES: 'http://127.0.0.1:9/{host}' },
  });
  try {
    const seed = await LibrarySeed.open(installation.env['VODKEEP_PG_URL'] ?? '', storageDir);
    try {
      return await measure(plan, { installation, seed });
    } finally {
      await seed.close();
    }
  } finally {
    await installation.stop();
  }
}

interface BenchSetup {
  readonly installation: Installation;
  readonly seed: LibrarySeed;
}

async function measure(plan: ApiPlan, setup: BenchSetup): Promise<ApiFigures> {
  const { installation, seed } = setup;
  const { channels, vods, say } = plan;
  const api = (): number => pssMb([apiPid(installation)]);
  await seed.channels(channels);
  await seedLog(installation.env, plan.lines);
  await seed.vods({ channels, vods: vods / SMALL_SHARE });
  await wait(SETTLE_MS);
  const small = await timeRequests(plan, setup);
  const pssSmallMb = api();
  say(`  ${String(vods / SMALL_SHARE)} VODs measured; api ${pssSmallMb.toFixed(0)} MB`);
  await seed.vods({ channels, vods });
  await wait(SETTLE_MS);
  const large = await timeRequests(plan, setup);
  const bareDashboard = await bareAnswer({
    installation: installation.url,
    path: DASHBOARD,
    count: REQUEST_COUNT,
    dir: plan.dir,
  });
  const pssLargeMb = api();
  say(`  ${String(vods)} VODs measured; api ${pssLargeMb.toFixed(0)} MB`);
  const bareRows: number[] = [];
  for (const uuid of await seed.pickVods(REQUEST_COUNT)) bareRows.push(await seed.bareRow(uuid));
  const fanOut = await measureFanOut(plan, setup);
  return {
    small,
    large,
    bareDashboard,
    bareRowP50Ms: quantile(bareRows, 0.5),
    fanOut,
    pssSmallMb,
    pssLargeMb,
    pssCrowdMb: api(),
  };
}

/** @throws OutsideError `bench-api` - the API does not run, so there is nothing to measure */
function apiPid(installation: Installation): number {
  const pid = installation.pids()['api'];
  if (typeof pid !== 'number') throw new OutsideError(untranslated('bench-api', 'The API does not run.'));
  return pid;
}

async function timeRequests({ channels }: ApiPlan, { installation, seed }: BenchSetup): Promise<Answers> {
  const vods = await seed.pickVods(REQUEST_COUNT);
  const channel = (n: number): string => `00000000-0000-4000-8000-${String((n * 7) % channels).padStart(12, '0')}`;
  const today = new Date().toISOString().slice(0, 10);
  return timeAll(
    `${installation.url}/api/v0`,
    {
      dashboard: () => DASHBOARD,
      vodsOfChannel: (n) => `/vod?channel=${channel(n)}&limit=10`,
      oneVod: (n) => `/vod/${vods[n % vods.length] ?? ''}`,
      search: (n) => `/vod?q=korean+${String(n % 10)}&limit=10`,
      failed: () => '/vod?state=failed&limit=10',
      settings: () => '/settings?channels=0',
      jobs: () => '/jobs',
      logPage: (n) => `/log/${today}/${String(n * 97)}?limit=200`,
      logSearch: () => `/log?dateFrom=${today}&level=error&limit=100`,
    },
    REQUEST_COUNT,
  );
}

/** Edits VODs one after the other; each time, waits until every page has received the change. */
async function measureFanOut(plan: ApiPlan, setup: BenchSetup): Promise<ApiFigures['fanOut']> {
  const crowd = await SocketClients.open(`${setup.installation.url.replace('http', 'ws')}/socket/`, plan.clients);
  try {
    return await notifyPages(plan, setup, crowd);
  } finally {
    crowd.close();
  }
}

async function notifyPages(
  { clients, say }: ApiPlan,
  { installation, seed }: BenchSetup,
  crowd: SocketClients,
): Promise<ApiFigures['fanOut']> {
  const [vod = ''] = await seed.pickVods(1);
  const deliveries: { readonly spread: number; readonly changeToLast: number }[] = [];
  for (let n = 0; n < CHANGE_COUNT; n += 1) {
    const all = crowd.delivered(`mark-${String(n)}`);
    all.catch(() => undefined); // awaited after the change
    const answer = await fetch(`${installation.url}/api/v0/vod/${vod}`, {
      method: 'POST',
      body: JSON.stringify({ comment: `mark-${String(n)}` }),
      headers: { 'content-type': 'application/json' },
    });
    const changed = Date.now();
    if (!answer.ok) throw new OutsideError(untranslated('bench-api', `The edit was refused: ${await answer.text()}`));
    const { first, last } = await all;
    deliveries.push({ spread: last - first, changeToLast: Math.max(0, last - changed) });
  }
  const frameBytes = (await (await fetch(`${installation.url}/api/v0/vod/${vod}`)).arrayBuffer()).byteLength;
  const bare = await bareClients(clients, frameBytes, CHANGE_COUNT);
  say(`  ${String(clients)} pages notified`);
  const [spreads, whole] = [deliveries.map((h) => h.spread), deliveries.map((h) => h.changeToLast)];
  return {
    spreadP50Ms: quantile(spreads, 0.5),
    spreadP95Ms: quantile(spreads, 0.95),
    changeToLastP50Ms: quantile(whole, 0.5),
    changeToLastP95Ms: quantile(whole, 0.95),
    bareP50Ms: quantile(bare, 0.5),
    bareP95Ms: quantile(bare, 0.95),
    frameBytes,
  };
}
