import { OutsideError, causeOf, isAppError, type AppError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';
import { codeOf } from '../storage-faults.js';

const ERROR_BY_CODE = {
  NoSuchBucket: 'error.bucket-missing',
  AccessDenied: 'error.storage-denied.bucket',
  InvalidAccessKeyId: 'error.storage-denied.access-key',
  SignatureDoesNotMatch: 'error.storage-denied.secret-key',
  RequestTimeTooSkewed: 'error.storage-denied.clocks',
  QuotaExceeded: 'error.storage-full.bucket-quota',
  XMinioStorageFull: 'error.storage-full.bucket',
  InsufficientStorage: 'error.storage-full.bucket',
  SlowDown: 'error.storage-busy.slow-down',
  BadDigest: 'error.storage-transit',
  XAmzContentSHA256Mismatch: 'error.storage-transit',
  ENOTFOUND: 'error.storage-away.unknown-host',
  ECONNREFUSED: 'error.storage-away.refused',
  ECONNRESET: 'error.storage-away.broken-off',
  EPIPE: 'error.storage-away.broken-off',
  EHOSTUNREACH: 'error.storage-away.no-way',
  ENETUNREACH: 'error.storage-away.no-way',
  ETIMEDOUT: 'error.storage-away.no-answer',
} as const;
const isKnown = (code: string): code is keyof typeof ERROR_BY_CODE => Object.hasOwn(ERROR_BY_CODE, code);

/** Codes of transient faults: the same call may succeed at once. */
const RETRYABLE_CODES = new Set(['storage-away', 'storage-busy', 'storage-transit']);

/** Whether S3 reports that the object does not exist. */
export const isMissing = (thrown: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(codeOf(thrown));
/** Whether the same call may succeed a moment later. */
export const isTransient = (fault: AppError): boolean => RETRYABLE_CODES.has(fault.code);

/** Converts an error of minio-js or its socket into an AppError with the right fault. Returns an AppError unchanged. */
export function s3Fault(thrown: unknown, where: string): AppError {
  if (isAppError(thrown)) return thrown;
  const code = codeOf(thrown);
  return new OutsideError(meaningOf(thrown, { code, where }), { cause: thrown, data: { code } });
}

function meaningOf(thrown: unknown, { code, where }: { readonly code: string; readonly where: string }): OwnMessage {
  if (isKnown(code)) return message(ERROR_BY_CODE[code], { where });
  const why = causeOf(thrown);
  return code === ''
    ? message('error.storage-failed.bucket', { where, why })
    : message('error.storage-failed.bucket-code', { where, code, why });
}
