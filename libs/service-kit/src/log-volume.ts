import { type LogLevel } from '#libs/contracts';

/** Least first; v0's own two in between. */
const ORDER = ['debug', 'exec', 'info', 'success', 'warn', 'error', 'fatal'] as const satisfies readonly LogLevel[];

/** Which lines of a service are told; it can be turned up to all of them while it runs. */
export class LogVolume {
  #isUp = false;
  /** @param least from the settings of the machine */
  constructor(private readonly least: LogLevel) {}

  turnUp(isUp: boolean): void {
    this.#isUp = isUp;
  }
  isLogged(level: LogLevel): boolean {
    return this.#isUp || ORDER.indexOf(level) >= ORDER.indexOf(this.least);
  }
}
