import { yieldTurn } from '#libs/input';
import {
  type Box,
  boxAt,
  boxes,
  type Mp4Init,
  readMp4Init,
  readTrun,
  TRUN,
  tfhdField,
  type Trun,
  viewOf,
} from './mp4-time.js';
import { addSpan, type Span } from './spans.js';
import { MAX_LEAD_S, MAX_PAUSE_MS } from './track-limits.js';

/** What the fragments of a segment hold. */
export interface Mp4Media {
  /**
   * Decode time of the first fragment (tfdt) of the video track, or else of the first track that has one, ms; null if
   * there is none.
   */
  readonly firstTimeMs: number | null;
  /** Length of that track, ms; absent if it is unknown. */
  readonly mediaMs?: number;
  /** Length of its last sample, likewise. */
  readonly frameMs?: number;
  /** The video and audio tracks that the init section announces. */
  readonly tracks: readonly Mp4TrackSamples[];
}

/** Decode times of the fragments of a track, ms, in the order of the segment. */
interface Mp4TrackSamples {
  readonly id: number;
  readonly kind: 'video' | 'audio';
  /** Without `toMs`, the length of the samples is unknown. */
  readonly samples: readonly Span[];
  /** Lengths of the shortest and the longest sample, without the long ones. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/** What was found of a track so far. */
interface TrackMedia extends Omit<Mp4TrackSamples, 'id' | 'kind' | 'samples'> {
  readonly firstMs: number;
  readonly samples: Span[];
  leastMs: number;
  mostMs: number;
  /** Of the newest fragment with samples: a truncated segment may end with one without. */
  last: { readonly endMs: number; readonly frameMs: number } | null;
}

/** Reads all fragments of a segment. Other work runs in between, because a body of megabytes may be all fragments. */
export async function readMp4Media(bytes: Uint8Array, init: Mp4Init | null): Promise<Mp4Media> {
  const tracks = init ?? (await readMp4Init(bytes));
  if (!tracks) return { firstTimeMs: null, tracks: [] };
  const body = viewOf(bytes);
  const found = new Map<number, TrackMedia>();
  for await (const moof of boxes(body)) {
    if (moof.type !== 'moof') continue;
    for await (const traf of boxes(body, moof.from, moof.end)) {
      const fragment = traf.type === 'traf' ? await readFragment(body, traf, tracks) : null;
      if (fragment) addFragment(found, fragment);
    }
  }
  return { ...lengthOf(found, tracks), tracks: samplesOf(found, tracks) };
}

function samplesOf(found: ReadonlyMap<number, TrackMedia>, { kinds }: Mp4Init): Mp4TrackSamples[] {
  return [...(kinds ?? [])].map(([id, kind]) => {
    const { samples = [], leastMs = Infinity, mostMs = 0 } = found.get(id) ?? {};
    return { id, kind, samples, leastMs, mostMs };
  });
}

function lengthOf(found: ReadonlyMap<number, TrackMedia>, { videoTrack }: Mp4Init): Omit<Mp4Media, 'tracks'> {
  const [first] = found.values();
  const own = (videoTrack === null ? null : found.get(videoTrack)) ?? first;
  if (!first || !own) return { firstTimeMs: null };
  const firstTimeMs = own.firstMs - first.firstMs > MAX_LEAD_S * 1000 ? first.firstMs : own.firstMs;
  if (!own.last) return { firstTimeMs };
  return { firstTimeMs, mediaMs: own.last.endMs - own.firstMs, frameMs: own.last.frameMs };
}

interface Fragment {
  readonly track: number;
  readonly scale: number;
  readonly startMs: number;
  readonly runs: RunTicks;
}

/** Null for a track that the init section does not announce, or without a decode time. */
async function readFragment(body: DataView, traf: Box, tracks: Mp4Init): Promise<Fragment | null> {
  const [tfhd, tfdt] = [await boxAt(body, ['tfhd'], traf), await boxAt(body, ['tfdt'], traf)];
  if (!tfhd || !tfdt || tfhd.from + 8 > tfhd.end) return null;
  const track = body.getUint32(tfhd.from + 4);
  const scale = tracks.timescales.get(track);
  const start = startTicks(body, tfdt);
  if (scale === undefined || start === null) return null;
  const inherited = tfhdField(body, tfhd, 0x8);
  const runs = await trackRuns(body, traf, sampleTicks(tracks, { track, scale, inherited }));
  return { track, scale, startMs: (start * 1000) / scale, runs };
}

/** @param inherited length of a sample by the header of the fragment */
function sampleTicks(
  { kinds, sampleTicks: defaults }: Mp4Init,
  { track, scale, inherited }: Pick<Fragment, 'track' | 'scale'> & { readonly inherited: number | null },
): SampleTicks {
  return {
    sampleTicks: inherited ?? defaults?.get(track) ?? 0,
    longTicks: kinds?.get(track) === 'video' ? (MAX_PAUSE_MS * scale) / 1000 : Infinity,
  };
}

function startTicks(body: DataView, tfdt: Box): number | null {
  if (tfdt.from + 8 > tfdt.end) return null;
  if (body.getUint8(tfdt.from) !== 1) return body.getUint32(tfdt.from + 4);
  return tfdt.from + 12 > tfdt.end ? null : Number(body.getBigUint64(tfdt.from + 4));
}

function addFragment(found: Map<number, TrackMedia>, { track, scale, startMs, runs }: Fragment): void {
  let media = found.get(track);
  if (!media) {
    media = { firstMs: startMs, samples: [], leastMs: Infinity, mostMs: 0, last: null };
    found.set(track, media);
  }
  const msOf = (ticks: number): number => (ticks * 1000) / scale;
  media.leastMs = Math.min(media.leastMs, msOf(runs.least));
  media.mostMs = Math.max(media.mostMs, msOf(runs.most));
  for (const span of stretchesOf(runs, startMs, scale)) addSpan(media.samples, span);
  if (runs.ticks > 0) media.last = { endMs: startMs + msOf(runs.ticks), frameMs: msOf(runs.lastTicks) };
}

/** Samples that follow each other, up to each long one. */
function stretchesOf({ ticks, most, long }: RunTicks, startMs: number, scale: number): Span[] {
  if (ticks === 0) return [{ fromMs: startMs, toMs: null }];
  const msAt = (atTicks: number): number => startMs + (atTicks * 1000) / scale;
  const stretches = long.map(({ at, length }, i): Span => ({
    fromMs: msAt(endOf(long[i - 1])),
    toMs: msAt(at + most),
    shownMs: msAt(at + length),
  }));
  const rest = endOf(long.at(-1));
  return rest < ticks ? [...stretches, { fromMs: msAt(rest), toMs: msAt(ticks) }] : stretches;
}

const endOf = (sample: LongSample | undefined): number => (sample ? sample.at + sample.length : 0);

interface RunTicks {
  readonly ticks: number;
  /** Length of the last sample. */
  readonly lastTicks: number;
  /** Lengths of the shortest and the longest sample that is not long. */
  readonly least: number;
  readonly most: number;
  readonly long: readonly LongSample[];
}

/** `at`: its start, ticks after the start of the fragment. */
interface LongSample {
  readonly at: number;
  readonly length: number;
}

/** Lengths of samples that do not state their own, and from which length on one is long, in ticks. */
interface SampleTicks {
  readonly sampleTicks: number;
  readonly longTicks: number;
}
/** A fragment with more of them is a slide show. */
const MAX_LONG = 100;
const NO_RUNS: RunTicks = { ticks: 0, lastTicks: 0, least: Infinity, most: 0, long: [] };

/** Sums the sample lengths of a track fragment. Source: ISO 14496-12 sections 8.8.7 and 8.8.8. */
async function trackRuns(body: DataView, traf: Box, ticks: SampleTicks): Promise<RunTicks> {
  const sum: RunSum = { ...NO_RUNS, long: [] };
  for await (const trun of boxes(body, traf.from, traf.end)) {
    const run = trun.type === 'trun' ? readTrun(body, trun) : null;
    if (run) await addRun(sum, body, { run, ticks });
  }
  return sum.long.length > MAX_LONG ? { ...sum, long: [] } : sum;
}

/** `long` has at most one more than {@link MAX_LONG}, however many runs are added. */
type RunSum = { -readonly [K in Exclude<keyof RunTicks, 'long'>]: RunTicks[K] } & { readonly long: LongSample[] };

/** Number of samples after which other work may run: more than a segment of usual media has. */
const SAMPLES_A_TURN = 50_000;

async function addRun(
  sum: RunSum,
  body: DataView,
  { run, ticks }: { readonly run: Trun; readonly ticks: SampleTicks },
): Promise<void> {
  const { flags, count, step, samples } = run;
  if ((flags & TRUN.duration) === 0) {
    addSamples(sum, count, ticks.sampleTicks);
    return;
  }
  for (let i = 0; i < count; i += 1) {
    if (i % SAMPLES_A_TURN === SAMPLES_A_TURN - 1) await yieldTurn();
    const length = body.getUint32(samples + i * step);
    if (length < ticks.longTicks) addSamples(sum, 1, length);
    else addLong(sum, length);
  }
}

function addSamples(sum: RunSum, count: number, length: number): void {
  sum.ticks += count * length;
  sum.lastTicks = length;
  sum.least = Math.min(sum.least, length);
  sum.most = Math.max(sum.most, length);
}

function addLong(sum: RunSum, length: number): void {
  if (sum.long.length <= MAX_LONG) sum.long.push({ at: sum.ticks, length });
  sum.ticks += length;
  sum.lastTicks = length;
}
