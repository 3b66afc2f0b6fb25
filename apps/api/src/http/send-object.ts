import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response } from 'express';
import { isRangeValid, type RequestedRange, wantedRange } from './byte-range.js';
import { type MediaStore } from '../platform/storage/ports.js';

interface ObjectAnswer {
  readonly key: string;
  readonly contentType: string;
  /** Value of the Cache-Control header. */
  readonly cache: string;
}
interface ResponseTarget {
  readonly req: Request;
  readonly res: Response;
  readonly store: MediaStore;
}

/**
 * Sends a stored object. Supports HEAD, Range (206, 416), conditional requests and back-pressure, and stops the read if
 * the client disconnects. Objects never change under their key, but files of the library do, so the validator includes
 * size and time.
 * @throws UserError `media-missing`: no such object; `bad-range` (416): no byte of the range exists
 */
export async function sendObject(
  { req, res, store }: ResponseTarget,
  { key, contentType, cache }: ObjectAnswer,
): Promise<void> {
  const info = await store.head(key);
  if (!info) throw new UserError(message('error.media-missing.any-more'), { status: 404 });
  const etag = `"${createHash('sha256').update(key).digest('base64url').slice(0, 22)}-${info.sizeBytes}-${info.modifiedAt.getTime().toString(36)}"`;
  res.set({
    'Accept-Ranges': 'bytes',
    'Cache-Control': cache,
    'ETag': etag,
    'Last-Modified': info.modifiedAt.toUTCString(),
    'Content-Type': contentType,
  });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const wanted = isRangeValid(req.get('if-range'), { etag, modifiedAt: info.modifiedAt })
    ? wantedRange(req.get('range'), info.sizeBytes)
    : { kind: 'whole' as const };
  if (wanted.kind === 'none') throw badRange(info.sizeBytes);
  const isEmpty = writeHead(res, wanted, info.sizeBytes) === 0;
  if (req.method === 'HEAD' || isEmpty) {
    res.end();
    return;
  }
  await copy({ res, store }, key, wanted.kind === 'part' ? wanted : undefined);
}

/** @returns number of bytes in the body */
function writeHead(res: Response, wanted: Exclude<RequestedRange, { kind: 'none' }>, totalBytes: number): number {
  if (wanted.kind === 'part') res.status(206).set('Content-Range', `bytes ${wanted.start}-${wanted.end}/${totalBytes}`);
  const bytes = wanted.kind === 'part' ? wanted.end - wanted.start + 1 : totalBytes;
  res.set('Content-Length', String(bytes));
  return bytes;
}

const badRange = (totalBytes: number): UserError =>
  new UserError(message('error.bad-range', { n: totalBytes }), { status: 416, data: { totalBytes } });

async function copy(
  { res, store }: Omit<ResponseTarget, 'req'>,
  key: string,
  range: { start: number; end: number } | undefined,
): Promise<void> {
  const reading = new AbortController();
  let stream: Readable | null = null;
  const caller = { hasLeft: false };
  const onClose = (): void => {
    caller.hasLeft = !stream?.errored;
    reading.abort();
  };
  res.once('close', onClose);
  try {
    ({ stream } = await store.get(key, range, reading.signal));
    await once(stream, 'readable'); // a read that fails before its first byte still gets an error response
    await pipeline(stream, res);
  } catch (error) {
    stream?.destroy();
    if (!caller.hasLeft) throw error; // otherwise the client has disconnected
  } finally {
    res.off('close', onClose);
  }
}
