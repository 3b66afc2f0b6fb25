import { numbersOf, toRanges, type FrameRange } from './frame-range.js';

/** Errors in the video of a recording; `ok` if there are none. */
export interface FrameReport {
  readonly ok: boolean;
  readonly expected: number;
  readonly got: number;
  readonly lost: FrameRange[];
  readonly doubled: FrameRange[];
  /** Frames that come after a later frame. */
  readonly swapped: FrameRange[];
  /** Frames that the source never offered. */
  readonly foreign: FrameRange[];
  /** Indexes (from 0) of images without a readable number. */
  readonly unreadable: FrameRange[];
  /** The first position at which the recording differs from the expected frames. */
  readonly firstWrong: { readonly at: number; readonly expected: number | null; readonly got: number | null } | null;
}

interface Expectation {
  readonly ranges: Iterable<FrameRange>;
  /** Number of frames before the source loops; undefined: it never loops. */
  readonly sourceFrames?: number;
}

function firstDifference(expected: readonly number[], got: readonly (number | null)[]): FrameReport['firstWrong'] {
  const length = Math.max(expected.length, got.length);
  for (let at = 0; at < length; at++)
    if (expected[at] !== got[at]) return { at, expected: expected[at] ?? null, got: got[at] ?? null };
  return null;
}

/** Frames out of order: a frame is swapped if a frame that belongs after it came before. */
function outOfOrder(got: readonly number[], place: ReadonlyMap<number, number>): number[] {
  const seen = new Set<number>();
  const wrong: number[] = [];
  let furthest = -1;
  for (const number of got) {
    const at = place.get(number);
    if (at === undefined || seen.has(number)) continue;
    seen.add(number);
    if (at < furthest) wrong.push(number);
    furthest = Math.max(furthest, at);
  }
  return wrong;
}

/** Compares the expected frames (in order, once each) with the numbers read from a recording. */
export function checkFrames(
  { ranges, sourceFrames = Infinity }: Expectation,
  read: Iterable<{ readonly number: number | null }>,
): FrameReport {
  const expected = [...numbersOf(ranges)];
  const place = new Map(expected.map((number, at) => [number, at]));
  const got = unwrapNumbers(
    Array.from(read, ({ number }) => number),
    sourceFrames,
    expected[0] ?? 0,
  );
  const readable = got.filter((number) => number !== null);
  const counts = new Map<number, number>();
  for (const number of readable) counts.set(number, (counts.get(number) ?? 0) + 1);
  const distinct = [...counts.keys()];
  const firstWrong = firstDifference(expected, got);
  return {
    ok: firstWrong === null,
    expected: expected.length,
    got: got.length,
    lost: toRanges(expected.filter((number) => !counts.has(number))),
    doubled: toRanges(distinct.filter((number) => place.has(number) && (counts.get(number) ?? 0) > 1)),
    swapped: toRanges(outOfOrder(readable, place)),
    foreign: toRanges(distinct.filter((number) => !place.has(number))),
    unreadable: toRanges(got.flatMap((number, at) => (number === null ? [at] : []))),
    firstWrong,
  };
}

/**
 * Converts frame numbers that restart with each loop of the source to numbers that continue over loops. Each one gets
 * the value nearest to the expected next one, so that a lost or doubled range shorter than half a loop is reported
 * correctly. A number that the source does not contain, such as that of an ad, stays unchanged.
 * @param first expected continued number of the first frame
 */
function unwrapNumbers(numbers: readonly (number | null)[], sourceFrames: number, first: number): (number | null)[] {
  if (!Number.isFinite(sourceFrames)) return [...numbers];
  let next = first;
  return numbers.map((number) => {
    if (number === null || number >= sourceFrames) return number;
    const unwrapped = number + Math.round((next - number) / sourceFrames) * sourceFrames;
    next = unwrapped + 1;
    return unwrapped;
  });
}
