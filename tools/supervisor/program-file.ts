import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './root.js';

const COMPILED = {
  'api': 'apps/api/src/main.js',
  'recorder': 'apps/recorder/src/main.js',
  'converter': 'apps/converter/src/main.js',
  'exporter': 'apps/exporter/src/main.js',
  'supervisor': 'tools/supervisor/main.js',
  'restore-database': 'apps/api/src/cli/restore-database.js',
  'print-derived-keys': 'tools/supervisor/print-derived-keys.js',
} as const;

/**
 * Path of the script of a Vodkeep program.
 * @param bundled use the bundle if it exists; it needs half of the memory (tools/setup/bundle.mjs)
 */
export function programFile(
  name: keyof typeof COMPILED,
  { bundled = true }: { readonly bundled?: boolean } = {},
): string {
  const dist = join(repositoryRoot(), 'dist');
  const bundle = join(dist, 'bundles', name, 'main.js');
  return bundled && existsSync(bundle) ? bundle : join(dist, COMPILED[name]);
}
