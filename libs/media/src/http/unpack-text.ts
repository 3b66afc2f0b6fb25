import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { isAppError } from '#libs/errors';
import { message } from '#libs/messages';
import { type Lent } from './buffer-pool.js';
import { HttpError } from './http-port.js';

/** A gzip file that the server compresses again. */
const MAX_LAYERS = 2;
/** A playlist with short names compresses to a fiftieth; deflate reaches a thousandth. */
const MAX_RATIO = 200;
const ALWAYS_BYTES = 1024 * 1024;

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;
const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
};

/**
 * Unpacks the body of a text, outside of the event loop. Some servers name gzip for a plain text, or send a compressed
 * one without naming it, or compress a gzip file again.
 * @param named Content-Encoding of the response
 * @returns the same body if it is not compressed; otherwise it is released
 * @throws HttpError `too-large`: more than `maxBytes`, or more than 200 times what came and 1 MiB; `truncated`
 */
export async function unpackText(body: Lent, named: string | undefined, maxBytes: number): Promise<Lent> {
  const first = encodingOf(body.bytes, named);
  if (first === null) return body;
  try {
    let bytes: Buffer = await unpack(first, body.bytes, maxBytes);
    for (let layer = 1; layer < MAX_LAYERS && hasGzipHeader(bytes); layer += 1)
      bytes = await unpack('gzip', bytes, maxBytes);
    return { bytes, release: () => undefined };
  } finally {
    body.release();
  }
}

function encodingOf(bytes: Buffer, named = 'identity'): string | null {
  if (named === 'identity' || isGzip(named)) return hasGzipHeader(bytes) ? 'gzip' : null;
  return bytes.length === 0 ? null : named;
}

async function unpack(encoding: string, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  const maxOutputLength = Math.min(maxBytes, Math.max(ALWAYS_BYTES, bytes.length * MAX_RATIO));
  const algorithm = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined;
  if (!algorithm) throw new HttpError(message('error.http-truncated.encoding', { encoding }));
  try {
    return await algorithm(bytes, { maxOutputLength });
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new HttpError(message('error.http-too-large', { n: maxOutputLength }));
    throw new HttpError(message('error.http-truncated.packed', { encoding, why: String(cause) }));
  }
}

export const isGzip = (encoding: string): boolean => /^(x-)?gzip$/i.test(encoding);
/** RFC 1952 section 2.3.1; no text begins with these bytes. */
export const hasGzipHeader = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
