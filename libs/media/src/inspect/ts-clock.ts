import { TS_WRAP_TICKS } from '#libs/contracts';
import { byteAt, isPicture, isSound, PACKET, pesAt } from './ts-packet.js';
import { ptsAt, timeStampAt } from './ts-time.js';

/** How far the time stamps of the tracks of one segment may be apart at its start. */
const LEAD_TICKS = 90_000;

/**
 * Whether one track may start before the wrap of the 33-bit clock and another one behind it: the first time stamp in
 * these bytes is that close to the wrap. Audio of an encoder whose clock starts at 0 starts 1024 samples earlier.
 */
export function startsAtWrap(body: Uint8Array): boolean {
  for (let at = 0; at + PACKET <= body.length; at += PACKET) {
    const pes = mediaPesAt(body, at);
    const pts = pes < 0 ? null : ptsAt(body, pes);
    if (pts !== null) return Math.min(pts, TS_WRAP_TICKS - pts) < LEAD_TICKS;
  }
  return false;
}

/** Changes the packet of a transport stream that starts at an offset. */
export type ChangePacket = (body: Buffer, at: number) => void;

/** Adds ticks to PTS and DTS. The PCR stays as it is: ffmpeg does not use it. */
export const shiftClock =
  (ticks: number): ChangePacket =>
  (body, at) => {
    shiftPacket(body, at, ticks);
  };

/** Changes all packets of one TS segment. @param chunks its bytes; a packet may continue in the next chunk */
export async function* changePackets(chunks: AsyncIterable<Buffer>, change: ChangePacket): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.of();
  for await (const chunk of chunks) {
    const all = Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % PACKET);
    for (let at = 0; at < whole; at += PACKET) change(all, at);
    rest = all.subarray(whole);
    if (whole > 0) yield all.subarray(0, whole);
  }
  if (rest.length > 0) yield rest;
}

function shiftPacket(body: Buffer, at: number, ticks: number): void {
  const pes = mediaPesAt(body, at);
  if (pes < 0) return;
  const flags = byteAt(body, pes + 7) >> 6;
  if (flags >= 2) shiftTimeStamp(body, pes + 9, ticks);
  if (flags === 3 && pes + 19 <= at + PACKET) shiftTimeStamp(body, pes + 14, ticks);
}

function mediaPesAt(body: Uint8Array, at: number): number {
  const pes = pesAt(body, at);
  const id = byteAt(body, pes + 3);
  return pes >= 0 && (isPicture(id) || isSound(id)) ? pes : -1;
}

/** Five bytes: 4 bits that say which time stamp it is, and 33 bits with a marker bit after 3, 15 and 15 of them. */
function shiftTimeStamp(body: Buffer, at: number, ticks: number): void {
  const time = (timeStampAt(body, at) + ticks) % TS_WRAP_TICKS;
  const high = Math.floor(time / 2 ** 30);
  const middle = Math.floor(time / 2 ** 15) % 2 ** 15;
  body[at] = (byteAt(body, at) & 0xf1) | (high << 1);
  body.writeUInt16BE((middle << 1) | 1, at + 1);
  body.writeUInt16BE(((time % 2 ** 15) << 1) | 1, at + 3);
}
