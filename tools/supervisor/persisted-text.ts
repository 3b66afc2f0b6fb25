import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A text that is made at the first start and stays: read from `file`, or made, written whole (0600) and read.
 * Call it under the folder's lock: two makers at once would each read their own.
 */
export function persistedText(file: string, make: () => string): string {
  const found = readIfThere(file);
  if (found !== null) return found;
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true });
    renameSync(draft, file);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
  return readFileSync(file, 'utf8').trim();
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}
