import { two } from '../../lib/format.js';

/** A moment as `<input type="datetime-local">` has it, in this browser's time zone. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

export const fromLocalInput = (text: string): string => new Date(text).toISOString();
