import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A text that is created at the first start and then never changes. Reads `file`; if it is missing, creates it
 * atomically with mode 0600 and reads it. The caller must hold the folder's lock: with two concurrent writers, each
 * would read its own text.
 */
export function persistedText(file: string, make: () => string): string {
  const found = readIfExists(file);
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

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}
