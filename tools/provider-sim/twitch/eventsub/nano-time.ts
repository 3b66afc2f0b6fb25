import { randomInt } from 'node:crypto';

/**
 * RFC 3339 with nanoseconds, without zeros at the end, as EventSub writes the times of its messages. The last six
 * digits are made up.
 */
export function nanoTime(ms: number): string {
  const micros = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const digits = `${new Date(ms).toISOString().slice(20, 23)}${micros}`.replace(/0+$/, '');
  return `${new Date(ms).toISOString().slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`;
}
