import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectKeys, type Vod } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { runFfmpeg } from '../../provider-sim/media/run-ffmpeg.js';
import type { MediaSpec } from '../../provider-sim/media/media-spec.js';
import { startInstallation } from '../../supervisor/index.js';
import { freePort } from '../../supervisor/ports.js';
import { InstallationApi, SPARING_WAIT } from '../measure/installation-api.js';
import { GivenUp, until } from '../../common/until.js';
import { LongSource } from '../source/long-source.js';
import { repeatedMedia } from '../source/repeated-media.js';

export interface FinalisePlan {
  /** Lengths of the long streams, one after the other. */
  readonly minutes: readonly number[];
  /** Streams of a minute that end side by side. */
  readonly short: number;
  readonly dir: string;
  readonly say: (line: string) => void;
}

/** Seconds. `playableS` is from the list with ENDLIST, less the grace period; `fileS` from then on. */
interface Finalised {
  readonly minutes: number;
  readonly playableS: number;
  readonly fileS: number;
  /** One `ffmpeg -c copy` of the stored segments into one file on the same disk. */
  readonly copyS: number;
}

export interface FinaliseFigures {
  readonly shortPlayableS: readonly number[];
  readonly long: readonly Finalised[];
}

/** 1 Mbit/s with its sound and container. */
const MEDIA: MediaSpec = {
  width: 640,
  height: 360,
  fps: 30,
  seconds: 160,
  videoKbps: 860,
  label: 'LONG',
  constantRate: true,
};
const SEGMENT_S = 10;
const GRACE_S = 5;

/**
 * A whole installation records streams that list their media at once, as fast as it can. The last segment follows when
 * storage has all others, as at the end of a stream that was recorded while it was live.
 */
export async function runFinalise(plan: FinalisePlan): Promise<FinaliseFigures> {
  mkdirSync(plan.dir, { recursive: true });
  const source = new LongSource(await repeatedMedia(MEDIA, SEGMENT_S));
  await source.open();
  const storageDir = join(plan.dir, 'storage');
  const installation = await startInstallation({
    dataDir: plan.dir,
    storageDir,
    storage: 'file',
    port: await freePort(),
    host: '127.0.0.1',
    recorders: 1,
    env: {},
  });
  try {
    const bench = { api: new InstallationApi(installation.url), source, storageDir, plan };
    await bench.api.set({ 'capture.grace_s': GRACE_S });
    const ended = await Promise.all(
      Array.from({ length: plan.short }, (_, n) => record(bench, 1, `short-${String(n)}`)),
    );
    const shortPlayableS = ended.map(({ playableS }) => playableS);
    plan.say(
      `  ${String(plan.short)} of a minute: playable after ${shortPlayableS.map((s) => s.toFixed(2)).join(' ')} s`,
    );
    const long: Finalised[] = [];
    for (const minutes of plan.minutes) long.push(await recordLong(bench, minutes));
    return { shortPlayableS, long };
  } finally {
    await installation.stop();
    source.close();
    rmSync(plan.dir, { recursive: true, force: true });
  }
}

interface Bench {
  readonly api: InstallationApi;
  readonly source: LongSource;
  readonly storageDir: string;
  readonly plan: FinalisePlan;
}

interface Recorded {
  readonly vod: Vod;
  readonly playableS: number;
  readonly fileS: number;
}

async function recordLong(bench: Bench, minutes: number): Promise<Finalised> {
  const { vod, playableS, fileS } = await record(bench, minutes, `long-${String(minutes)}`);
  const copyS = await copySeconds(bench, vod);
  bench.plan.say(
    `  ${String(minutes)} min: playable after ${playableS.toFixed(2)} s, file after ${fileS.toFixed(2)} s, ffmpeg ${copyS.toFixed(2)} s`,
  );
  return { minutes, playableS, fileS, copyS };
}

async function record({ api, source }: Bench, minutes: number, name: string): Promise<Recorded> {
  const segments = (minutes * 60) / SEGMENT_S;
  const held = { last: 1 };
  const listed = (fetched: number) => ({ first: 0, last: segments - 1 - held.last, ended: fetched >= segments });
  const id = source.add({ segments, listed });
  const channel = await api.follow(source.url(id), name);
  const restMs = (segments - 1.5) * SEGMENT_S * 1000;
  const waitFor = <T>(what: string, probe: () => Promise<T | null | false>): Promise<T> =>
    until(`${what} of ${name}`, SPARING_WAIT, probe);
  await waitFor('media', async () => ((await api.vodOf(channel))?.media_ms ?? 0) > restMs);
  held.last = 0;
  const vod = await waitFor('end', async () => source.endedAt(id) !== null && api.vodOf(channel));
  // Twenty requests for a playlist at each check would load the api that is measured.
  await waitFor('end of the recording', async () => (await api.vodOf(channel))?.ended_at !== undefined);
  await waitFor('playlist', () => api.isPlayable(vod));
  const playableAt = Date.now();
  const finished = await waitFor('file', async () => {
    const now = await api.vodOf(channel);
    if (now?.state === 'failed') throw new GivenUp(`${name} failed.`);
    return now?.state === 'finalized' && now;
  });
  const endedAt = source.endedAt(id) ?? playableAt;
  const lostS = segments * SEGMENT_S - finished.media_ms / 1000;
  if (Math.abs(lostS) > 1)
    throw new OutsideError(untranslated('bench-finalise', `${name}: ${lostS.toFixed(1)} s of media are missing.`));
  return {
    vod: finished,
    playableS: (playableAt - endedAt) / 1000 - GRACE_S,
    fileS: (Date.now() - playableAt) / 1000,
  };
}

/** The segments lie in the cache of the system for both: they were written just now. */
async function copySeconds({ storageDir, plan }: Bench, vod: Vod): Promise<number> {
  const parts = join(storageDir, 'store', objectKeys.parts(vod.uuid));
  const segments = readdirSync(parts, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\/s\/.*\.ts$/.test(name))
    .sort();
  const list = join(plan.dir, 'copy.txt');
  writeFileSync(list, segments.map((name) => `file '${join(parts, name)}'\n`).join(''));
  const out = join(plan.dir, 'copy.mp4');
  const began = performance.now();
  await runFfmpeg(['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', out]);
  const seconds = (performance.now() - began) / 1000;
  rmSync(out);
  return seconds;
}
