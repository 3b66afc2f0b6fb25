import type { ReadFrame } from '../provider-sim/frames/index.js';
import { toRanges, type FrameRange } from '../provider-sim/frames/frame-range.js';
import type { ReadTone } from '../provider-sim/frames/read-tones.js';
import { toneOfSecond } from '../provider-sim/frames/tone-code.js';

/** Pictures and sound of one file. Without audio, `tones` is empty. */
export interface DecodedFile {
  readonly frames: readonly ReadFrame[];
  readonly tones: readonly ReadTone[];
}

/** Difference between a recording and the reference's recording of the same stream. */
export interface Comparison {
  /** Pictures in the recording. */
  readonly got: number;
  /** Pictures in the reference. */
  readonly reference: number;
  /** Frames of the reference that the recording does not have, without those that the reference shows at a wrong time. */
  readonly lost: readonly FrameRange[];
  /** Frames of the source after the recording's first one that neither the recording nor the reference has. */
  readonly lostByBoth: readonly FrameRange[];
  /** Frames that the recording has more often than the reference. */
  readonly doubled: readonly FrameRange[];
  /** Frames that come after a later one, but not in the reference. */
  readonly swapped: readonly FrameRange[];
  /** Seconds whose tone begins in the reference, but not in the recording. */
  readonly silent: readonly number[];
  /**
   * Largest difference between the offset of audio and video in the recording and the same offset in the reference, ms;
   * positive: the recording's audio is later. Null: the files have no common second with audio. Of a source with a
   * clock per reader: without the part of the difference that is the same all the time.
   */
  readonly syncMs: number | null;
}

/** Largest allowed difference of the offset between audio and video. */
export const SYNC_GOAL_MS = 40;

const FPS = 30;
/** Search range for the start of a tone around the frame that it belongs to. */
const SEARCH_MS = 450;
/** A tone change needs up to three steps of the tone reader, because its window is three steps long. */
const CHANGE_STEPS = 3;

export interface Source {
  readonly frames: number;
  /** Whether each reader has its own offset between audio and video. */
  readonly clockPerReader: boolean;
}

/** Compares all files of a recording with the reference. */
export function compareWithReference(
  files: readonly DecodedFile[],
  reference: DecodedFile,
  source: Source,
): Comparison {
  const got = countsOf(files.flatMap(({ frames }) => frames));
  const expected = countsOf(reference.frames);
  const swappedThere = new Set(swappedFrames(reference.frames));
  const misplaced = misplacedFrames(reference.frames);
  const offsets = new Map(files.flatMap((file) => [...toneOffsets(file)]));
  const wanted = toneOffsets(reference);
  const differences = [...wanted].flatMap(([second, offset]) => difference(offsets.get(second), offset));
  const constant = source.clockPerReader ? median(differences) : 0;
  return {
    got: sum(got.values()),
    reference: sum(expected.values()),
    lost: sortedRanges([...expected.keys()].filter((number) => !got.has(number) && !misplaced.has(number))),
    lostByBoth: sortedRanges(
      framesFrom(Math.min(...got.keys()), source.frames).filter((number) => !got.has(number) && !expected.has(number)),
    ),
    doubled: sortedRanges(
      [...got].flatMap(([number, count]) => (count > Math.max(1, expected.get(number) ?? 0) ? [number] : [])),
    ),
    swapped: sortedRanges(
      files.flatMap(({ frames }) => swappedFrames(frames)).filter((number) => !swappedThere.has(number)),
    ),
    silent: [...wanted.keys()].filter((second) => !offsets.has(second)),
    syncMs: largest(differences.map((ms) => Math.round(ms - constant))),
  };
}

/**
 * @param listsAll whether the producer lists all frames of the source, so that even one that the reference loses counts
 * @returns what does not meet the goals; empty if all are met
 */
export function faultsOf(comparison: Comparison, listsAll: boolean): string[] {
  const { got, lost, lostByBoth, doubled, swapped, silent, syncMs } = comparison;
  if (got === 0) return ['nothing is recorded'];
  return [
    ...(lost.length > 0 ? [`lost frames ${asText(lost)}`] : []),
    ...(listsAll && lostByBoth.length > 0 ? [`lost frames ${asText(lostByBoth)}, like the reference`] : []),
    ...(doubled.length > 0 ? [`doubled frames ${asText(doubled)}`] : []),
    ...(swapped.length > 0 ? [`frames out of order ${asText(swapped)}`] : []),
    ...(silent.length > 0 ? [`no sound at the seconds ${asText(toRanges(silent))}`] : []),
    ...(Math.abs(syncMs ?? 0) > SYNC_GOAL_MS ? [`audio off by ${String(syncMs)} ms`] : []),
  ];
}

/** Number of frames in ranges. */
export const framesIn = (ranges: readonly FrameRange[]): number => sum(ranges.map(({ count }) => count));

const framesFrom = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
const sortedRanges = (numbers: readonly number[]): FrameRange[] =>
  toRanges([...new Set(numbers)].sort((a, b) => a - b));
const asText = (ranges: readonly FrameRange[]): string =>
  ranges
    .slice(0, 6)
    .map(({ first, count }) => `${String(first)}+${String(count)}`)
    .join(' ');
const difference = (got: number | undefined, wanted: number): number[] => (got === undefined ? [] : [got - wanted]);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const largest = (values: readonly number[]): number | null =>
  values.reduce<number | null>(
    (worst, value) => (worst === null || Math.abs(value) > Math.abs(worst) ? value : worst),
    null,
  );

function countsOf(frames: readonly ReadFrame[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { number } of frames) if (number !== null) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

/**
 * Frames whose time stamp is before that of the previous frame. MP4 hides them at the start of a file: VLC gives its
 * first frame the time stamp of the third.
 */
function misplacedFrames(frames: readonly ReadFrame[]): Set<number | null> {
  return new Set(frames.filter(({ ptsMs }, i) => ptsMs < (frames[i - 1]?.ptsMs ?? ptsMs)).map(({ number }) => number));
}

/** Frames whose number is lower than that of an earlier frame, at their first appearance. */
function swappedFrames(frames: readonly ReadFrame[]): number[] {
  const seen = new Set<number>();
  let furthest = -1;
  return frames.flatMap(({ number }) => {
    if (number === null || seen.has(number)) return [];
    seen.add(number);
    if (number < furthest) return [number];
    furthest = number;
    return [];
  });
}

/**
 * For each second whose first frame and tone a file contains: how much later than the frame the tone begins, ms. The
 * resolution is that of the tone reader, 10 ms.
 */
function toneOffsets({ frames, tones }: DecodedFile): Map<number, number> {
  const offsets = new Map<number, number>();
  for (const { number, ptsMs } of frames) {
    if (number === null || number === 0 || number % FPS !== 0) continue;
    const second = number / FPS;
    const change = toneChange(tones, second, ptsMs);
    if (change === null) continue;
    // A doubled frame belongs to the nearest of the two tones.
    const [before, offset] = [offsets.get(second), change - ptsMs];
    if (before === undefined || Math.abs(offset) < Math.abs(before)) offsets.set(second, offset);
  }
  return offsets;
}

/** Time at which the tone of the previous second becomes that of `second`, nearest to `nearMs`. */
function toneChange(tones: readonly ReadTone[], second: number, nearMs: number): number | null {
  const [before, after] = [toneOfSecond(second - 1), toneOfSecond(second)];
  let nearest: number | null = null;
  for (const [i, { atMs, tone }] of tones.entries()) {
    if (tone !== before || Math.abs(atMs - nearMs) > SEARCH_MS || tones[i + 1]?.tone === before) continue;
    const next = tones.slice(i + 1, i + 1 + CHANGE_STEPS).find((one) => one.tone === after);
    if (next === undefined) continue;
    const at = (atMs + next.atMs) / 2;
    if (nearest === null || Math.abs(at - nearMs) < Math.abs(nearest - nearMs)) nearest = at;
  }
  return nearest;
}
