import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, messageOf, untranslated } from '#libs/errors';

const CHECK_MS = 100;

export interface Patience {
  /** Ends the waiting: the operator broke off. */
  readonly signal: AbortSignal;
  /** After this it counts as never. */
  readonly limitMs: number;
}

/**
 * Waits until `probe` gives something. A look that fails (a service that is down right now) is one that found nothing
 * yet.
 * @throws OutsideError `never` - with what was waited for and what the last check failed with
 */
export async function until<T>(
  what: string,
  { signal, limitMs }: Patience,
  probe: () => Promise<T | null | false> | T | null | false,
): Promise<T> {
  const end = performance.now() + limitMs;
  let lastFault = '';
  while (performance.now() < end) {
    signal.throwIfAborted();
    try {
      const found = await probe();
      if (found !== null && found !== false) return found;
      lastFault = '';
    } catch (thrown) {
      if (thrown instanceof GivenUp) throw thrown;
      lastFault = messageOf(thrown);
    }
    await pause(CHECK_MS, null, { signal });
  }
  throw new OutsideError(
    untranslated(
      'never',
      `never: ${what} (waited ${String(Math.round(limitMs / 1000))} s)${lastFault === '' ? '' : `; last: ${lastFault}`}`,
    ),
  );
}

/** Thrown by a check that knows that waiting is in vain. */
export class GivenUp extends OutsideError {
  constructor(message: string) {
    super(untranslated('given-up', message));
  }
}
