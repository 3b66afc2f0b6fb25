/** Minute, hour, day of the month, month, day of the week (0 and 7: Sunday). */
const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/([1-9]\d?))?$/;

/** Whether a text is a cron expression of five fields of numbers, `*`, lists, ranges and steps. */
export function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return fields.length === RANGES.length && RANGES.every((range, i) => isField(fields[i] ?? '', range));
}

const isField = (field: string, range: readonly [number, number]): boolean =>
  field.split(',').every((part) => isPart(part, range));

function isPart(part: string, [min, max]: readonly [number, number]): boolean {
  const match = PART.exec(part);
  if (!match) return false;
  const [, from, to, step] = match;
  if (from === undefined) return true;
  // A step counts from a range only: what `5/10` means differs between implementations.
  if (to === undefined && step !== undefined) return false;
  const [first, last] = [Number(from), Number(to ?? from)];
  return first >= min && last <= max && first <= last;
}
