import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a separate folder for one test, readable by the user that runs PostgreSQL. `remove` deletes it with its
 * content.
 */
export function tempDir(name: string): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `vodkeep-${name}-`));
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
