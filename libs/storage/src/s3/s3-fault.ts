import { OutsideError, isAppError, messageOf, type AppError } from '#libs/errors';
import { codeOf } from '../storage-faults.js';

const REMEDY: Readonly<Record<string, readonly [code: string, remedy: string]>> = {
  NoSuchBucket: ['bucket-missing', 'the bucket does not exist: make it, or correct its name in the settings'],
  AccessDenied: ['storage-denied', 'access is denied: give this key read, write, list and delete on the bucket'],
  InvalidAccessKeyId: ['storage-denied', 'the access key is not known there: correct it in the settings'],
  SignatureDoesNotMatch: ['storage-denied', 'the secret key is wrong: correct it in the settings'],
  RequestTimeTooSkewed: ['storage-denied', 'the clocks differ: set the clock of this machine'],
  QuotaExceeded: ['storage-full', 'the bucket quota is used up: raise it or free some space'],
  XMinioStorageFull: ['storage-full', 'its disks are full: free some space'],
  InsufficientStorage: ['storage-full', 'its disks are full: free some space'],
  SlowDown: ['storage-busy', 'it asks to slow down'],
  BadDigest: ['storage-transit', 'bytes were changed on the way'],
  XAmzContentSHA256Mismatch: ['storage-transit', 'bytes were changed on the way'],
  ENOTFOUND: ['storage-away', 'its name is not known to DNS: correct the endpoint'],
  ECONNREFUSED: ['storage-away', 'nothing answers there: is it running, is the endpoint right?'],
  ECONNRESET: ['storage-away', 'the connection broke off'],
  EPIPE: ['storage-away', 'the connection broke off'],
  EHOSTUNREACH: ['storage-away', 'there is no way to it: look at the network'],
  ENETUNREACH: ['storage-away', 'there is no way to it: look at the network'],
  ETIMEDOUT: ['storage-away', 'it does not answer'],
};

/** Faults after which the same call may well succeed at once. */
const PASSING = new Set(['storage-away', 'storage-busy', 'storage-transit']);

/** Whether S3 says that there is no such object. */
export const isMissing = (thrown: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(codeOf(thrown));
/** Whether the same call may work a moment later. */
export const isPassing = (fault: AppError): boolean => PASSING.has(fault.code);

/** What minio-js or its socket threw, as whose fault it is. Our own errors pass as they are. */
export function s3Fault(thrown: unknown, where: string): AppError {
  if (isAppError(thrown)) return thrown;
  const code = codeOf(thrown);
  const [name, remedy] = REMEDY[code] ?? [
    'storage-failed',
    code === '' ? messageOf(thrown) : `${code}: ${messageOf(thrown)}`,
  ];
  return new OutsideError(name, `Object storage ${where}: ${remedy}`, { cause: thrown, data: { where, code } });
}
