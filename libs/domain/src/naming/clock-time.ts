import { type ZonedDate } from './zoned-date.js';

/** How the operator wants to read a time of day; `a`: AM or PM. */
export type TimeFormat = 'HH:mm:ss' | 'HH:mm' | 'hh:mm:ss a' | 'hh:mm a';

/** A time of day in a format. */
export function clockTime({ hour, minute, second }: ZonedDate, format: TimeFormat): string {
  const isShort = !format.includes('ss');
  const rest = isShort ? minute : `${minute}:${second}`;
  if (!format.endsWith('a')) return `${hour}:${rest}`;
  const h = Number(hour);
  return `${String(h % 12 === 0 ? 12 : h % 12).padStart(2, '0')}:${rest} ${h < 12 ? 'AM' : 'PM'}`;
}
