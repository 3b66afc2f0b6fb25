import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import { NO_ACCOUNT, Providers, SiteAddresses } from '#libs/providers';
import { startSimProcess, type SimProcess } from '../../provider-sim/start-sim-process.js';
import { SIM_TWITCH_APP } from '../../provider-sim/twitch/auth/twitch-tokens.js';
import { startInstallation, type Installation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { cpuSeconds, pssMb } from '../measure/process-tree.js';
import { quantile } from '../measure/quantile.js';
import { BenchApi } from './bench-api.js';

export interface DetectPlan {
  readonly channels: number;
  readonly streams: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

/**
 * Seconds from the moment a channel goes live to its first stored segment. CPU in cores and memory in MB are those of
 * the api while it polls, some channels are live and no client is connected.
 */
export interface DetectFigures {
  readonly requestsPerMinute: number;
  readonly polledMedianS: number;
  readonly polledWorstS: number;
  readonly pushedMedianS: number;
  readonly pushedWorstS: number;
  /**
   * Time that the media need without detection: a bare loop fetches token, master playlist, media playlist and first
   * segment.
   */
  readonly bareS: number;
  readonly apiCores: number;
  readonly apiPssMb: number;
  readonly addedPerS: number;
}

const QUIET_MS = 120_000;
const BETWEEN_MS = 1700;
/**
 * Twitch allows 800 points per minute, and a channel costs three. So this many channels are subscribed soon; the rest
 * are subscribed during the measurement.
 */
const SUBSCRIBED_MS = 90_000;
const HOSTS: readonly string[] = ['api.twitch.tv', 'gql.twitch.tv'];
const nameOf = (n: number): string => `many_${String(n)}`;

/**
 * A complete installation follows simulated channels; some go live while it only polls, some while it also receives
 * events.
 */
export async function runDetect(plan: DetectPlan): Promise<DetectFigures> {
  const storageDir = join(plan.dir, 'storage');
  mkdirSync(plan.dir, { recursive: true });
  const port = await freePort();
  const sim = await startSimProcess({
    scenario: 'twitch-many',
    channels: plan.channels,
    callbacksTo: `http://127.0.0.1:${String(port)}`,
  });
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
    await sim.stop();
    rmSync(plan.dir, { recursive: true, force: true });
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
  const began = performance.now();
  const uuids = await api.follow(Array.from({ length: channels }, (_, n) => nameOf(n)));
  const addedPerS = channels / ((performance.now() - began) / 1000);
  say(`  ${String(channels)} channels added, ${addedPerS.toFixed(0)} a second`);
  const bareS = await bareSeconds(sim, nameOf(channels - 1));

  const alive = spread(uuids, streams);
  const polled = await goLive(setup, alive);
  const quiet = await quietMinutes(installation, sim);
  say(
    `  asked: ${polled.map((s) => s.toFixed(1)).join(' ')} s; ${quiet.requestsPerMinute.toFixed(1)} requests a minute; api ${quiet.apiCores.toFixed(3)} cores, ${quiet.apiPssMb.toFixed(0)} MB`,
  );

  await endAll(sim, alive);
  await api.put('/settings', { config: { 'push.transport': 'webhook', 'app_url': 'https://vod.example.org' } });
  await wait(SUBSCRIBED_MS);
  const subscribed = (await api.subscribed(uuids.filter((channel) => !alive.includes(channel)))).slice(0, streams);
  if (subscribed.length < streams)
    throw new OutsideError(untranslated('bench-push', `Only ${String(subscribed.length)} channels are subscribed.`));
  const pushed = await goLive(setup, subscribed);
  await endAll(sim, subscribed);
  say(`  reported: ${pushed.map((s) => s.toFixed(2)).join(' ')} s; the media alone ${bareS.toFixed(2)} s`);
  return {
    ...quiet,
    addedPerS,
    bareS,
    polledMedianS: quantile(polled, 0.5),
    polledWorstS: Math.max(...polled),
    pushedMedianS: quantile(pushed, 0.5),
    pushedWorstS: Math.max(...pushed),
  };
}

interface Followed {
  readonly name: string;
  readonly uuid: string;
}

/** Spreads the live channels, so that each request for 100 channels contains one. */
const spread = <T>(all: readonly T[], count: number): T[] =>
  all.filter((_, n) => n % Math.floor(all.length / count) === 0).slice(0, count);

/**
 * Starts channels one after the other, at times that do not match the interval of the polls; they stay live.
 * @returns seconds to the first stored segment of each channel
 */
async function goLive({ sim, api, storageDir }: BenchSetup, channels: readonly Followed[]): Promise<number[]> {
  const waiting = [];
  for (const { name, uuid } of channels) {
    const at = Date.now();
    await sim.act(name, { do: 'start' });
    waiting.push(api.firstStoredAt(uuid, storageDir).then((stored) => (stored - at) / 1000));
    await wait(BETWEEN_MS);
  }
  return Promise.all(waiting);
}

async function endAll(sim: SimProcess, channels: readonly Followed[]): Promise<void> {
  for (const { name } of channels) await sim.act(name, { do: 'end', how: 'endlist' });
}

async function quietMinutes(
  installation: Installation,
  sim: SimProcess,
): Promise<Pick<DetectFigures, 'requestsPerMinute' | 'apiCores' | 'apiPssMb'>> {
  const api = installation.pids()['api'] ?? 0;
  const from = { at: Date.now(), cpu: cpuSeconds([api]) };
  await wait(QUIET_MS);
  const took = { ms: Date.now() - from.at, cpu: cpuSeconds([api]) - from.cpu };
  const calls = (await sim.log()).sites.filter(({ at, host }) => at >= from.at && HOSTS.includes(host));
  return {
    requestsPerMinute: (calls.length * 60_000) / took.ms,
    apiCores: (took.cpu * 1000) / took.ms,
    apiPssMb: pssMb([api]),
  };
}

const LIMIT_MS = 20_000;
const linkIn = (list: string): string =>
  list.split('\n').findLast((line) => line !== '' && !line.startsWith('#')) ?? '';

/**
 * The lower limit: time that the media of a live channel need without detection and storage (token, master playlist,
 * media playlist, first segment).
 */
async function bareSeconds(sim: SimProcess, channel: string): Promise<number> {
  const { playback } = new Providers({ sites: new SiteAddresses(`${sim.url}/h/{host}`), account: () => NO_ACCOUNT }).of(
    'twitch',
  );
  await sim.act(channel, { do: 'start' });
  const began = performance.now();
  const load = async (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
  const { url } = await playback.open(
    {
      sourceId: String(60_000_000 + Number(channel.split('_')[1])),
      sourceUrl: `https://www.twitch.tv/${channel}`,
      headers: {},
    },
    AbortSignal.timeout(LIMIT_MS),
  );
  const list = linkIn(await (await load(url)).text());
  const segment = linkIn(await (await load(list)).text());
  await (await load(new URL(segment, list).href)).arrayBuffer();
  const seconds = (performance.now() - began) / 1000;
  await sim.act(channel, { do: 'end', how: 'vanish' });
  return seconds;
}
