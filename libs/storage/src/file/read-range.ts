import { type FileHandle } from 'node:fs/promises';
import { mustBeRange, notSatisfiable } from '../storage-faults.js';
import { type ByteRange, type ReadResult } from '../storage.js';

interface RangeRequest {
  /** Key for error messages. */
  readonly key: string;
  readonly range: ByteRange;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads a range of an open file. The stream closes the file.
 * @throws UserError `range-not-satisfiable`; the file is closed first
 */
export async function readRange(handle: FileHandle, { key, range, signal }: RangeRequest): Promise<ReadResult> {
  try {
    mustBeRange(range);
    const { size, mtime } = await handle.stat();
    if (range.start > 0 || range.end !== undefined) if (range.start >= size) throw notSatisfiable(key, size);
    const end = Math.min(range.end ?? size - 1, size - 1);
    const stream = handle.createReadStream({ start: range.start, end: Math.max(end, range.start), signal });
    return { stream, sizeBytes: end - range.start + 1, totalBytes: size, modifiedAt: mtime };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
