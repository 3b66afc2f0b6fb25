import { message, type OwnMessage } from '#libs/messages';
import { type MediaPacket, type RunPackets } from './read-packets.js';

/** A cut of one run of the site's VOD. Times in ticks of 90 kHz, on the clock of that run. */
export interface FillCut {
  /** Position of the run. */
  readonly run: number;
  /** Decoding times of video; the packet at `to` is not part of the cut. */
  readonly video: Bounds;
  /** Presentation times of audio; the packet at `to` is not part of the cut. */
  readonly audio: Bounds;
  /** Presentation time of its first picture, and its length. */
  readonly firstPts: number;
  readonly ticks: number;
}
interface Bounds {
  readonly from: number;
  readonly to: number;
}

export interface FindFill {
  /** Runs of the site's VOD around the gap, in order. */
  readonly runs: readonly Pick<RunPackets, 'video' | 'audio'>[];
  /** The segments on both sides of the gap. */
  readonly before: Pick<RunPackets, 'video' | 'audio'> | null;
  readonly after: Pick<RunPackets, 'video' | 'audio'> | null;
  readonly gapMs: number;
}

const TICKS_PER_MS = 90;
/** Number of packets that must be equal. A packager may change a keyframe, so the first one of a segment is not compared. */
const COMPARED = 30;
/** Sound may start before its picture, or end behind it, by less than this. */
const MAX_LEAD_TICKS = 4000 * TICKS_PER_MS;

interface Place {
  readonly run: number;
  readonly index: number;
  /** Media time from the first packet of all runs, ms. */
  readonly ms: number;
}

/**
 * Finds the media between the last frame before a gap and the first one after it in the site's VOD, by the bytes of the
 * frames on both sides. So the file has each frame once, whatever the clocks of the VOD say. Pure.
 * @returns cuts in order; or why there are none
 */
export function findFill({ runs, before, after, gapMs }: FindFill): readonly FillCut[] | OwnMessage {
  const places = runs.flatMap((_, run) => placesOf(runs, run));
  const seam = seamOf(places, { runs, before, after, gapMs });
  if (!seam) return message('repair.other-media');
  const cuts = cutsBetween(runs, seam, { before, after });
  return cuts.length === 0 ? message('repair.nothing-there') : cuts;
}

function seamOf(places: readonly Place[], { runs, before, after, gapMs }: FindFill): Seam | null {
  const befores = before ? places.filter((place) => endsWith(runs, place, before.video)) : [];
  const afters = after ? places.filter((place) => startsWith(runs, place, after.video)) : [];
  if (before && after) return nearest(befores, afters, gapMs);
  return openSeam({ places, befores, afters, runs, gapMs });
}

/** The last packet before the fill, and the first one after it; null: it reaches to that end of the runs. */
interface Seam {
  readonly last: Place | null;
  readonly next: Place | null;
}

function placesOf(runs: FindFill['runs'], run: number): Place[] {
  const baseTicks = runs.slice(0, run).reduce((sum, { video }) => sum + lengthOf(video), 0);
  const video = runs[run]?.video ?? [];
  const first = video[0]?.dts ?? 0;
  return video.map(({ dts }, index) => ({ run, index, ms: (baseTicks + dts - first) / TICKS_PER_MS }));
}

const lengthOf = (video: readonly MediaPacket[]): number => {
  const [first, last] = [video[0], video.at(-1)];
  return first && last ? last.dts + last.duration - first.dts : 0;
};

function endsWith(runs: FindFill['runs'], { run, index }: Place, segment: readonly MediaPacket[]): boolean {
  const tail = segment.slice(segment.length > 1 ? 1 : 0).slice(-COMPARED);
  const from = index - tail.length + 1;
  return isEqualAt(runs[run]?.video ?? [], from, tail);
}

function startsWith(runs: FindFill['runs'], { run, index }: Place, segment: readonly MediaPacket[]): boolean {
  const skipped = segment.length > 1 ? 1 : 0;
  return isEqualAt(runs[run]?.video ?? [], index + skipped, segment.slice(skipped, skipped + COMPARED));
}

const isEqualAt = (video: readonly MediaPacket[], from: number, wanted: readonly MediaPacket[]): boolean =>
  from >= 0 && wanted.length > 0 && wanted.every(({ hash }, i) => video[from + i]?.hash === hash);

/** A still picture repeats equal frames, so the pair whose distance is nearest to the length of the gap counts. */
function nearest(befores: readonly Place[], afters: readonly Place[], gapMs: number): Seam | null {
  let found: { readonly seam: Seam; readonly offMs: number } | null = null;
  for (const last of befores)
    for (const next of afters) {
      const offMs = Math.abs(next.ms - last.ms - gapMs);
      if (next.ms > last.ms && (found === null || offMs < found.offMs)) found = { seam: { last, next }, offMs };
    }
  return found?.seam ?? null;
}

/** At the start or the end of the recording, up to the keyframe that makes it at least as long as the gap. */
function openSeam({
  places,
  befores,
  afters,
  runs,
  gapMs,
}: {
  readonly places: readonly Place[];
  readonly befores: readonly Place[];
  readonly afters: readonly Place[];
  readonly runs: FindFill['runs'];
  readonly gapMs: number;
}): Seam | null {
  const isKey = ({ run, index }: Place): boolean => runs[run]?.video[index]?.isKey === true;
  const next = afters[0];
  if (next) {
    const first = places.findLastIndex((place) => place.ms <= next.ms - gapMs && isKey(place));
    return { last: places[first - 1] ?? null, next };
  }
  const last = befores.at(-1);
  return last ? { last, next: places.find((place) => place.ms > last.ms + gapMs && isKey(place)) ?? null } : null;
}

type Sides = Pick<FindFill, 'before' | 'after'>;

function cutsBetween(runs: FindFill['runs'], { last, next }: Seam, sides: Sides): FillCut[] {
  const [firstRun, lastRun] = [last?.run ?? 0, next?.run ?? runs.length - 1];
  return runs.flatMap(({ video }, run) => {
    if (run < firstRun || run > lastRun) return [];
    const within = { last: last?.run === run ? last : null, next: next?.run === run ? next : null };
    return cutOf({ run, video }, within, sides) ?? [];
  });
}

/** @param seam its places in this run */
function cutOf(
  { run, video }: { readonly run: number; readonly video: readonly MediaPacket[] },
  { last, next }: Seam,
  { before, after }: Sides,
): FillCut | null {
  const included = video.slice(last ? last.index + 1 : 0, next?.index);
  const [first] = included;
  const end = included.at(-1);
  if (!first || !end) return null;
  const firstPts = Math.min(...included.slice(0, COMPARED).map(({ pts }) => pts));
  const lastPts = Math.max(...included.slice(-COMPARED).map(({ pts }) => pts));
  return {
    run,
    video: { from: first.dts, to: end.dts + 1 },
    audio: {
      from: last ? audioEnd(before, video[last.index]) : firstPts - MAX_LEAD_TICKS,
      to: next ? audioStart(after, video[next.index]) : lastPts + MAX_LEAD_TICKS,
    },
    firstPts,
    ticks: lastPts + end.duration - firstPts,
  };
}

/** End of the audio before the gap on the clock of the VOD, to half a frame. @param same the last frame before the gap */
function audioEnd(before: FindFill['before'], same: MediaPacket | undefined): number {
  const [picture, sound] = [before?.video.at(-1), before?.audio.at(-1)];
  if (!same) return -Infinity;
  if (!picture || !sound) return same.pts;
  return Math.ceil(sound.pts + sound.duration / 2 + same.pts - picture.pts);
}

/** Start of the audio after the gap on the clock of the VOD, to half a frame. @param same the first frame after the gap */
function audioStart(after: FindFill['after'], same: MediaPacket | undefined): number {
  const [picture, sound] = [after?.video[0], after?.audio[0]];
  if (!same) return Infinity;
  if (!picture || !sound) return same.pts;
  return Math.floor(sound.pts - sound.duration / 2 + same.pts - picture.pts);
}
