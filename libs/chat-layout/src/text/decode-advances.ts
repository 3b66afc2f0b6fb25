/**
 * Unpacks a table of character widths, `start:advance,advance*times,...;start:...` in base 36 (packed by tools/fonts).
 * @returns code point -> advance in 1/2048 em
 */
export function decodeAdvances(packed: string): ReadonlyMap<number, number> {
  const advances = new Map<number, number>();
  for (const run of packed.split(';')) {
    const [start = '', values = ''] = run.split(':');
    let codePoint = Number.parseInt(start, 36);
    for (const group of values.split(',')) {
      const [value = '', times = '1'] = group.split('*');
      for (let n = Number.parseInt(times, 36); n > 0; n--) advances.set(codePoint++, Number.parseInt(value, 36));
    }
  }
  return advances;
}
