/**
 * Lets plain Node run the TypeScript sources without a build, so that tests, checks and tools never use an old one. A
 * process loads it by the flags of source-flags.mjs.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Without the cache, each start compiles hundreds of modules again, which takes most of the CPU of a short process.
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));

registerHooks({
  resolve(specifier, context, next) {
    // The sources import each other by the names of the built files.
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts') === true) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return next(source.href, context);
    }
    return next(specifier, context);
  },
});
