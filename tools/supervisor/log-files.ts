import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 4096;

export const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/** Limits every log to 16 MB plus one older copy. Writers append, so truncation is safe while they write. */
export function trimLogs(logDir: string, maxBytes = MAX_BYTES): void {
  for (const name of readdirSync(logDir).filter((file) => file.endsWith('.log'))) {
    const file = join(logDir, name);
    if (sizeOf(file) <= maxBytes) continue;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  }
}

/** The last non-empty line that was appended after offset `start` (in bytes); '' if there is none. */
export function lastLineSince(file: string, start: number): string {
  const size = sizeOf(file);
  const from = Math.max(Math.min(start, size), size - TAIL_BYTES);
  const buffer = Buffer.alloc(Math.max(0, size - from));
  if (buffer.length === 0) return '';
  const fd = openSync(file, 'r');
  readSync(fd, buffer, 0, buffer.length, from);
  closeSync(fd);
  return (
    buffer
      .toString('utf8')
      .split('\n')
      .map((line) => line.trim())
      .findLast((line) => line !== '') ?? ''
  );
}
