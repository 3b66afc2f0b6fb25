import { type Drain } from './drain.js';
import { type Log } from './log.js';

/**
 * Exit code if only the operator can fix the cause and a restart does not help: an invalid setting, a database newer
 * than the code (EX_CONFIG of sysexits.h).
 */
export const EXIT_OPERATOR = 78;

interface ProcessEndOptions {
  readonly log: Log;
  readonly drain: Drain;
  readonly flush: () => void;
  readonly stdinGuard: boolean;
}

/**
 * Handles every end of a process. A signal, or with `stdinGuard` the end of stdin, drains and exits 0. An uncaught
 * error is logged and exits 1 at once, because the state is unknown. A second signal exits 1 without waiting for the
 * drain.
 */
export function watchProcessEnd({ log, drain, flush, stdinGuard }: ProcessEndOptions): void {
  let ending = false;
  const end = (why: string): void => {
    if (ending) {
      flush();
      process.exit(1);
    }
    ending = true;
    log.info('draining', { why });
    drain
      .run()
      .then(
        () => 0,
        () => 1,
      )
      .then(
        (code) => {
          flush();
          process.exit(code);
        },
        () => undefined,
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      end(signal);
    });
  if (stdinGuard)
    guardStdin(() => {
      if (!ending) end('stdin closed');
    });
  const exitWith =
    (why: string) =>
    (error: unknown): void => {
      log.fatal(why, { error });
      flush();
      process.exit(1);
    };
  process.on('uncaughtException', exitWith('uncaught exception'));
  process.on('unhandledRejection', exitWith('unhandled rejection'));
}

function guardStdin(onClose: () => void): void {
  process.stdin.on('end', onClose).on('close', onClose).on('error', onClose);
  process.stdin.resume();
}
