import { pino } from 'pino';
import { type LogLevel, type LogLine } from '#libs/contracts';

/** Numbers of pino's levels, with the two additional levels of v0 in between. */
const LEVELS = { debug: 20, exec: 25, info: 30, success: 35, warn: 40, error: 50, fatal: 60 } as const satisfies Record<
  LogLevel,
  number
>;

/**
 * Maximum number of bytes to buffer while the reader of stdout is slow. More is dropped, because a service must never
 * wait for its log.
 */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Writes lines of every level as JSON to stdout. `LogVolume` filters them by level. */
export interface ConsoleLog {
  readonly write: (line: LogLine) => void;
  readonly flush: () => void;
}

/** Opens the log on stdout. `flush` writes what is buffered, before the process exits. */
export function consoleLog(): ConsoleLog {
  const out = pino.destination({ fd: 1, sync: false, maxLength: MAX_BUFFERED_BYTES });
  // The reader may have exited (its supervisor was killed). The drain that follows must still run.
  out.on('error', () => undefined);
  const logger = pino(
    {
      level: 'debug',
      customLevels: LEVELS,
      useOnlyCustomLevels: true,
      base: null,
      timestamp: false,
      messageKey: 'text',
      formatters: { level: (level) => ({ level }) },
    },
    out,
  );
  return {
    write: ({ level, text, ...rest }) => {
      logger[level](rest, text);
    },
    flush: () => {
      try {
        out.flushSync();
      } catch {
        /* not open yet, or the reader has exited */
      }
    },
  };
}
