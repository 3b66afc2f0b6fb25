import { zonedDate } from '../naming/zoned-date.js';

/** Hours without messages, `HH:mm` on the clock of a time zone. Both empty or equal: there are none. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly timeZone: string;
}

const DAY_MIN = 1_440;
const MIN_MS = 60_000;

/**
 * When the quiet hours of a moment end; null outside of them. They may pass midnight. The clock of the zone decides, so
 * a night with a change of the clock is longer or shorter; if the clock skips the end, they end right after the skip.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: Date): Date | null {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start === null || end === null || start === end) return null;
  const at = minuteOfDay(now, timeZone);
  const isQuiet = start < end ? at >= start && at < end : at >= start || at < end;
  if (!isQuiet) return null;
  const wholeMinute = Math.floor(now.getTime() / MIN_MS) * MIN_MS;
  const guess = wholeMinute + ((end - at + DAY_MIN) % DAY_MIN) * MIN_MS;
  return new Date(corrected(guess, { end, timeZone }));
}

/** Moves a guess by the difference between its clock and the wanted one; a skipped time stays after the skip. */
function corrected(guess: number, { end, timeZone }: { readonly end: number; readonly timeZone: string }): number {
  const off = wrapped(end - minuteOfDay(new Date(guess), timeZone));
  const moved = guess + off * MIN_MS;
  return minuteOfDay(new Date(moved), timeZone) === end ? moved : Math.max(guess, moved);
}

/** A difference of two times of day, between -12 h and 12 h. */
const wrapped = (minutes: number): number => ((minutes + DAY_MIN * 1.5) % DAY_MIN) - DAY_MIN / 2;

function minuteOfDay(at: Date, timeZone: string): number {
  const { hour, minute } = zonedDate(at, timeZone);
  return Number(hour) * 60 + Number(minute);
}

function minutesOf(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute);
}
