import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { step } from './step.mjs';
import { NODE, ROOT } from './paths.mjs';

const DIST = join(ROOT, 'dist');
const SERVER = ['libs', 'apps/api', 'apps/recorder', 'apps/converter', 'apps/exporter', 'tools'];
const CONFIG = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.build.json'];
const CODE = new Set(['.ts', '.tsx', '.mjs', '.cjs']);

/**
 * Compiles services and page into dist/. Skips each of them if its sources have not changed. Types are not checked here,
 * because that takes three times as long as the rest of tsc: `npm run check` and `npm test` check them.
 */
export async function build() {
  const files = SERVER.flatMap((dir) => filesUnder(join(ROOT, dir))).filter((file) => !/\.spec\.tsx?$/.test(file));
  await unlessUnchanged('server', hashOf([...files, ...CONFIG.map((name) => join(ROOT, name))]), async () => {
    rmSync(join(DIST, 'bundles'), { recursive: true, force: true });
    await buildServer(files);
    await step({
      what: 'bundles (rolldown)',
      file: NODE,
      args: [join(ROOT, 'tools/setup/bundle.mjs')],
      remedy: 'The services cannot be bundled: see above.',
    });
  });
  const web = join(ROOT, 'apps/web');
  if (!existsSync(join(web, 'vite.config.mjs'))) return;
  const pageFiles = [
    ...filesUnder(web).filter((file) => !file.includes('/e2e/')),
    ...filesUnder(join(ROOT, 'libs')).filter((file) => !/\.spec\.tsx?$/.test(file)),
    ...CONFIG.map((name) => join(ROOT, name)),
  ];
  await unlessUnchanged('web', hashOf(pageFiles), async () => {
    await step({
      what: 'page (vite build)',
      file: NODE,
      args: [
        join(ROOT, 'node_modules/vite/bin/vite.js'),
        'build',
        '-c',
        join(web, 'vite.config.mjs'),
        '--logLevel',
        'warn',
      ],
      remedy: 'The page does not build: see above.',
    });
  });
}

/** @param {string[]} files */
async function buildServer(files) {
  // An incremental tsc trusts its build info: if its output files are missing, it would not write them again.
  if (!existsSync(join(DIST, 'tools/supervisor/main.js'))) rmSync(join(DIST, '.build.tsbuildinfo'), { force: true });
  await step({
    what: 'services (tsc)',
    file: NODE,
    args: [join(ROOT, 'node_modules/typescript-7/bin/tsc'), '-p', join(ROOT, 'tsconfig.build.json'), '--noCheck'],
    remedy: 'The services do not compile: see above.',
  });
  for (const file of files.filter((name) => !CODE.has(extname(name)) && !/tsconfig[^/]*\.json$/.test(name))) {
    const copy = join(DIST, relative(ROOT, file));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(file, copy);
  }
}

/** @param {string} name @param {string} hash @param {() => Promise<void>} work */
async function unlessUnchanged(name, hash, work) {
  const stamp = join(DIST, `.${name}.hash`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(DIST, { recursive: true });
  writeFileSync(stamp, hash);
}

/** @param {string} dir @returns {string[]} */
function filesUnder(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
