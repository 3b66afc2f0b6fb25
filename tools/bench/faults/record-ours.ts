import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../common/until.js';
import { fetchServed } from '../../chaos/verdict/fetch-served.js';
import type { RecordingApi } from '../../foreign/record.js';
import { allFrames } from '../../provider-sim/frames/index.js';
import type { Fault } from './faults.js';
import { sourceName, type FaultSource } from './start-fault-source.js';
import type { Recorded, Vods } from './score-fault.js';

const START_MS = 120_000;
const END_MS = 300_000;
/** From the end of the source to the finished VOD; under load, each conversion waits for those before it. */
const FINISH_MS = 180_000;
const STOPPED_MS = 60_000;
const never = new AbortController().signal;

export interface OurRun {
  readonly api: RecordingApi;
  readonly source: FaultSource;
  readonly dir: string;
}

/** Waits for a fact of a source: until it has an answer to give. @returns whether it came in time */
export const untilSource = (
  { source, name, limitMs }: { readonly source: FaultSource; readonly name: string; readonly limitMs: number },
  holds: (log: { readonly atMs: number | null; readonly ended: boolean }) => boolean,
): Promise<boolean> =>
  happens(`${name} gets there`, limitMs, async () => {
    const log = (await source.logs())[name];
    return log !== undefined && holds(log);
  });

async function happens(what: string, limitMs: number, probe: () => Promise<boolean>): Promise<boolean> {
  const every = spaced(probe);
  try {
    return await until(what, { signal: never, limitMs }, every);
  } catch {
    return false;
  }
}

/** Many channels ask at once; the api is not what is measured. */
function spaced(probe: () => Promise<boolean>): () => Promise<boolean> {
  let nextAt = 0;
  return async () => {
    if (performance.now() < nextAt) return false;
    const found = await probe();
    nextAt = performance.now() + SPACE_MS;
    return found;
  };
}
const SPACE_MS = 2000;

/** Adds the source as a channel. @returns its uuid; null: the address is refused */
export async function follow({ api, source }: OurRun, name: string): Promise<string | null> {
  try {
    return (await api.follow(name, source.urlOf(name))).uuid;
  } catch {
    return null;
  }
}

/** What the installation has of a source, once that has ended. A recording that does not end is stopped. */
export async function recordedByUs(run: OurRun, fault: Pick<Fault, 'name'>, channel: string | null): Promise<Recorded> {
  const name = sourceName(fault.name, 'ours');
  if (channel === null) return { frames: [], vods: { count: 0, gaps: [], note: 'the address is refused' } };
  await untilSource({ source: run.source, name, limitMs: START_MS }, ({ atMs }) => atMs !== null);
  await untilSource({ source: run.source, name, limitMs: END_MS }, ({ ended }) => ended);
  const isOver = async (): Promise<boolean> => {
    const vods = await run.api.vodsOf(channel);
    return vods.length > 0 && vods.every(({ state }) => state === 'finalized' || state === 'failed');
  };
  const ended = await happens(`${name} is finished`, FINISH_MS, isOver);
  if (!ended) {
    await run.api.stopRecording(name);
    await happens(`${name} is finished after a stop`, STOPPED_MS, isOver);
  }
  return await resultOf(run, channel, ended);
}

async function resultOf({ api, dir }: OurRun, channel: string, ended: boolean): Promise<Recorded> {
  const all = await api.vodsOf(channel);
  const vods: Vods = {
    count: all.length,
    gaps: all.flatMap(({ gaps }) => gaps),
    note: [
      ...(ended ? [] : ['it did not end']),
      ...all.flatMap(({ state, state_reason }) => (state === 'finalized' ? [] : [`${state} ${state_reason}`])),
    ].join(', '),
  };
  const files = all.flatMap((vod) => vod.files);
  const frames = [];
  for (const [i, { url, basename }] of files.entries()) {
    const file = join(dir, `${channel}-${String(i)}-${basename}`);
    await writeFile(file, await fetchServed(basename, new URL(url, api.url).href, never));
    frames.push(...(await allFrames(file).catch(() => [])));
  }
  return { frames, vods };
}
