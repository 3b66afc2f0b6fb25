const PACKET = 188;
const CLOCK_RANGE = 2 ** 33;
/** PES stream ids of audio and video, whose headers contain timestamps (ISO 13818-1, table 2-22). */
const hasTimestamps = (streamId: number): boolean => streamId >= 0xc0 && streamId <= 0xef;
const wrapped = (ticks: number): number => ((ticks % CLOCK_RANGE) + CLOCK_RANGE) % CLOCK_RANGE;

/** PTS or DTS field, 5 bytes with marker bits (ISO 13818-1, 2.4.3.7). */
function shiftStamp(bytes: Buffer, at: number, by: number): void {
  const read =
    (bytes.readUInt8(at) & 0x0e) * 2 ** 29 +
    (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
    (bytes.readUInt16BE(at + 3) >> 1);
  const ticks = wrapped(read + by);
  bytes.writeUInt8((bytes.readUInt8(at) & 0xf1) | (Math.floor(ticks / 2 ** 30) << 1), at);
  bytes.writeUInt16BE(((Math.floor(ticks / 2 ** 15) % 2 ** 15) << 1) | 1, at + 1);
  bytes.writeUInt16BE(((ticks % 2 ** 15) << 1) | 1, at + 3);
}

/** PCR base, 33 bits before 6 reserved and 9 extension bits (ISO 13818-1, 2.4.3.4). */
function shiftClock(bytes: Buffer, at: number, by: number): void {
  const low = bytes.readUInt8(at + 4);
  const ticks = wrapped(bytes.readUInt32BE(at) * 2 + (low >> 7) + by);
  bytes.writeUInt32BE(Math.floor(ticks / 2), at);
  bytes.writeUInt8((low & 0x7f) | ((ticks % 2) << 7), at + 4);
}

function shiftPes(bytes: Buffer, at: number, by: number): void {
  if (bytes.readUIntBE(at, 3) !== 1 || !hasTimestamps(bytes.readUInt8(at + 3))) return;
  const flags = bytes.readUInt8(at + 7);
  if ((flags & 0x80) !== 0) shiftStamp(bytes, at + 9, by);
  if ((flags & 0x40) !== 0) shiftStamp(bytes, at + 14, by);
}

/**
 * A copy of a transport stream with every PCR, PTS and DTS shifted by this many 90 kHz ticks. Values wrap at 33 bits,
 * as in a long stream.
 */
export function shiftTs(body: Buffer, ticks: number): Buffer {
  const bytes = Buffer.from(body);
  for (let at = 0; at + PACKET <= bytes.length; at += PACKET) {
    const control = bytes.readUInt8(at + 3);
    let payload = at + 4;
    if ((control & 0x20) !== 0) {
      const length = bytes.readUInt8(at + 4);
      if (length > 0 && (bytes.readUInt8(at + 5) & 0x10) !== 0) shiftClock(bytes, at + 6, ticks);
      payload += 1 + length;
    }
    const startsUnit = (bytes.readUInt8(at + 1) & 0x40) !== 0;
    if (startsUnit && (control & 0x10) !== 0 && payload + 19 <= at + PACKET) shiftPes(bytes, payload, ticks);
  }
  return bytes;
}
