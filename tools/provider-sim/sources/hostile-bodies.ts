import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Reply } from './source-spec.js';

const MB = 2 ** 20;
const TYPE = { 'content-type': 'video/mp2t' };

/**
 * Zeros, so that many tools may read them at once.
 * @param size total; Infinity: no end, and no length given
 * @param pauseMs before the next chunk
 */
export function zeros(size: number, chunk: number, pauseMs: number): Reply {
  const piece = Buffer.alloc(chunk);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < size; sent += chunk) {
      yield piece;
      await wait(pauseMs);
    }
  }
  const length = Number.isFinite(size) ? { 'content-length': String(size) } : {};
  return { headers: { ...TYPE, ...length }, stream: Readable.from(pieces()) };
}

/** 0.5 MB that unpack to 510: as many members of zeros as it takes. */
export function gzipBomb(): Reply {
  const member = gzipSync(Buffer.alloc(MB));
  return {
    headers: { ...TYPE, 'content-encoding': 'gzip' },
    body: Buffer.concat(Array.from({ length: 510 }, () => member)),
  };
}

/** 8 kB that unpack to 8 MB: deflate has no members. */
export const deflateBomb = (): Reply => ({
  headers: { ...TYPE, 'content-encoding': 'deflate' },
  body: deflateSync(Buffer.alloc(8 * MB)),
});
