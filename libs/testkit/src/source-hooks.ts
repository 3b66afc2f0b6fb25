import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Node reads our TypeScript itself; only the `.js` of our relative imports has to lead to the `.ts` beside it. For `--import`. */
registerHooks({
  resolve(specifier, context, next) {
    const source = /^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL && !context.parentURL.includes('/node_modules/')
      ? new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL)
      : null;
    return source && existsSync(fileURLToPath(source)) ? next(source.href, context) : next(specifier, context);
  },
});
