/** One Ctrl-C arrives twice within this time: from the terminal, and forwarded by npm. */
const SAME_KEYPRESS_MS = 1500;

/** Effect of a signal: stop in order, end at once, or nothing new. */
export type StopRequest = 'stop' | 'cut-short' | 'nothing';

/**
 * Interprets signals. The first signal requests an orderly stop. Only a second Ctrl-C cuts the stop short: a service
 * manager, a closed terminal or an ending npm may send SIGTERM and SIGHUP any number of times.
 */
export class StopSignals {
  #firstAtMs: number | null = null;

  /** @param atMs time of a monotonic clock, in milliseconds */
  read(signal: NodeJS.Signals, atMs: number): StopRequest {
    if (this.#firstAtMs === null) {
      this.#firstAtMs = atMs;
      return 'stop';
    }
    return signal === 'SIGINT' && atMs - this.#firstAtMs > SAME_KEYPRESS_MS ? 'cut-short' : 'nothing';
  }
}
