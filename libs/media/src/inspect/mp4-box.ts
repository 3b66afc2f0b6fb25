/**
 * One box of an MP4 file: `from` is where its content begins, `end` where the box ends. Source: ISO 14496-12 section
 * 4.2.
 */
export interface Box {
  readonly type: string;
  readonly from: number;
  readonly end: number;
}

/**
 * The boxes between two offsets, in order. Stops at the first one that does not fit; a cut body gives what is whole.
 */
export function* boxes(body: DataView, from = 0, end = body.byteLength): Generator<Box> {
  let at = from;
  while (at + 8 <= end) {
    const size = body.getUint32(at);
    const long = size === 1;
    if (long && at + 16 > end) return;
    const whole = long ? Number(body.getBigUint64(at + 8)) : size === 0 ? end - at : size;
    const head = long ? 16 : 8;
    if (whole < head) return;
    yield { type: boxType(body, at + 4), from: at + head, end: Math.min(end, at + whole) };
    at += whole;
  }
}

export function boxType(body: DataView, at: number): string {
  return String.fromCharCode(body.getUint8(at), body.getUint8(at + 1), body.getUint8(at + 2), body.getUint8(at + 3));
}

/** The first box at the end of a path of types (`moov`, `mvhd`); null where there is none. */
export function boxAt(body: DataView, path: readonly string[], within?: Box): Box | null {
  const [type, ...rest] = path;
  for (const box of boxes(body, within?.from, within?.end)) {
    if (box.type !== type) continue;
    return rest.length === 0 ? box : boxAt(body, rest, box);
  }
  return null;
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
