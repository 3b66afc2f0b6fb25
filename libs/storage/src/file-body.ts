import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { causeOf, OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { type PutFileOptions } from './storage.js';

const READ_BYTES = 1 << 20;

/** The bytes of a local file. @param onProgress see {@link PutFileOptions} */
export function fileBody(file: string, onProgress?: PutFileOptions['onProgress']): Readable {
  return Readable.from(chunksOf(file, onProgress), { objectMode: true, highWaterMark: 1 });
}

/** @throws OutsideError `body-failed` */
export async function sizeOfBody(file: string): Promise<number> {
  return (await stat(file).catch(unreadable)).size;
}

/** Fails a put whose file cannot be read. */
export function unreadable(thrown: unknown): never {
  throw new OutsideError(message('error.body-failed', { bytes: 0, why: causeOf(thrown) }), { cause: thrown });
}

async function* chunksOf(file: string, onProgress?: PutFileOptions['onProgress']): AsyncGenerator<Buffer> {
  await using handle = await open(file);
  let bytes = 0;
  for await (const chunk of handle.createReadStream({ highWaterMark: READ_BYTES, autoClose: false })) {
    bytes += (chunk as Buffer).length;
    onProgress?.(bytes, chunk as Buffer);
    yield chunk as Buffer;
  }
}
