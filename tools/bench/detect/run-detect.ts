import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { twitchManyUser } from '../../provider-sim/scenarios/twitch-many.scenario.js';
import { startSimProcess, type SimProcess } from '../../provider-sim/start-sim-process.js';
import { SIM_TWITCH_APP } from '../../provider-sim/twitch/auth/twitch-tokens.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { cpuSeconds, pssMb } from '../measure/process-tree.js';
import { quantile } from '../measure/quantile.js';
import { barePlaybackSeconds } from './bare-playback.js';
import { BenchApi, type FollowedChannel } from './bench-api.js';

export interface DetectPlan {
  readonly channels: number;
  readonly streams: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

/**
 * Seconds from the moment a channel goes live to its first stored segment. CPU in cores and memory in MB are those of
 * the API while it polls, some channels are live and no client is connected.
 */
export interface DetectFigures {
  readonly requestsPerMinute: number;
  readonly polledMedianS: number;
  readonly polledWorstS: number;
  readonly pushedMedianS: number;
  readonly pushedWorstS: number;
  /** Time that the media need without detection. */
  readonly bareS: number;
  readonly apiCores: number;
  readonly apiPssMb: number;
  readonly addedPerS: number;
}

/** Time for which requests, CPU and memory are measured. */
const POLLING_MS = 120_000;
/** Time between two channels that go live; it does not divide the interval of the polls. */
const BETWEEN_STARTS_MS = 1700;
/**
 * Time for the first subscriptions. Twitch allows 800 points per minute and a channel costs three, so only several
 * hundred channels are subscribed then; the others follow during the measurement.
 */
const SUBSCRIBE_MS = 90_000;
/** The interfaces that a poll calls: Helix and GraphQL. */
const POLLED_HOSTS: readonly string[] = ['api.twitch.tv', 'gql.twitch.tv'];

/**
 * A complete installation follows simulated channels; some go live while it only polls, some while it also receives
 * events.
 */
export async function runDetect(plan: DetectPlan): Promise<DetectFigures> {
  mkdirSync(plan.dir, { recursive: true });
  try {
    const port = await freePort();
    const sim = await startSimProcess({
      scenario: 'twitch-many',
      channels: plan.channels,
      callbacksTo: `http://127.0.0.1:${String(port)}`,
    });
    try {
      return await runInstallation(plan, sim, port);
    } finally {
      await sim.stop();
    }
  } finally {
    rmSync(plan.dir, { recursive: true, force: true });
  }
}

async function runInstallation(plan: DetectPlan, sim: SimProcess, port: number): Promise<DetectFigures> {
  const storageDir = join(plan.dir, 'storage');
  const installation = await startInstallation({
    dataDir: plan.dir,
    storageDir,
    storage: 'file',
    port,
    host: '127.0.0.1',
    recorders: 1,
    env: { VODKEEP_SITES: `${sim.url}/h/{host}` },
  });
  try {
    return await measure(plan, { sim, installation, storageDir, api: new BenchApi(installation.url) });
  } finally {
    await installation.stop();
  }
}

interface BenchSetup {
  readonly sim: SimProcess;
  readonly installation: Installation;
  readonly api: BenchApi;
  readonly storageDir: string;
}

async function measure({ channels, streams, say }: DetectPlan, setup: BenchSetup): Promise<DetectFigures> {
  const { sim, installation, api } = setup;
  await api.put('/sites/twitch/app', {
    client_id: SIM_TWITCH_APP.clientId,
    client_secret: SIM_TWITCH_APP.clientSecret,
  });
  await api.put('/settings', { config: { 'push.transport': 'off' } });
  const startedAt = performance.now();
  const followed = await api.follow(Array.from({ length: channels }, (_, n) => twitchManyUser(n).login));
  const addedPerS = channels / ((performance.now() - startedAt) / 1000);
  say(`  ${String(channels)} channels added, ${addedPerS.toFixed(0)} a second`);
  const bareS = await barePlaybackSeconds(sim, channels - 1);

  const live = spread(followed, streams);
  const polled = await goLive(setup, live);
  const polling = await measurePolling(installation, sim);
  say(`  polled: ${polled.map((s) => s.toFixed(1)).join(' ')} s`);
  say(
    `  ${polling.requestsPerMinute.toFixed(1)} requests a minute; api ${polling.apiCores.toFixed(3)} cores, ${polling.apiPssMb.toFixed(0)} MB`,
  );

  await endAll(sim, live);
  await api.put('/settings', { config: { 'push.transport': 'webhook', 'app_url': 'https://vod.example.org' } });
  await wait(SUBSCRIBE_MS);
  const subscribed = (await api.subscribed(followed.filter((channel) => !live.includes(channel)))).slice(0, streams);
  if (subscribed.length < streams)
    throw new OutsideError(untranslated('bench-push', `Only ${String(subscribed.length)} channels are subscribed.`));
  const pushed = await goLive(setup, subscribed);
  await endAll(sim, subscribed);
  say(`  pushed: ${pushed.map((s) => s.toFixed(2)).join(' ')} s; the media alone ${bareS.toFixed(2)} s`);
  return {
    ...polling,
    addedPerS,
    bareS,
    polledMedianS: quantile(polled, 0.5),
    polledWorstS: Math.max(...polled),
    pushedMedianS: quantile(pushed, 0.5),
    pushedWorstS: Math.max(...pushed),
  };
}

/**
 * Picks `count` items at equal distances. The channels of 1,000 that go live thus lie in different calls of 100.
 * @param count at most the number of items
 */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.floor(all.length / count);
  return all.filter((_, n) => n % step === 0).slice(0, count);
}

/**
 * Starts the channels one after the other; they stay live.
 * @returns seconds to the first stored segment of each channel
 */
async function goLive(
  { sim, api, storageDir }: BenchSetup,
  channels: readonly FollowedChannel[],
): Promise<readonly number[]> {
  return Promise.all(
    channels.map(async ({ name, uuid }, n) => {
      await wait(n * BETWEEN_STARTS_MS);
      const startedAt = Date.now();
      await sim.act(name, { do: 'start' });
      return ((await api.firstStoredAt(uuid, storageDir)) - startedAt) / 1000;
    }),
  );
}

async function endAll(sim: SimProcess, channels: readonly FollowedChannel[]): Promise<void> {
  for (const { name } of channels) await sim.act(name, { do: 'end', how: 'endlist' });
}

async function measurePolling(
  installation: Installation,
  sim: SimProcess,
): Promise<Pick<DetectFigures, 'requestsPerMinute' | 'apiCores' | 'apiPssMb'>> {
  const api = installation.pids()['api'];
  if (typeof api !== 'number') throw new OutsideError(untranslated('bench-detect', 'The API does not run.'));
  const before = { at: Date.now(), cpu: cpuSeconds([api]) };
  await wait(POLLING_MS);
  const took = { ms: Date.now() - before.at, cpu: cpuSeconds([api]) - before.cpu };
  const calls = (await sim.log()).sites.filter(({ at, host }) => at >= before.at && POLLED_HOSTS.includes(host));
  return {
    requestsPerMinute: (calls.length * 60_000) / took.ms,
    apiCores: (took.cpu * 1000) / took.ms,
    apiPssMb: pssMb([api]),
  };
}
