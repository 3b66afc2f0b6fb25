/** A Ctrl-C arrives twice within this time: from the terminal, and passed on by npm. */
const SAME_KEYPRESS_MS = 1500;

/** What a signal asks of the supervisor: to stop in order, to end at once, or nothing new. */
export type StopRequest = 'stop' | 'cut-short' | 'nothing';

/**
 * Reads signals. The first one asks for an orderly stop. Only a second Ctrl-C cuts that short: a service manager, a
 * closed terminal or a dying npm may send SIGTERM and SIGHUP any number of times.
 */
export class StopSignals {
  #firstAtMs: number | null = null;

  /** @param atMs of a clock that never goes back, in milliseconds */
  read(signal: NodeJS.Signals, atMs: number): StopRequest {
    if (this.#firstAtMs === null) {
      this.#firstAtMs = atMs;
      return 'stop';
    }
    return signal === 'SIGINT' && atMs - this.#firstAtMs > SAME_KEYPRESS_MS ? 'cut-short' : 'nothing';
  }
}
