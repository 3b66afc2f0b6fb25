import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { codeOf } from '../storage-faults.js';
import { type PutOptions } from '../storage.js';
import { type S3Bucket } from './s3-bucket.js';

/** Limit of S3. */
const MAX_PARTS = 10_000;
/** Time limit for aborting a failed upload, so that the caller does not wait. `sweep` removes what remains. */
const ABORT_LIMIT_MS = 5000;

interface Upload {
  readonly name: string;
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Uploads a checked body: up to one part in a single request, more as a new multipart upload. Uses only the single
 * calls of minio-js: its own multipart upload resumes any open upload of the same key and hangs if its source breaks
 * off.
 * @returns bytes stored
 */
export async function putBody(
  bucket: S3Bucket,
  name: string,
  { body, options }: { body: AsyncGenerator<Buffer, void, undefined>; options: PutOptions },
): Promise<number> {
  const partBytes = Math.max(bucket.partSizeBytes, Math.ceil((options.sizeBytes ?? 0) / MAX_PARTS));
  const upload = {
    name,
    headers: { 'content-type': options.contentType ?? 'application/octet-stream' },
    signal: options.signal,
  };
  const parts = partsOf(body, partBytes);
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (!first.done && !second.done) return putParts(bucket, upload, joined(first.value, second.value, parts));
  const bytes = first.done ? Buffer.alloc(0) : first.value;
  await bucket.call(options.signal, (client) =>
    client.putObject(bucket.name, name, bytes, bytes.length, { ...upload.headers }),
  );
  return bytes.length;
}

async function putParts(
  bucket: S3Bucket,
  { name, headers, signal }: Upload,
  parts: AsyncIterable<Buffer>,
): Promise<number> {
  const uploadID = await bucket.call(signal, (client) =>
    client.initiateNewMultipartUpload(bucket.name, name, { ...headers }),
  );
  try {
    const done: { part: number; etag: string }[] = [];
    let sizeBytes = 0;
    for await (const bytes of parts) {
      const partNumber = done.length + 1;
      if (partNumber > MAX_PARTS) throw new OutsideError(message('error.too-many-parts'));
      done.push(
        await bucket.call(signal, (client) =>
          client.uploadPart({ bucketName: bucket.name, objectName: name, uploadID, partNumber, headers: {} }, bytes),
        ),
      );
      sizeBytes += bytes.length;
    }
    await bucket.call(signal, (client) => completeUpload(bucket, client, { name, uploadID, done, sizeBytes }));
    return sizeBytes;
  } catch (error) {
    await bucket
      .call(AbortSignal.timeout(ABORT_LIMIT_MS), (client) => client.abortMultipartUpload(bucket.name, name, uploadID))
      .catch(() => undefined);
    throw error;
  }
}

interface Completion {
  readonly name: string;
  readonly uploadID: string;
  readonly done: { part: number; etag: string }[];
  readonly sizeBytes: number;
}

/**
 * Completes an upload. If the answer of the first try was lost, the second try finds no upload; this is a success if
 * the object exists with the full size.
 */
async function completeUpload(
  bucket: S3Bucket,
  client: S3Bucket['client'],
  { name, uploadID, done, sizeBytes }: Completion,
): Promise<void> {
  try {
    await client.completeMultipartUpload(bucket.name, name, uploadID, done);
  } catch (error) {
    if (codeOf(error) !== 'NoSuchUpload') throw error;
    const found = await client.statObject(bucket.name, name);
    if (found.size !== sizeBytes) throw error;
  }
}

async function* joined(
  first: Buffer,
  second: Buffer,
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  yield first;
  yield second;
  yield* rest;
}

/**
 * Splits a body into parts of exactly `partBytes` (some servers require equal parts); the last one is shorter. Yields
 * none for an empty body.
 */
async function* partsOf(body: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer, void, undefined> {
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  for await (const chunk of body) {
    let rest = chunk;
    while (bufferedBytes + rest.length >= partBytes) {
      const need = partBytes - bufferedBytes;
      yield Buffer.concat([...buffered, rest.subarray(0, need)]);
      rest = rest.subarray(need);
      buffered = [];
      bufferedBytes = 0;
    }
    if (rest.length > 0) buffered.push(rest);
    bufferedBytes += rest.length;
  }
  if (bufferedBytes > 0) yield Buffer.concat(buffered);
}
