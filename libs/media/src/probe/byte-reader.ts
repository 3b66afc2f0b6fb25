import { open } from 'node:fs/promises';

/** Random access to the bytes of a finished file, local or remote. */
export interface ByteReader {
  readonly sizeBytes: number;
  /** Returns fewer bytes at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
}

/** Reads a local file; the caller disposes of it. */
export async function readFileBytes(path: string): Promise<ByteReader & AsyncDisposable> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    async read(at, length) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
