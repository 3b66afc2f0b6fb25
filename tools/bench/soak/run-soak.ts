import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import type { MediaSpec } from '../../provider-sim/media/media-spec.js';
import { startSimProcess, type SimProcess } from '../../provider-sim/start-sim-process.js';
import { type Installation, startInstallation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { blockProbeEnv, longestBlockMs } from '../measure/blocks.js';
import { InstallationApi } from '../measure/installation-api.js';
import { pssMb } from '../measure/process-tree.js';
import { type Trend, trendOf } from '../measure/trend.js';
import { type Listed, LongSource } from '../source/long-source.js';
import { repeatedMedia } from '../source/repeated-media.js';
import { describeLoss, lostSegments, recordedOf, type SoakedStream } from './lost-segments.js';
import { type LoopDelay, loopDelayOf, loopProbeEnv } from './loop-delay.js';

export interface SoakPlan {
  /** Hours of media. The source publishes them {@link SPEED} times as fast. */
  readonly hours: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

/** One service. The trends are per hour of media, without the first quarter: MB of PSS, open files. */
interface SoakedService {
  readonly name: string;
  readonly memory: Trend;
  readonly handles: Trend;
  readonly lastMb: number;
  /** The most that it takes from the end of the streams until their VODs are finished, MB. */
  readonly finishingMb: number;
  readonly lastHandles: number;
  readonly loop: LoopDelay;
  /** The longest block of the event loop while the streams are recorded, and until their VODs are finished, ms. */
  readonly recordingBlockMs: number;
  readonly finishingBlockMs: number;
}

type LoopOf = Pick<SoakedService, 'loop' | 'recordingBlockMs' | 'finishingBlockMs'>;

export interface SoakFigures {
  readonly services: readonly SoakedService[];
  /** Number of published segments. */
  readonly published: number;
  /** Number of published segments that are not in the VODs. */
  readonly lost: number;
  /** Files of the installation that are not media: spool, logs, temporary files; per hour of media. */
  readonly otherFiles: Trend;
}

/** The source publishes a segment of 2 s every 50 ms. No product code knows about it. */
const SPEED = 40;
const SEGMENT_S = 2;
/** Most segments in a list: ten minutes of media. */
const WINDOW = 300;
/** Segments in the first list. None leaves the window before the stream counts as recorded. */
const FIRST = 60;
/** A segment has less than 30 kB. */
const MEDIA: MediaSpec = { width: 160, height: 90, fps: 30, seconds: 160, videoKbps: 20, label: 'SOAK' };
/** A stream counts as recorded after more requests than a live check makes. */
const RECORDED = 20;
const STARTED_WITHIN_MS = 10 * 60_000;
const STREAMS = 2;
const CHAT = 'salty_harbour';
const CHAT_PER_SECOND = 200;
const SAMPLES = 60;
/** Time after the end of a stream until its VOD is finished, s. */
const GRACE_S = 4;
/** Interval of the samples while the VODs are finished. */
const FINISHING_MS = 2000;
/** Share of the run before which samples do not count, because caches fill. */
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
    env: { VODKEEP_SITES: `${sim.url}/h/{host}`, ...probeEnv(loopDir) },
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

function probeEnv(dir: string): Record<string, string> {
  const [loop, blocks] = [loopProbeEnv(dir), blockProbeEnv(blocksOf(dir))];
  return { ...loop, ...blocks, NODE_OPTIONS: `${loop['NODE_OPTIONS'] ?? ''} ${blocks['NODE_OPTIONS'] ?? ''}` };
}

const blocksOf = (loopDir: string): string => join(loopDir, 'blocks');

interface Soak {
  readonly source: LongSource;
  readonly sim: SimProcess;
  readonly installation: Installation;
  readonly loopDir: string;
}

async function soak(plan: SoakPlan, { source, sim, installation, loopDir }: Soak): Promise<SoakFigures> {
  const api = new InstallationApi(installation.url);
  const runMs = (plan.hours * 3_600_000) / SPEED;
  const segments = Math.round((plan.hours * 3600) / SEGMENT_S);
  const pace = new Pace(segments);
  await api.set({ 'capture.grace_s': GRACE_S });
  const streams: SoakedStream[] = [];
  for (let n = 0; n < STREAMS; n += 1) {
    const id = source.add({ segments, listed: () => pace.listed() });
    streams.push({ id, segments, channel: await api.follow(source.url(id), `soak-${String(id)}`) });
  }
  await api.followTwitch(CHAT);
  await sim.act(CHAT, { do: 'start' });
  const deadline = Date.now() + STARTED_WITHIN_MS;
  while (streams.some(({ id }) => source.fetched(id) < RECORDED)) {
    if (Date.now() > deadline) throw failed('The streams are not recorded.');
    await wait(1000);
  }
  pace.speedUp();
  const since = Date.now();
  await sim.act(CHAT, { do: 'burst', perSecond: CHAT_PER_SECOND, seconds: Math.ceil(runMs / 1000) });
  const samples: Sample[] = [];
  const isOver = (): boolean => streams.every(({ id }) => source.endedAt(id) !== null);
  const observe = (): Sample => {
    const sample = sampleOf(installation, { dir: plan.dir, hours: (pace.fastMs * SPEED) / 3_600_000 });
    plan.say(describeSample(sample));
    return sample;
  };
  for (;;) {
    await wait(runMs / SAMPLES);
    if (isOver()) break;
    samples.push(observe());
    if (pace.fastMs > 2 * runMs + 60_000) throw failed('The recording does not end.');
  }
  plan.say('  the streams have ended');
  const until = Date.now();
  const finishing = new Finishing(observe);
  const recorded = await Promise.all(
    streams.map((one) => recordedOf({ api, source, segmentS: SEGMENT_S }, one)),
  ).finally(() => {
    finishing.end();
  });
  for (const [n, one] of recorded.entries()) for (const line of describeLoss(n, one, SEGMENT_S)) plan.say(line);
  const loopOf = (name: string): LoopOf => {
    const pid = pidOf(installation, name);
    return {
      loop: loopDelayOf(loopDir, pid),
      recordingBlockMs: longestBlockMs(blocksOf(loopDir), pid, { since, until }),
      finishingBlockMs: longestBlockMs(blocksOf(loopDir), pid, { since: until }),
    };
  };
  return {
    published: STREAMS * segments,
    lost: recorded.reduce((sum, one) => sum + lostSegments(one), 0),
    ...trendsOf(samples, plan.hours * SETTLED_AFTER, { loopOf, finishing: finishing.samples }),
  };
}

/** Takes samples of the services while the VODs are finished. */
class Finishing {
  readonly samples: Sample[] = [];
  private readonly timer: NodeJS.Timeout;

  constructor(observe: () => Sample) {
    this.samples.push(observe());
    this.timer = setInterval(() => {
      this.samples.push(observe());
    }, FINISHING_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

/**
 * What the streams list: new segments at the pace of their media at first, {@link SPEED} times as fast after `speedUp`.
 * On a busy machine, a stream that is fast from its start would end before it is recorded.
 */
class Pace {
  private readonly openedAt = Date.now();
  private fastSince: number | null = null;

  constructor(private readonly segments: number) {}

  speedUp(): void {
    this.fastSince = Date.now();
  }

  /** Time since `speedUp`, ms. */
  get fastMs(): number {
    return this.fastSince === null ? 0 : Date.now() - this.fastSince;
  }

  listed(): Listed {
    const mediaMs = (this.fastSince ?? Date.now()) - this.openedAt + this.fastMs * SPEED;
    const last = Math.min(this.segments - 1, FIRST + Math.floor(mediaMs / (SEGMENT_S * 1000)));
    return { first: Math.max(0, last - WINDOW + 1), last, ended: last === this.segments - 1 };
  }
}

function trendsOf(
  samples: readonly Sample[],
  fromHours: number,
  { loopOf, finishing }: { readonly loopOf: (name: string) => LoopOf; readonly finishing: readonly Sample[] },
): Pick<SoakFigures, 'services' | 'otherFiles'> {
  const settled = samples.filter(({ hours }) => hours > fromHours);
  const trend = (y: (sample: Sample) => number): Trend => trendOf(settled.map((s) => ({ x: s.hours, y: y(s) })));
  return {
    otherFiles: trend(({ files }) => files),
    services: SERVICES.map((name) => ({
      name,
      memory: trend(({ mb }) => mb[name] ?? 0),
      handles: trend(({ handles }) => handles[name] ?? 0),
      lastMb: samples.at(-1)?.mb[name] ?? 0,
      finishingMb: Math.max(...finishing.map(({ mb }) => mb[name] ?? 0)),
      lastHandles: samples.at(-1)?.handles[name] ?? 0,
      ...loopOf(name),
    })),
  };
}

function describeSample({ hours, mb, handles }: Sample): string {
  const services = SERVICES.map((name) => `${name} ${(mb[name] ?? 0).toFixed(0)} MB, ${String(handles[name])} handles`);
  return `  ${hours.toFixed(2)} h: ${services.join('; ')}`;
}

const failed = (text: string): OutsideError => new OutsideError(untranslated('bench-soak', text));

/** Memory and open files by the name of the service. `hours`: of media, since the start. */
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
    files: otherFiles(dir),
  };
}

/** Folders that grow with the recorded media, and those of the bench. */
const GROWING = new Set(['storage', 'postgres-18', 'nats', 'loop']);

/** Number of files that are in none of the growing folders. */
const otherFiles = (dir: string): number =>
  readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !GROWING.has(name))
    .reduce(
      (sum, one) => sum + (one.isDirectory() ? readdirSync(join(dir, one.name), { recursive: true }).length : 1),
      0,
    );

function pidOf(installation: Installation, name: string): number {
  const pid = installation.pids()[name];
  if (typeof pid !== 'number') throw failed(`${name} does not run.`);
  return pid;
}
