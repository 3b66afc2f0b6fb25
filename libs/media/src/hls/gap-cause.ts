import { type GapCause } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { HttpError, type HttpFault } from '../http/http-port.js';

const BY_HTTP_FAULT: Readonly<Partial<Record<HttpFault, GapCause>>> = {
  status: 'not-found',
  truncated: 'truncated',
};
/** Also if it was the request for the key of a segment. */
const BY_ANY_FAULT: Readonly<Partial<Record<HttpFault, GapCause>>> = {
  'blocked-address': 'blocked-address',
  'too-large': 'refused',
  'encoded': 'refused',
};
const BY_CODE: Readonly<Partial<Record<string, GapCause>>> = {
  'key-missing': 'key-missing',
  'wrong-key': 'key-missing',
  'key-unsupported': 'key-missing',
  'not-media': 'truncated',
};

/** The cause of the gap if no attempt follows this failure of `fetchSegment`. */
export function gapCauseOf(failed: unknown): GapCause {
  const answer = httpErrorOf(failed);
  const cause = answer && BY_ANY_FAULT[answer.what];
  if (cause) return cause;
  if (failed instanceof HttpError) return BY_HTTP_FAULT[failed.what] ?? 'left-window';
  return isAppError(failed) ? (BY_CODE[failed.code] ?? 'not-found') : 'left-window';
}

/** The request that failed, also if it was the one for the key of a segment. */
export function httpErrorOf(failed: unknown): HttpError | null {
  if (failed instanceof HttpError) return failed;
  return failed instanceof Error && failed.cause instanceof HttpError ? failed.cause : null;
}
