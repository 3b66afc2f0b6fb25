/** One wrong field of an input: `path` as the caller wrote it (`config.motd`, `url`), `message` what to do about it. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

interface Options extends ErrorOptions {
  readonly data?: Readonly<Record<string, unknown>>;
}
interface UserOptions extends Options {
  readonly answer?: unknown;
  readonly status?: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 429 | 501;
  readonly fields?: readonly FieldFault[];
}

/** Whose fault it is decides the log level, the HTTP status and whether a job is tried again. */
abstract class BaseError extends Error {
  abstract readonly fault: 'user' | 'outside' | 'bug';
  readonly data: Readonly<Record<string, unknown>>;
  constructor(
    readonly code: string,
    message: string,
    { data = {}, ...rest }: Options = {},
  ) {
    super(message, rest);
    this.data = data;
  }
}

/**
 * The caller asked for something that cannot be. Shown as is; never retried. HTTP 4xx: `status`, 400 when not given.
 */
export class UserError extends BaseError {
  override readonly name = 'UserError';
  readonly fault = 'user';
  readonly status: number;
  readonly fields: readonly FieldFault[];
  /** What stands in `data` of the answer, as the route says; undefined: nothing. */
  readonly answer: unknown;
  constructor(code: string, message: string, { status = 400, fields = [], answer, ...rest }: UserOptions = {}) {
    super(code, message, rest);
    this.status = status;
    this.fields = fields;
    this.answer = answer;
  }
}

/** The world failed (provider, disk, network, ffmpeg input). Retried by the queue. HTTP 502. */
export class OutsideError extends BaseError {
  override readonly name = 'OutsideError';
  readonly fault = 'outside';
}

/** We are wrong. Logged with its stack; never retried blindly. HTTP 500 with no detail. */
export class BugError extends BaseError {
  override readonly name = 'BugError';
  readonly fault = 'bug';
}

/** Every error of our own; anything else that is thrown is a bug. */
export type AppError = UserError | OutsideError | BugError;
/** Whether it is one of ours, with a code and a fault. */
export const isAppError = (thrown: unknown): thrown is AppError => thrown instanceof BaseError;

/**
 * The text of anything that was thrown, for a log line or an operator; never a stack. An error of another realm (jest,
 * vm) counts too.
 */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string')
    return thrown.message;
  return String(thrown);
}

/** An error as a text: `text` in English; by `code` and `values` it can be said in another language. */
export interface ErrorWords {
  readonly text: string;
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** What was thrown, as a text for a person. A fault of ours is told as one: its English is for the log. */
export function wordsOf(thrown: unknown): ErrorWords {
  const text = messageOf(thrown);
  if (!isAppError(thrown) || thrown.fault === 'bug') return { text, code: 'bug' };
  const values = Object.fromEntries(
    Object.entries(thrown.data).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
  return { text, code: thrown.code, values };
}
