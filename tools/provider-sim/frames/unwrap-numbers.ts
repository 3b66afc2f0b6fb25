/**
 * Numbers counted on over loops of a source, from numbers that begin again with each loop. Each one is taken as near as
 * it can be to the one that should have come, so that a lost or doubled stretch shorter than half a loop is told right.
 * A number that the source does not have, such as an ad's, stays what it is.
 * @param first the counted-on number that the first one should be
 */
export function unwrapNumbers(
  numbers: readonly (number | null)[],
  sourceFrames: number,
  first: number,
): (number | null)[] {
  if (!Number.isFinite(sourceFrames)) return [...numbers];
  let next = first;
  return numbers.map((number) => {
    if (number === null || number >= sourceFrames) return number;
    const unwrapped = number + Math.round((next - number) / sourceFrames) * sourceFrames;
    next = unwrapped + 1;
    return unwrapped;
  });
}
