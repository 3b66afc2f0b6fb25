/**
 * Lets plain Node run the TypeScript sources without a build, for tests that need a separate process and must not use
 * an old build: `node --experimental-transform-types --conditions=source --import <this file> x.ts`.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Each start would compile hundreds of modules again, which takes most of the CPU of a short process.
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));

registerHooks({
  resolve(specifier, context, next) {
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts') === true) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return next(source.href, context);
    }
    return next(specifier, context);
  },
});
