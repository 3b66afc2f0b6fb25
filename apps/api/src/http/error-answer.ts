import { type AppError, errorCodeOf, type FieldFault, isAppError, localizedOf } from '#libs/errors';
import { type Message, message, type OwnMessage } from '#libs/messages';
import { redactMessagePaths } from '../platform/redact-paths.js';

/** Body of every failed request. The page shows `message` unchanged (docs/reference/v0-api.md#answers). */
interface ErrorBody {
  readonly status: 'ERROR';
  readonly message: Message;
  readonly code: string;
  readonly fields?: readonly FieldFault[];
  readonly data?: unknown;
}
export interface ErrorAnswer {
  readonly httpStatus: number;
  readonly body: ErrorBody;
  readonly retryAfterS?: number;
  /** Size of the object if no byte of the requested range exists; only for 416. */
  readonly totalBytes?: number;
}

/** The parts of an error of Nest, Express or body-parser that Vodkeep uses. */
interface HttpLike {
  readonly httpStatus: number;
  readonly type: string;
}

const refused = (refusal: OwnMessage): Refused => ({ code: errorCodeOf(refusal.key), message: refusal });
interface Refused {
  readonly code: string;
  readonly message: Message;
}
const ANSWERS_OF_PARSER_ERRORS: Readonly<Record<string, Refused>> = {
  'entity.parse.failed': refused(message('error.malformed-json')),
  'encoding.unsupported': refused(message('error.bad-encoding.content-encoding')),
  'charset.unsupported': refused(message('error.bad-encoding.charset')),
};
const BY_STATUS: Readonly<Record<number, Refused>> = {
  400: refused(message('error.bad-request')),
  401: refused(message('error.login-required')),
  403: refused(message('error.forbidden.plain')),
  404: refused(message('error.not-found.address')),
  405: refused(message('error.wrong-method.address')),
};

/**
 * Error codes of Postgres and its sockets that mean "unavailable", not "wrong". Source:
 * postgresql.org/docs/18/errcodes-appendix.html, classes 08, 53, 57P.
 */
const DATABASE_AWAY = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08...|53...|57P0.)$/;

/** The response for any error. It depends on who caused the error, and contains no stack and no path of the machine. */
export function errorAnswer(thrown: unknown): ErrorAnswer {
  if (isAppError(thrown)) return answerToAppError(thrown);
  const http = httpLike(thrown);
  if (http) {
    const { code, message: refusal } =
      ANSWERS_OF_PARSER_ERRORS[http.type] ?? BY_STATUS[http.httpStatus] ?? refused(message('error.refused.request'));
    return { httpStatus: http.httpStatus, body: { status: 'ERROR', message: refusal, code } };
  }
  if (isDatabaseAway(thrown))
    return {
      httpStatus: 503,
      retryAfterS: 5,
      body: {
        status: 'ERROR',
        code: 'database-away',
        message: message('error.database-away'),
      },
    };
  return { httpStatus: 500, body: { status: 'ERROR', message: message('error.bug'), code: 'bug' } };
}

function answerToAppError(error: AppError): ErrorAnswer {
  if (error.fault === 'user') {
    const { totalBytes } = error.data;
    return {
      httpStatus: error.status,
      ...(error.status === 416 && typeof totalBytes === 'number' && { totalBytes }),
      body: {
        status: 'ERROR',
        message: localizedOf(error),
        code: error.code,
        ...(error.fields.length > 0 && { fields: error.fields }),
        ...(error.answer !== undefined && { data: error.answer }),
      },
    };
  }
  if (error.fault === 'outside')
    return {
      httpStatus: 502,
      body: { status: 'ERROR', message: redactMessagePaths(localizedOf(error)), code: error.code },
    };
  return {
    httpStatus: 500,
    body: { status: 'ERROR', message: message('error.bug'), code: error.code },
  };
}

function httpLike(thrown: unknown): HttpLike | null {
  if (typeof thrown !== 'object' || thrown === null) return null;
  const e = thrown as { getStatus?: () => number; status?: unknown; type?: unknown; cause?: { type?: unknown } };
  const httpStatus = typeof e.getStatus === 'function' ? e.getStatus() : e.status;
  if (typeof httpStatus !== 'number' || httpStatus < 400 || httpStatus > 499) return null;
  const type = e.type ?? e.cause?.type;
  return { httpStatus, type: typeof type === 'string' ? type : '' };
}

function isDatabaseAway(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, message } = thrown as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && DATABASE_AWAY.test(code)) ||
    (typeof message === 'string' && /^Connection terminated|timeout exceeded when trying to connect/.test(message))
  );
}
