import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from '@swc/core';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Builds the current source of libraries and applications into `dir`, for a test that kills their processes: Node
 * cannot run decorators from source, and dist/ may be outdated. Takes a second or two; tsc takes twenty.
 * @param folders paths from the root of the repository; specs are skipped
 * @returns a function from the path of a source to the path of its built file
 */
export function buildSources(dir: string, folders: readonly string[]): (source: string) => string {
  const built = (source: string): string => path.join(dir, source.replace(/\.ts$/, '.js'));
  for (const folder of folders)
    for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      const source = path.join(folder, name);
      if (!source.endsWith('.ts') || /\.(spec|d)\.ts$/.test(source)) continue;
      mkdirSync(path.dirname(built(source)), { recursive: true });
      writeFileSync(built(source), transpiled(path.join(ROOT, source)));
    }
  writeFileSync(
    path.join(dir, 'package.json'),
    JSON.stringify({ type: 'module', imports: { '#libs/*': './libs/*/src/index.js' } }),
  );
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'));
  return built;
}

/** Uses the options of tsconfig.base.json. */
const transpiled = (file: string): string =>
  transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2023',
    },
    module: { type: 'es6' },
  }).code;
