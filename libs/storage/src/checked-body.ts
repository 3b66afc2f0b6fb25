import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { OutsideError, isAppError, causeOf } from '#libs/errors';
import { message } from '#libs/messages';
import { type PutOptions } from './storage.js';

/**
 * Yields the bytes of a put in order and checks their size and CRC-32. Throws before the end if they do not match, so a
 * driver that publishes after the last chunk never publishes wrong bytes. Does not copy a view of the caller's memory.
 */
export async function* checkedBody(
  body: Uint8Array | Readable,
  options: PutOptions,
): AsyncGenerator<Buffer, void, undefined> {
  const { crc32: promisedCrc32, signal } = options;
  let crc = 0;
  let sizeBytes = 0;
  try {
    for await (const chunk of chunksOf(body, signal)) {
      const bytes = asBuffer(chunk);
      sizeBytes += bytes.length;
      if (promisedCrc32 !== undefined) crc = crc32(bytes, crc);
      yield bytes;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (isAppError(error)) throw error;
    throw new OutsideError(message('error.body-failed', { bytes: sizeBytes, why: causeOf(error) }), { cause: error });
  }
  signal?.throwIfAborted();
  mustMatchPromise(options, { sizeBytes, crc32: crc.toString(16).padStart(8, '0') });
}

/** Runs a put. If it fails, destroys the body stream to release its resources, even if nothing was read from it. */
export async function releaseOnError<T>(body: Uint8Array | Readable, put: () => Promise<T>): Promise<T> {
  try {
    return await put();
  } catch (error) {
    if (body instanceof Readable) body.destroy();
    throw error;
  }
}

function mustMatchPromise(promised: PutOptions, actual: { sizeBytes: number; crc32: string }): void {
  if (promised.sizeBytes !== undefined && promised.sizeBytes !== actual.sizeBytes)
    throw new OutsideError(message('error.size-mismatch', { promised: promised.sizeBytes, came: actual.sizeBytes }));
  if (promised.crc32 !== undefined && promised.crc32.toLowerCase() !== actual.crc32)
    throw new OutsideError(message('error.checksum-mismatch', { promised: promised.crc32, came: actual.crc32 }));
}

function chunksOf(
  body: Uint8Array | Readable,
  signal: AbortSignal | undefined,
): Iterable<unknown> | AsyncIterable<unknown> {
  if (!(body instanceof Readable)) return body.length === 0 ? [] : [body];
  return signal ? untilAborted(body, signal) : body;
}

/**
 * Replaces addAbortSignal, which would not end a stream made from a generator until the generator's pending promise
 * settles.
 */
async function* untilAborted(body: Readable, signal: AbortSignal): AsyncGenerator<unknown, void, undefined> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => body.destroy());
  const stop = (): void => {
    reject(signal.reason as Error);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const chunks = body[Symbol.asyncIterator]();
    for (
      let item = await Promise.race([chunks.next(), aborted]);
      item.done !== true;
      item = await Promise.race([chunks.next(), aborted])
    )
      yield item.value;
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
}

function asBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(String(chunk));
}
