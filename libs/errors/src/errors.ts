import { type Message, message, type MessageParam, type OwnMessage, verbatim } from '#libs/messages';

/**
 * One wrong field of an input: `path` as the caller wrote it (`config.motd`, `url`), `message` what to do about it; a
 * text where a program for the terminal, or the page, made the error.
 */
export interface FieldFault {
  readonly path: string;
  readonly message: Message | string;
}

interface Options extends ErrorOptions {
  /** What code that catches it needs to know; the parameters of its message are in it too. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Needed where the message is no `error.<code>`, but the message of something else. */
  readonly code?: string;
}
interface UserOptions extends Options {
  readonly answer?: unknown;
  readonly status?: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 416 | 429 | 501;
  readonly fields?: readonly FieldFault[];
}

/** What an error says without the catalogue. */
export interface Untranslated {
  readonly code: string;
  readonly english: string;
}

/**
 * The text of an error that no reader of another language sees: of a program for the terminal, or of a spec. The page
 * takes the text of an answer with it, which the server has translated already.
 */
export const untranslated = (code: string, english: string): Untranslated => ({ code, english });

/** The code of an error whose message this is. */
export const codeOf = (key: string): string => key.split('.')[1] ?? key;

/** Whose fault it is decides the log level, the HTTP status and whether a job is tried again. */
abstract class BaseError extends Error {
  abstract readonly fault: 'user' | 'outside' | 'bug';
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** For whoever reads it in another language; `message` is its English. Null where it is {@link untranslated}. */
  readonly localized: OwnMessage | null;
  constructor(args: OwnMessage | Untranslated, { code, data, ...options }: Options) {
    super(args.english, options);
    this.code = code ?? ('key' in args ? codeOf(args.key) : args.code);
    this.localized = 'key' in args ? args : null;
    this.data = { ...this.localized?.params, ...data };
  }
}

/**
 * The caller asked for something that cannot be. Shown as is; never retried. HTTP 4xx: `status`, 400 when not given.
 */
export class UserError extends BaseError {
  override readonly name = 'UserError';
  readonly fault = 'user';
  readonly status: NonNullable<UserOptions['status']>;
  readonly fields: readonly FieldFault[];
  /** What stands in `data` of the answer, as the route says; undefined: nothing. */
  readonly answer: unknown;
  /** @param args a message `error.<code>` or `error.<code>.<case>`, or another one with the `code` beside it */
  constructor(args: OwnMessage | Untranslated, { status = 400, fields = [], answer, ...options }: UserOptions = {}) {
    super(args, options);
    this.status = status;
    this.fields = fields;
    this.answer = answer;
  }
}

/** The same fault of the caller, said of other fields of the input. */
export function onFields(thrown: UserError, fields: readonly FieldFault[]): UserError {
  const { code, status, message: text } = thrown;
  return new UserError(thrown.localized ?? untranslated(code, text), { code, status, fields, cause: thrown });
}

/** The world failed (provider, disk, network, ffmpeg input). Retried by the queue. HTTP 502. */
export class OutsideError extends BaseError {
  override readonly name = 'OutsideError';
  readonly fault = 'outside';
  /** @param args a message `error.<code>` or `error.<code>.<case>`, or another one with the `code` beside it */
  constructor(args: OwnMessage | Untranslated, options: Options = {}) {
    super(args, options);
  }
}

/** We are wrong. Logged with its stack; never retried blindly. HTTP 500 with no detail. */
export class BugError extends BaseError {
  override readonly name = 'BugError';
  readonly fault = 'bug';
  constructor(code: string, text: string, options: Omit<Options, 'code'> = {}) {
    super(untranslated(code, text), options);
  }
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

/** What was thrown, as a message for a person; a fault of ours, or of nobody, with its English. */
export function localizedOf(thrown: unknown): Message {
  if (!isAppError(thrown) || thrown.fault === 'bug') return message('error.internal', { text: messageOf(thrown) });
  return thrown.localized ?? verbatim(thrown.message);
}

/** What was thrown, as a parameter of another message: an error of ours as its message, anything else as its text. */
export const causeOf = (thrown: unknown): MessageParam =>
  isAppError(thrown) ? localizedOf(thrown) : messageOf(thrown);
