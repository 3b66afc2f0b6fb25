import { type Message, message, type MessageParam, type OwnMessage, verbatim } from '#libs/messages';

/**
 * A fault in one field of an input. `path`: as the caller wrote it (`config.motd`, `url`); `message`: what to do about
 * it, as a plain text if a terminal program or the page created the error.
 */
export interface FieldFault {
  readonly path: string;
  readonly message: Message | string;
}

interface Options extends ErrorOptions {
  /** Data for the code that catches the error, in addition to the parameters of its message. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** What failed, in English: part of `message` for the log, but not of the message that readers get. */
  readonly detail?: string;
  /** Error code; required if the message key is not `error.<code>`. */
  readonly code?: string;
}
interface UserOptions extends Options {
  readonly answer?: unknown;
  readonly status?: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 416 | 429 | 501;
  readonly fields?: readonly FieldFault[];
}

/** Text and code of an error without a catalogue message. */
export interface Untranslated {
  readonly code: string;
  readonly english: string;
}

/**
 * Text of an error that needs no translation: of a terminal program or a spec. The page also uses it for the text of an
 * answer, which the server has already translated.
 */
export const untranslated = (code: string, english: string): Untranslated => ({ code, english });

/** The error code in a message key. */
export const errorCodeOf = (key: string): string => key.split('.')[1] ?? key;

/** Base of all application errors. The fault decides the log level, the HTTP status and whether a job is retried. */
abstract class BaseError extends Error {
  abstract readonly fault: 'user' | 'outside' | 'bug';
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The message for translation; `message` is its English text, after any `detail`. Null if it is {@link untranslated}. */
  readonly localized: OwnMessage | null;
  constructor(args: OwnMessage | Untranslated, { code, data, detail, ...options }: Options) {
    super(detail === undefined ? args.english : `${detail}: ${args.english}`, options);
    this.code = code ?? ('key' in args ? errorCodeOf(args.key) : args.code);
    this.localized = 'key' in args ? args : null;
    this.data = { ...this.localized?.params, ...data };
  }
}

/** The caller requested something impossible. Shown unchanged; never retried. HTTP 4xx: `status`, default 400. */
export class UserError extends BaseError {
  override readonly name = 'UserError';
  readonly fault = 'user';
  readonly status: NonNullable<UserOptions['status']>;
  readonly fields: readonly FieldFault[];
  /** Content of `data` in the answer, as the route defines it; undefined: none. */
  readonly answer: unknown;
  /** @param args a message `error.<code>` or `error.<code>.<case>`, or any other message together with `code` */
  constructor(args: OwnMessage | Untranslated, { status = 400, fields = [], answer, ...options }: UserOptions = {}) {
    super(args, options);
    this.status = status;
    this.fields = fields;
    this.answer = answer;
  }
}

/** Copies an error for other fields of the input. */
export function onFields(thrown: UserError, fields: readonly FieldFault[]): UserError {
  const { code, status, message: text } = thrown;
  return new UserError(thrown.localized ?? untranslated(code, text), { code, status, fields, cause: thrown });
}

/** An external failure (provider, disk, network, ffmpeg input). The queue retries it. HTTP 502. */
export class OutsideError extends BaseError {
  override readonly name = 'OutsideError';
  readonly fault = 'outside';
  /** @param args a message `error.<code>` or `error.<code>.<case>`, or any other message together with `code` */
  constructor(args: OwnMessage | Untranslated, options: Options = {}) {
    super(args, options);
  }
}

/** A bug in Vodkeep. Logged with its stack; never retried blindly. HTTP 500 without details. */
export class BugError extends BaseError {
  override readonly name = 'BugError';
  readonly fault = 'bug';
  constructor(code: string, text: string, options: Omit<Options, 'code'> = {}) {
    super(untranslated(code, text), options);
  }
}

/** Every application error; any other thrown value is a bug. */
export type AppError = UserError | OutsideError | BugError;
/** Whether it is an application error, with a code and a fault. */
export const isAppError = (thrown: unknown): thrown is AppError => thrown instanceof BaseError;

/**
 * Text of any thrown value, for a log line or the operator; never a stack. Also accepts errors of another realm (jest,
 * vm).
 */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string')
    return thrown.message;
  return String(thrown);
}

/** Localizable message of any thrown value; for a bug or a foreign error it contains the English text. */
export function localizedOf(thrown: unknown): Message {
  if (!isAppError(thrown) || thrown.fault === 'bug') return message('error.internal', { text: messageOf(thrown) });
  return thrown.localized ?? verbatim(thrown.message);
}

/** A thrown value as a parameter of another message: an application error as its message, anything else as its text. */
export const causeOf = (thrown: unknown): MessageParam =>
  isAppError(thrown) ? localizedOf(thrown) : messageOf(thrown);
