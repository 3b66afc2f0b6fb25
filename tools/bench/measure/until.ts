import { setTimeout as wait } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';

/** Of 20 streams at once: the checks must not load what is measured. */
const CHECK_MS = 200;
const LIMIT_MS = 30 * 60_000;

/** Asks an installation until it has an answer. */
export async function until<T>(check: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end) {
    const found = await check().catch((failed: unknown) => {
      // What fetch throws if the connection is closed, as a server does with one that was idle.
      if (failed instanceof TypeError) return null;
      throw failed;
    });
    if (found !== null) return found;
    await wait(CHECK_MS);
  }
  throw new OutsideError(untranslated('bench-until', `Nothing after ${String(LIMIT_MS / 1000)} s.`));
}
