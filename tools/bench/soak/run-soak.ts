import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import type { MediaSpec } from '../../provider-sim/media/media-spec.js';
import { startSimProcess, type SimProcess } from '../../provider-sim/start-sim-process.js';
import { type Installation, startInstallation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { InstallationApi } from '../measure/installation-api.js';
import { pssMb } from '../measure/process-tree.js';
import { type Trend, trendOf } from '../measure/trend.js';
import { LongSource } from '../source/long-source.js';
import { repeatedMedia } from '../source/repeated-media.js';
import { type LoopDelay, loopDelayOf, loopProbeEnv } from './loop-delay.js';

export interface SoakPlan {
  /** Of media; their source publishes them {@link SPEED} times as fast. */
  readonly hours: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

/** Of one service. Trends per hour of media, after the first quarter: MB of PSS, open files. */
export interface SoakedService {
  readonly name: string;
  readonly memory: Trend;
  readonly handles: Trend;
  readonly lastMb: number;
  readonly lastHandles: number;
  readonly loop: LoopDelay;
}

export interface SoakFigures {
  readonly services: readonly SoakedService[];
  readonly published: number;
  /** Published, and not requested by the recorder. */
  readonly lost: number;
  /** Files of the installation that are not media: spool, logs, temporary files; per hour of media. */
  readonly otherFiles: Trend;
}

/** No product code knows of it: the source publishes a segment of 2 s each 50 ms, in a window of ten minutes. */
export const SPEED = 40;
const SEGMENT_S = 2;
const WINDOW = 300;
/** Below 30 kB a segment. */
const MEDIA: MediaSpec = { width: 160, height: 90, fps: 30, seconds: 160, videoKbps: 20, label: 'SOAK' };
/** More segments than a live check requests. */
const RECORDED = 20;
const STREAMS = 2;
const CHAT = 'salty_harbour';
const CHAT_PER_SECOND = 200;
const SAMPLES = 60;
/** Caches fill at first. */
const SETTLED_AFTER = 0.25;
const SERVICES = ['api', 'recorder-0'];

/** A whole installation records two fast streams, and one of the simulated Twitch with steady chat. */
export async function runSoak(plan: SoakPlan): Promise<SoakFigures> {
  const loopDir = join(plan.dir, 'loop');
  mkdirSync(loopDir, { recursive: true });
  const source = new LongSource(await repeatedMedia(MEDIA, SEGMENT_S));
  await source.open();
  const sim = await startSimProcess({ scenario: 'twitch' });
  const installation = await startInstallation({
    dataDir: plan.dir,
    storageDir: join(plan.dir, 'storage'),
    storage: 'file',
    port: await freePort(),
    host: '127.0.0.1',
    recorders: 1,
    env: { VODKEEP_SITES: `${sim.url}/h/{host}`, ...loopProbeEnv(loopDir) },
  });
  try {
    return await soak(plan, { source, sim, installation, loopDir });
  } finally {
    await installation.stop();
    await sim.stop();
    source.close();
    rmSync(plan.dir, { recursive: true, force: true });
  }
}

interface Soak {
  readonly source: LongSource;
  readonly sim: SimProcess;
  readonly installation: Installation;
  readonly loopDir: string;
}

async function soak(plan: SoakPlan, { source, sim, installation, loopDir }: Soak): Promise<SoakFigures> {
  const api = new InstallationApi(installation.url);
  const segments = Math.round((plan.hours * 3600) / SEGMENT_S);
  const runMs = (plan.hours * 3_600_000) / SPEED;
  const opened = Date.now();
  let began = Number.POSITIVE_INFINITY;
  // At the pace of its media until all streams are recorded: on a busy machine a fast one would be over before.
  const listed = () => {
    const fastMs = Math.max(0, Date.now() - began);
    const mediaMs = Math.min(Date.now(), began) - opened + fastMs * SPEED;
    const last = Math.min(segments - 1, WINDOW + Math.floor(mediaMs / (SEGMENT_S * 1000)));
    return { first: Math.max(0, last - WINDOW + 1), last, ended: last === segments - 1 };
  };
  const ids = Array.from({ length: STREAMS }, () => source.add({ segments, listed }));
  for (const id of ids) await api.follow(source.url(id), `soak-${String(id)}`);
  await api.followTwitch(CHAT);
  await sim.act(CHAT, { do: 'start' });
  while (ids.some((id) => source.fetched(id) < RECORDED)) await wait(1000);
  began = Date.now();
  await sim.act(CHAT, { do: 'burst', perSecond: CHAT_PER_SECOND, seconds: Math.ceil(runMs / 1000) });
  const samples: Sample[] = [];
  while (ids.some((id) => source.endedAt(id) === null)) {
    await wait(runMs / SAMPLES);
    const sample = sampleOf(installation, { dir: plan.dir, hours: ((Date.now() - began) * SPEED) / 3_600_000 });
    samples.push(sample);
    plan.say(
      `  ${sample.hours.toFixed(2)} h: ${Object.entries(sample.mb)
        .map(([name, mb]) => `${name} ${mb.toFixed(0)} MB, ${String(sample.handles[name])} handles`)
        .join('; ')}`,
    );
    if (Date.now() - began > 2 * runMs + 60_000) throw new OutsideError(untranslated('bench-soak', 'It does not end.'));
  }
  const settled = samples.filter(({ hours }) => hours > plan.hours * SETTLED_AFTER);
  const trend = (y: (sample: Sample) => number): Trend => trendOf(settled.map((s) => ({ x: s.hours, y: y(s) })));
  const fetched = ids.reduce((sum, id) => sum + source.fetched(id), 0);
  return {
    published: STREAMS * segments,
    lost: STREAMS * segments - fetched,
    otherFiles: trend(({ files }) => files),
    services: SERVICES.map((name) => ({
      name,
      memory: trend(({ mb }) => mb[name] ?? 0),
      handles: trend(({ handles }) => handles[name] ?? 0),
      lastMb: samples.at(-1)?.mb[name] ?? 0,
      lastHandles: samples.at(-1)?.handles[name] ?? 0,
      loop: loopDelayOf(loopDir, pidOf(installation, name)),
    })),
  };
}

interface Sample {
  readonly hours: number;
  readonly mb: Readonly<Record<string, number>>;
  readonly handles: Readonly<Record<string, number>>;
  readonly files: number;
}

function sampleOf(
  installation: Installation,
  { dir, hours }: { readonly dir: string; readonly hours: number },
): Sample {
  const of = (measure: (pid: number) => number): Record<string, number> =>
    Object.fromEntries(SERVICES.map((name) => [name, measure(pidOf(installation, name))]));
  return {
    hours,
    mb: of((pid) => pssMb([pid])),
    handles: of((pid) => readdirSync(`/proc/${String(pid)}/fd`).length),
    files: filesOutside(dir),
  };
}

/** Media, the database and the queue grow with what is recorded. */
const GROWING = new Set(['storage', 'postgres-18', 'nats', 'loop']);

const filesOutside = (dir: string): number =>
  readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !GROWING.has(name))
    .reduce(
      (sum, one) => sum + (one.isDirectory() ? readdirSync(join(dir, one.name), { recursive: true }).length : 1),
      0,
    );

function pidOf(installation: Installation, name: string): number {
  const pid = installation.pids()[name];
  if (typeof pid !== 'number') throw new OutsideError(untranslated('bench-soak', `${name} does not run.`));
  return pid;
}
