import { type LogLevel, type LogLine } from '#libs/contracts';
import { redactFields, redactText } from './redact.js';

/** Fields of a line. `error` accepts any thrown value. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Origin of the lines. */
export interface LogOrigin {
  readonly service: string;
  readonly node: string;
  readonly pid: number;
  /** Clock of the lines, ms since the Unix epoch; tests pass their own. */
  readonly now?: () => number;
  /** Level filter; without it every line is logged. */
  readonly volume?: LogVolume;
}

/**
 * The logger. The text names the object and the event and is readable without the fields; the fields contain the
 * values. Each module has a child logger. Secrets are redacted before a line leaves the process.
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

  /** Enables or disables debug lines of this process. */
  setVerbose(isVerbose: boolean): void {
    this.origin.volume?.setVerbose(isVerbose);
  }

  debug(text: string, fields?: LogFields): void {
    this.#line('debug', text, fields);
  }
  info(text: string, fields?: LogFields): void {
    this.#line('info', text, fields);
  }
  /** Logs the success of something that the operator waited for. */
  success(text: string, fields?: LogFields): void {
    this.#line('success', text, fields);
  }
  /** Logs that a program was run. */
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
  /** Logs an error with the level of its fault: user `info`, outside `warn`, bug `error`. */
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

/** In ascending order, with the two additional levels of v0 in between. */
const LEVEL_ORDER = [
  'debug',
  'exec',
  'info',
  'success',
  'warn',
  'error',
  'fatal',
] as const satisfies readonly LogLevel[];

/** Level filter of a service. It can be switched to all levels while the service runs. */
export class LogVolume {
  #isVerbose = false;
  /** @param minLevel lowest level to log, from the settings of the machine */
  constructor(private readonly minLevel: LogLevel) {}

  setVerbose(isVerbose: boolean): void {
    this.#isVerbose = isVerbose;
  }
  isLogged(level: LogLevel): boolean {
    return this.#isVerbose || LEVEL_ORDER.indexOf(level) >= LEVEL_ORDER.indexOf(this.minLevel);
  }
}
