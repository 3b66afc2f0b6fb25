import type { FuzzCase } from './fuzz-case.js';

/**
 * Makes a failing case smaller: without parts, without blocks of lines or bytes, as long as it fails.
 * @param fails whether a smaller case fails in the same way
 * @param maxTries number of calls of `fails`
 */
export async function shrink(
  found: FuzzCase,
  fails: (smaller: FuzzCase) => Promise<boolean>,
  maxTries: number,
): Promise<FuzzCase> {
  let tries = 0;
  let best = found;
  const accept = async (parts: readonly Buffer[]): Promise<boolean> => {
    tries += 1;
    const smaller = { ...found, parts };
    if (tries > maxTries || !(await fails(smaller))) return false;
    best = smaller;
    return true;
  };
  for (let at = best.parts.length - 1; at >= 0; at -= 1) await accept(best.parts.toSpliced(at, 1));
  for (const at of best.parts.keys()) await shrinkPart(at, () => best.parts, accept);
  return best;
}

/** Removes blocks of half the part, of a quarter, and so on down to one line, or one byte. */
async function shrinkPart(
  at: number,
  now: () => readonly Buffer[],
  accept: (parts: readonly Buffer[]) => Promise<boolean>,
): Promise<void> {
  const units = (): readonly Buffer[] => unitsOf(now()[at] ?? Buffer.alloc(0));
  for (let block = units().length >> 1; block >= 1; block >>= 1) {
    for (let from = 0; from < units().length;) {
      const rest = units().toSpliced(from, block);
      if (!(await accept(now().with(at, Buffer.concat(rest))))) from += block;
    }
  }
}

const LF = 10;

/** The lines of a text, or else the bytes. */
function unitsOf(part: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < part.length;) {
    const end = part.indexOf(LF, from);
    const to = end < 0 ? part.length : end + 1;
    lines.push(part.subarray(from, to));
    from = to;
  }
  return lines.length > 1 ? lines : Array.from({ length: part.length }, (_, i) => part.subarray(i, i + 1));
}
