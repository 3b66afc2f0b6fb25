import { type LoggerService } from '@nestjs/common';
import { type Log } from './log.js';

/** Nest's own words in our log; its chatter at boot is for debugging only. */
export class NestLog implements LoggerService {
  constructor(private readonly root: Log) {}

  log(message: unknown, ...rest: unknown[]): void { this.#child(rest).debug(textOf(message)); }
  debug(message: unknown, ...rest: unknown[]): void { this.#child(rest).debug(textOf(message)); }
  verbose(message: unknown, ...rest: unknown[]): void { this.#child(rest).debug(textOf(message)); }
  warn(message: unknown, ...rest: unknown[]): void { this.#child(rest).warn(textOf(message)); }
  error(message: unknown, ...rest: unknown[]): void {
    const log = this.#child(rest);
    if (message instanceof Error) log.failure(message.message, message);
    else log.error(textOf(message), { details: rest.slice(0, -1) });
  }
  fatal(message: unknown, ...rest: unknown[]): void { this.#child(rest).fatal(textOf(message)); }

  /** Nest's last argument is the context. */
  #child(rest: readonly unknown[]): Log {
    const context = rest.at(-1);
    return this.root.child(typeof context === 'string' ? `nest.${context}` : 'nest');
  }
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return message instanceof Error ? message.message : JSON.stringify(message);
}
