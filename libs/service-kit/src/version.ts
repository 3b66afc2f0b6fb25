import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function readVersion(): string {
  for (let dir = import.meta.dirname; dir !== dirname(dir); dir = dirname(dir)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
        readonly name?: string;
        readonly version?: string;
      };
      if (name === 'vodkeep' && version !== undefined) return version;
    } catch {
      /* not here: continue with the parent folder */
    }
  }
  return '0.0.0';
}

/** Version of Vodkeep, from its package.json. */
export const VERSION = readVersion();
