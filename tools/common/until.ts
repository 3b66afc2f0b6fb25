import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, messageOf, untranslated } from '#libs/errors';

const CHECK_INTERVAL_MS = 100;

export interface WaitOptions {
  /** Ends the wait when the operator aborts. */
  readonly signal: AbortSignal;
  /** After this time, the result counts as `never`. */
  readonly limitMs: number;
  /** Pause between two probes; default 100 ms. */
  readonly everyMs?: number;
}

/**
 * Waits until `probe` returns a result. A probe that throws (for example because a service is down) is repeated.
 * @throws OutsideError `never`: with the awaited condition and the last error
 */
export async function until<T>(
  what: string,
  { signal, limitMs, everyMs = CHECK_INTERVAL_MS }: WaitOptions,
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
    await pause(everyMs, null, { signal });
  }
  throw new OutsideError(
    untranslated(
      'never',
      `never: ${what} (waited ${String(Math.round(limitMs / 1000))} s)${lastFault === '' ? '' : `; last: ${lastFault}`}`,
    ),
  );
}

/** Thrown by a probe when further waiting is useless. */
export class GivenUp extends OutsideError {
  constructor(message: string) {
    super(untranslated('given-up', message));
  }
}
