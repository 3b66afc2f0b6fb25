/**
 * Makes one bundle per service, to save memory: Node keeps the text and the tables of every module that it loads, and a
 * service uses only a small part of most packages. Run this after tsc. Modules that are imported on demand stay
 * separate files.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { toAscii } from './to-ascii.mjs';
import { ROOT } from './paths.mjs';

const BUNDLES = join(ROOT, 'dist/bundles');
const LIBS = join(ROOT, 'dist/libs/');

/** Name of a bundle -> output of tsc for its entry. @type {Readonly<Record<string, string>>} */
const ENTRIES = {
  'api': 'apps/api/src/main.js',
  'recorder': 'apps/recorder/src/main.js',
  'converter': 'apps/converter/src/main.js',
  'exporter': 'apps/exporter/src/main.js',
  'supervisor': 'tools/supervisor/main.js',
  'print-derived-keys': 'tools/supervisor/print-derived-keys.js',
};

/** Native modules, and optional modules that packages try to load at run time and can do without. */
const EXTERNAL = [/\.node$/, /^@node-rs\//, 'pg-native', 'bufferutil', 'utf-8-validate'];

/** @param {string} name @param {string} entry @param {string} dir */
async function bundle(name, entry, dir) {
  const build = await rolldown({
    input: { main: join(ROOT, 'dist', entry) },
    platform: 'node',
    external: EXTERNAL,
    // Importing a lib of this repository has no side effects, so unused parts of its index can be removed.
    treeshake: { moduleSideEffects: (id) => !id.startsWith(LIBS) },
    // Packages that Nest and TypeORM use only if they are installed.
    onLog: (level, log, report) => {
      if (log.code !== 'UNRESOLVED_IMPORT' && level !== 'info') report(level, log);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    // reflect-metadata must run before decorated classes.
    strictExecutionOrder: true,
    keepNames: true,
    comments: false,
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  mkdirSync(join(dir, name));
  for (const chunk of output)
    if (chunk.type === 'chunk') writeFileSync(join(dir, name, chunk.fileName), toAscii(chunk.code));
}

const draft = `${BUNDLES}.making`;
rmSync(draft, { recursive: true, force: true });
rmSync(BUNDLES, { recursive: true, force: true });
mkdirSync(draft, { recursive: true });
for (const [name, entry] of Object.entries(ENTRIES)) await bundle(name, entry, draft);
renameSync(draft, BUNDLES);
