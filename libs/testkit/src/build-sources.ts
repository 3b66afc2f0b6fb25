import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync, version, type Options } from '@swc/core';
import { SWC_OPTIONS } from '../../../tools/jest/swc-options.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** One path for all runs, so that the compile cache of Node finds the modules again. */
const DIST = path.join(ROOT, '.cache/built-sources');

/** Environment for a Node process that is started many times: it compiles its modules only once. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(ROOT, '.cache/compiled') } as const;

const OPTIONS: Options = { swcrc: false, ...SWC_OPTIONS };

/**
 * Builds the current source of libraries and applications, for a test that kills their processes: Node cannot run
 * decorators from source, and dist/ may be outdated. Builds only files that changed since the last call.
 * @param folders paths from the root of the repository; specs are skipped
 * @returns a function from the path of a source to the path of its built file
 */
export function buildSources(folders: readonly string[]): (source: string) => string {
  const built = (source: string): string => path.join(DIST, source.replace(/\.ts$/, '.js'));
  for (const folder of folders)
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const source = path.join(folder, name);
      if (source.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(source)) build(source, built(source));
    }
  writeWhole(
    path.join(DIST, 'package.json'),
    JSON.stringify({ type: 'module', imports: { '#libs/*': './libs/*/src/index.js' } }),
  );
  try {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(DIST, 'node_modules'));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  return built;
}

/** The first line of the built file tells what it was built from. */
function build(source: string, target: string): void {
  const code = readFileSync(path.join(ROOT, source), 'utf8');
  const key = createHash('sha256')
    .update(JSON.stringify([version, OPTIONS, code]))
    .digest('hex');
  if (textOf(target).startsWith(`// ${key}\n`)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  writeWhole(target, `// ${key}\n${transformSync(code, { ...OPTIONS, filename: source }).code}`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    return '';
  }
}

/** Another worker may read the file meanwhile. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
