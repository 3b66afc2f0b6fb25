import { longClock, two } from './format.js';

/** Converts times for inputs: positions in a file (`1:02:03`, `4:07.5`, or seconds) and calendar times. */

/** @returns seconds, or NaN if the text is not a time */
export function parseClock(text: string): number {
  const parts = text.trim().replace(',', '.').split(':');
  const isClock =
    parts.length <= 3 && parts.every((part, i) => (i === parts.length - 1 ? /^\d+(\.\d{1,3})?$/ : /^\d+$/).test(part));
  if (!isClock || parts.slice(1).some((part) => Number(part) >= 60)) return Number.NaN;
  return Math.round(parts.reduce((sum, part) => sum * 60 + Number(part), 0) * 1000) / 1000;
}

/** The shortest text that `parseClock` reads as the same time, to the ms: `0:04:07.5`. */
export function clockText(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const rest =
    ms % 1000 === 0
      ? ''
      : String(ms % 1000)
          .padStart(3, '0')
          .replace(/0+$/, '');
  return longClock(ms) + (rest === '' ? '' : `.${rest}`);
}

/** A time for `<input type="datetime-local">`, in this browser's time zone. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export const fromLocalInput = (text: string): string => new Date(text).toISOString();
