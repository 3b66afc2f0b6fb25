import { boxesAt } from './boxes.js';

/** Adds ticks to a version 0 (32 bit) or version 1 (64 bit) time field. */
function addTime(bytes: Buffer, at: number, { version, ticks }: { version: number; ticks: number }): void {
  if (version === 1) bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + BigInt(ticks), at);
  else bytes.writeUInt32BE(bytes.readUInt32BE(at) + ticks, at);
}

/** Track id -> ticks per second, from an init section. */
export function timescales(init: Buffer): Map<number, number> {
  const ids = boxesAt(init, 'moov/trak/tkhd').map(({ start }) =>
    init.readUInt32BE(start + (init.readUInt8(start) === 1 ? 20 : 12)),
  );
  const scales = boxesAt(init, 'moov/trak/mdia/mdhd').map(({ start }) =>
    init.readUInt32BE(start + (init.readUInt8(start) === 1 ? 20 : 12)),
  );
  return new Map(ids.map((id, i) => [id, scales[i] ?? 1]));
}

/** A copy of an fMP4 segment with decode times (`tfdt`, and `sidx`) shifted by this many seconds. */
export function shiftFmp4(body: Buffer, scales: ReadonlyMap<number, number>, seconds: number): Buffer {
  const bytes = Buffer.from(body);
  const ticksOf = (track: number): number => Math.round(seconds * (scales.get(track) ?? 1));
  const headers = boxesAt(bytes, 'moof/traf/tfhd');
  for (const [i, { start }] of boxesAt(bytes, 'moof/traf/tfdt').entries()) {
    const header = headers[i];
    if (header)
      addTime(bytes, start + 4, {
        version: bytes.readUInt8(start),
        ticks: ticksOf(bytes.readUInt32BE(header.start + 4)),
      });
  }
  for (const { start } of boxesAt(bytes, 'sidx')) {
    const seconds90k = Math.round(seconds * bytes.readUInt32BE(start + 8));
    addTime(bytes, start + 12, { version: bytes.readUInt8(start), ticks: seconds90k });
  }
  return bytes;
}
