import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFiles } from '#libs/config';

/**
 * Checks that docs/configuration.md and deploy/env.example match libs/config. @returns one line per file that drifted
 */
export function configDocsDrift(root: string): string[] {
  return Object.entries(configFiles())
    .filter(([path, text]) => readTextFile(join(root, path)) !== text)
    .map(([path]) => `${path} does not match libs/config`);
}

/** Generates both files again. */
export function writeConfigDocs(root: string): void {
  for (const [path, text] of Object.entries(configFiles())) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function readTextFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
