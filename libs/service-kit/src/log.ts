import { type LogLevel, type LogLine } from '#libs/contracts';
import { redactFields, redactText } from './redact.js';

/** Fields of a line. `error` takes anything that was thrown. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Whose lines these are. */
export interface LogOrigin {
  readonly service: string;
  readonly node: string;
  readonly pid: number;
  /** Clock of the lines, ms since the Unix epoch; tests pass their own. */
  readonly now?: () => number;
  /** What is reported at all; everything where there is none. */
  readonly volume?: LogVolume;
}

/**
 * The one logger. The text names the object and the event, and can be read without the fields; the fields hold the
 * values. A module has a child of its own. Secrets are hidden before a line leaves the process.
 */
export class Log {
  constructor(
    private readonly origin: LogOrigin,
    private readonly module: string,
    private readonly write: (line: LogLine) => void,
  ) {}

  child(module: string): Log {
    return new Log(this.origin, module, this.write);
  }

  /** While it is up, debug lines of this process are reported too. */
  turnUp(isUp: boolean): void {
    this.origin.volume?.turnUp(isUp);
  }

  debug(text: string, fields?: LogFields): void {
    this.#line('debug', text, fields);
  }
  info(text: string, fields?: LogFields): void {
    this.#line('info', text, fields);
  }
  /** Something the operator waited for worked. */
  success(text: string, fields?: LogFields): void {
    this.#line('success', text, fields);
  }
  /** A program was run. */
  exec(text: string, fields?: LogFields): void {
    this.#line('exec', text, fields);
  }
  warn(text: string, fields?: LogFields): void {
    this.#line('warn', text, fields);
  }
  error(text: string, fields?: LogFields): void {
    this.#line('error', text, fields);
  }
  fatal(text: string, fields?: LogFields): void {
    this.#line('fatal', text, fields);
  }
  /** By whose fault it is: a user's is reported, the world's is a warning, ours an error. */
  failure(text: string, error: unknown, fields: LogFields = {}): void {
    const fault = (error as { readonly fault?: unknown } | null)?.fault;
    this.#line(fault === 'user' ? 'info' : fault === 'outside' ? 'warn' : 'error', text, { ...fields, error });
  }

  #line(level: LogLevel, text: string, fields: LogFields | undefined): void {
    const { now = Date.now, volume, ...origin } = this.origin;
    if (volume && !volume.isLogged(level)) return;
    const metadata = fields === undefined ? {} : redactFields(fields);
    this.write({
      module: this.module,
      time: now(),
      level,
      text: redactText(text),
      ...origin,
      ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    });
  }
}

/** Least first; v0's own two in between. */
const ORDER = ['debug', 'exec', 'info', 'success', 'warn', 'error', 'fatal'] as const satisfies readonly LogLevel[];

/** Which lines of a service are reported; it can be turned up to all of them while it runs. */
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
