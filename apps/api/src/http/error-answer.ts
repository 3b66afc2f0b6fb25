import { type AppError, type FieldFault, isAppError } from '#libs/errors';
import { withoutPaths } from '../platform/without-paths.js';

/** The body of every failed call (spec section 8): the web shows `message` as it stands. */
interface ErrorBody {
  readonly status: 'ERROR';
  readonly message: string;
  readonly code: string;
  readonly fields?: readonly FieldFault[];
  readonly data?: unknown;
}
export interface ErrorAnswer {
  readonly httpStatus: number;
  readonly body: ErrorBody;
  readonly retryAfterS?: number;
}

/** An error of Nest, Express or body-parser, by the parts of it that we read. */
interface HttpLike {
  readonly httpStatus: number;
  readonly type: string;
}

const FIXED: Readonly<Record<string, readonly [string, string]>> = {
  'entity.parse.failed': ['malformed-json', 'The body is not valid JSON.'],
  'encoding.unsupported': ['bad-encoding', 'The Content-Encoding of the body is not known.'],
  'charset.unsupported': ['bad-encoding', 'The body must be UTF-8.'],
};
const BY_STATUS: Readonly<Record<number, readonly [string, string]>> = {
  400: ['bad-request', 'The request cannot be read.'],
  401: ['login-required', 'Access denied'],
  403: ['forbidden', 'Access denied'],
  404: ['not-found', 'There is nothing at this address.'],
  405: ['wrong-method', 'This address does not take this method.'],
};

/**
 * Codes of Postgres and of its sockets that mean "away", not "wrong". Source:
 * postgresql.org/docs/18/errcodes-appendix.html, classes 08, 53, 57P.
 */
const DATABASE_AWAY = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08...|53...|57P0.)$/;

/**
 * What a caller hears of anything that was thrown: whose fault it is decides, no stack and no path of the machine gets
 * out.
 */
export function errorAnswer(thrown: unknown): ErrorAnswer {
  if (isAppError(thrown)) return ofApp(thrown);
  const http = httpLike(thrown);
  if (http) {
    const [code, message] = FIXED[http.type] ?? BY_STATUS[http.httpStatus] ?? ['refused', 'The request was refused.'];
    return { httpStatus: http.httpStatus, body: { status: 'ERROR', message, code } };
  }
  if (isDatabaseAway(thrown))
    return {
      httpStatus: 503,
      retryAfterS: 5,
      body: {
        status: 'ERROR',
        code: 'database-away',
        message: 'The database does not answer right now. Recordings go on; try again in a few seconds.',
      },
    };
  return { httpStatus: 500, body: { status: 'ERROR', message: 'Internal error. The log says more.', code: 'bug' } };
}

function ofApp(error: AppError): ErrorAnswer {
  if (error.fault === 'user')
    return {
      httpStatus: error.status,
      body: {
        status: 'ERROR',
        message: error.message,
        code: error.code,
        ...(error.fields.length > 0 && { fields: error.fields }),
        ...(error.answer !== undefined && { data: error.answer }),
      },
    };
  if (error.fault === 'outside')
    return { httpStatus: 502, body: { status: 'ERROR', message: withoutPaths(error.message), code: error.code } };
  return {
    httpStatus: 500,
    body: { status: 'ERROR', message: 'Internal error. The log says more.', code: error.code },
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
