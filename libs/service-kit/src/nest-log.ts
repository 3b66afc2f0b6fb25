import { type LoggerService } from '@nestjs/common';
import { type Log } from './log.js';

/**
 * Contexts of the framework itself, whose boot messages are logged at debug level. Any other `new Logger('x')` is
 * module x.
 */
const FRAMEWORK =
  /^(Nest\w*|InstanceLoader|RoutesResolver|RouterExplorer|InjectorLogger|Injector|WebSocketsController|ServerController|ListenersController|TypeOrmModule|ExceptionsHandler|RpcExceptionsHandler|JetStreamStrategy|PackageLoader)$/;

/** Adapts Nest's logger interface to {@link Log}. */
export class NestLog implements LoggerService {
  constructor(private readonly root: Log) {}

  log(message: unknown, ...rest: unknown[]): void {
    if (FRAMEWORK.test(contextOf(rest))) this.debug(message, ...rest);
    else this.#child(rest).info(logText(message));
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.#child(rest).debug(logText(message));
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.debug(message, ...rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.#child(rest).warn(logText(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    const log = this.#child(rest);
    const details = rest.slice(0, -1);
    if (message instanceof Error) log.failure(message.message, message);
    else log.error(logText(message), details.length > 0 ? { details } : {});
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.#child(rest).fatal(logText(message));
  }

  #child(rest: readonly unknown[]): Log {
    const context = contextOf(rest);
    return this.root.child(context === '' ? 'nest' : context);
  }
}

/** Nest passes the context as last argument. */
function contextOf(rest: readonly unknown[]): string {
  const context = rest.at(-1);
  return typeof context === 'string' ? context : '';
}

function logText(message: unknown): string {
  if (typeof message === 'string') return message;
  return message instanceof Error ? message.message : JSON.stringify(message);
}
