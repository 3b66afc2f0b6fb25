/**
 * Makes one program of each service, for memory: Node keeps the text and the tables of every module that it loads, and
 * of most packages a service uses a small part. Run after tsc; what is imported on demand stays a file of its own.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { toAscii } from './to-ascii.mjs';
import { ROOT } from './paths.mjs';

const BUNDLES = join(ROOT, 'dist/bundles');
const LIBS = join(ROOT, 'dist/libs/');

/** Name of a bundle -> what tsc made of its entry. @type {Readonly<Record<string, string>>} */
const ENTRIES = {
  'api': 'apps/api/src/main.js',
  'recorder': 'apps/recorder/src/main.js',
  'converter': 'apps/converter/src/main.js',
  'exporter': 'apps/exporter/src/main.js',
  'supervisor': 'tools/supervisor/main.js',
  'hand-out': 'tools/supervisor/print-derived-keys.js',
};

/** Machine code, and what its packages look for at run time and do without. */
const EXTERNAL = [/\.node$/, /^@node-rs\//, 'pg-native', 'bufferutil', 'utf-8-validate'];

/** @param {string} name @param {string} entry @param {string} dir */
async function bundle(name, entry, dir) {
  const build = await rolldown({
    input: { main: join(ROOT, 'dist', entry) },
    platform: 'node',
    external: EXTERNAL,
    // Importing one of our libs does nothing but define things, so what is not used of its index can go.
    treeshake: { moduleSideEffects: (id) => !id.startsWith(LIBS) },
    // Packages that Nest and TypeORM would use if they were installed.
    onLog: (level, log, report) => {
      if (log.code !== 'UNRESOLVED_IMPORT' && level !== 'info') report(level, log);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    // reflect-metadata must run before what is decorated.
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
