import { type GapCause } from '#libs/contracts';
import { isAppError } from '#libs/errors';
import { HttpError, type HttpFault } from '../http/http-port.js';

const BY_HTTP_FAULT: Readonly<Partial<Record<HttpFault, GapCause>>> = {
  'status': 'not-found',
  'truncated': 'truncated',
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
  if (httpErrorOf(failed)?.what === 'blocked-address') return 'blocked-address';
  if (failed instanceof HttpError) return BY_HTTP_FAULT[failed.what] ?? 'left-window';
  return isAppError(failed) ? (BY_CODE[failed.code] ?? 'not-found') : 'left-window';
}

/** The request that failed, also if it was the one for the key of a segment. */
export function httpErrorOf(failed: unknown): HttpError | null {
  if (failed instanceof HttpError) return failed;
  return failed instanceof Error && failed.cause instanceof HttpError ? failed.cause : null;
}
