/** Frames `first` to `first + count - 1`. */
export interface FrameRange {
  readonly first: number;
  readonly count: number;
}

/** Combines numbers into ranges for a readable report: `[0, 1, 2, 9]` is two ranges. */
export function toRanges(numbers: Iterable<number>): FrameRange[] {
  const ranges: { first: number; count: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last.first + last.count === number) last.count += 1;
    else ranges.push({ first: number, count: 1 });
  }
  return ranges;
}

export function* numbersOf(ranges: Iterable<FrameRange>): Generator<number> {
  for (const { first, count } of ranges) for (let i = 0; i < count; i++) yield first + i;
}
