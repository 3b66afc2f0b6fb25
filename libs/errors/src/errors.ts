import { type Message, message, type MessageParam, type OwnMessage } from '#libs/messages';

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
}
interface UserOptions extends Options {
  readonly answer?: unknown;
  readonly status?: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 416 | 429 | 501;
  readonly fields?: readonly FieldFault[];
}

/** Either a message of the catalogue, `error.<code>` or `error.<code>.<case>`; or a code and a text in English. */
type Said<O> = readonly [message: OwnMessage, options?: O] | readonly [code: string, english: string, options?: O];

const isText = <O>(said: Said<O>): said is readonly [code: string, english: string, options?: O] =>
  typeof said[0] === 'string';

/** The code of an error whose message this is. */
export const codeOf = (key: string): string => key.split('.')[1] ?? key;

/** Whose fault it is decides the log level, the HTTP status and whether a job is tried again. */
abstract class BaseError extends Error {
  abstract readonly fault: 'user' | 'outside' | 'bug';
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** For whoever reads it in another language; `message` is its English. Null where none was given. */
  readonly localized: OwnMessage | null;
  constructor(...said: Said<Options>) {
    const [code, english, options = {}, localized = null] = isText(said)
      ? ([said[0], said[1], said[2]] as const)
      : ([codeOf(said[0].key), said[0].english, said[1], said[0]] as const);
    super(english, options);
    this.code = code;
    this.localized = localized;
    this.data = { ...localized?.params, ...options.data };
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
  constructor(...said: Said<UserOptions>) {
    super(...(said as Said<Options>));
    const { status = 400, fields = [], answer } = (isText(said) ? said[2] : said[1]) ?? {};
    this.status = status;
    this.fields = fields;
    this.answer = answer;
  }
}

/** The same fault of the caller, said of other fields of the input. */
export function onFields(thrown: UserError, fields: readonly FieldFault[]): UserError {
  const options = { status: thrown.status, fields, cause: thrown };
  return thrown.localized
    ? new UserError(thrown.localized, options)
    : new UserError(thrown.code, thrown.message, options);
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

/** What was thrown, as a message for a person; a fault of ours, or of nobody, with its English. */
export const localizedOf = (thrown: unknown): Message =>
  (isAppError(thrown) ? thrown.localized : null) ?? message('error.internal', { text: messageOf(thrown) });

/** What was thrown, as a parameter of another message: an error of ours as its message, anything else as its text. */
export const causeOf = (thrown: unknown): MessageParam =>
  isAppError(thrown) ? localizedOf(thrown) : messageOf(thrown);
