import { type ByteReader } from './byte-reader.js';

/** A box of ISO 14496-12 section 4.2: its type and where its content lies in the file. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The boxes between two offsets, in order, without their content.
 * @returns what stands before the first box that does not fit: a damaged file gives fewer boxes, never an endless loop
 */
export async function readBoxes(file: ByteReader, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const head = Buffer.concat([await file.read(at, 16)], 16); // the last box of a file may be shorter than a long head
    const short = head.readUInt32BE(0);
    const headBytes = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    if (size < headBytes || at + size > to) break;
    boxes.push({ type: head.toString('latin1', 4, 8), start: at + headBytes, end: at + size });
    at += size;
  }
  return boxes;
}

/** The first box down a path of types, or null. */
export async function findBox(file: ByteReader, within: Box, path: readonly string[]): Promise<Box | null> {
  let box = within;
  for (const type of path) {
    const child = (await readBoxes(file, box.start, box.end)).find((b) => b.type === type);
    if (!child) return null;
    box = child;
  }
  return box;
}

/** Content of a box as bytes. */
export const boxBytes = (file: ByteReader, box: Box): Promise<Buffer> => file.read(box.start, box.end - box.start);
