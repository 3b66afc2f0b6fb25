/** Length of a packet of MPEG-TS, bytes (ISO 13818-1 section 2.4.3.2). */
export const PACKET = 188;
export const SYNC = 0x47;

/** Checks the sync bytes of the first two packets. */
export const isTransportStream = (body: Uint8Array): boolean =>
  body[0] === SYNC && (body.length < 2 * PACKET || body[PACKET] === SYNC);

export const pidAt = (body: Uint8Array, at: number): number =>
  ((byteAt(body, at + 1) & 0x1f) << 8) | byteAt(body, at + 2);

/** Whether a PES packet or a section starts in the packet at `at`. */
export const startsUnit = (body: Uint8Array, at: number): boolean => (byteAt(body, at + 1) & 0x40) !== 0;

/** Returns the offset of the payload of the packet at `at`; -1 if it has none. */
export function payloadAt(body: Uint8Array, at: number): number {
  const control = (byteAt(body, at + 3) >> 4) & 3;
  if ((control & 1) === 0) return -1;
  return at + 4 + (control === 3 ? 1 + byteAt(body, at + 4) : 0);
}

/** Returns the offset of the PES packet that the packet at `at` starts; -1 if it starts none. */
export function pesAt(body: Uint8Array, at: number): number {
  if (body[at] !== SYNC || !startsUnit(body, at)) return -1;
  const pes = payloadAt(body, at);
  const fits = pes >= 0 && pes + 14 <= at + PACKET && pes + 14 <= body.length;
  return fits && body[pes] === 0 && body[pes + 1] === 0 && body[pes + 2] === 1 ? pes : -1;
}

/** By the stream id of a PES packet (ISO 13818-1 table 2-22). */
export const isPicture = (id: number): boolean => id >= 0xe0 && id <= 0xef;
export const isSound = (id: number): boolean => (id >= 0xc0 && id <= 0xdf) || id === 0xbd || id === 0xfd;

/** Zero behind the end. */
export const byteAt = (body: Uint8Array, at: number): number => body[at] ?? 0;
