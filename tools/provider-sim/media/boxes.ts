/** One box of an ISO media file: `start` is the offset of its payload. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Iterates over the boxes of a range (ISO 14496-12, 4.2). Segments this small contain no 64-bit sizes. */
export function* boxes(bytes: Buffer, from = 0, to = bytes.length): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size };
    at += size;
  }
}

/** All boxes at a path such as `moov/trak/mdia/mdhd`. */
export function boxesAt(bytes: Buffer, path: string): Box[] {
  return path
    .split('/')
    .reduce<Box[]>(
      (parents, type) =>
        parents.flatMap((parent) => [...boxes(bytes, parent.start, parent.end)].filter((box) => box.type === type)),
      [{ type: '', start: 0, end: bytes.length }],
    );
}
