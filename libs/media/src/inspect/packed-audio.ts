const OWNER = 'com.apple.streaming.transportStreamTimestamp';

/** An ID3 tag, or an ADTS / MPEG audio frame, at the start. Source: RFC 8216 section 3.4. */
export function isPackedAudio(body: Uint8Array): boolean {
  return startsWithId3(body) || (body[0] === 0xff && ((body[1] ?? 0) & 0xe0) === 0xe0);
}

/** Time stamp of packed audio from its ID3 PRIV frame (33 bits of 90 kHz), in ms; null where there is none. */
export function packedAudioTimeMs(body: Uint8Array): number | null {
  if (!startsWithId3(body)) return null;
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 4096));
  const at = head.indexOf(`${OWNER}\0`, 0, 'latin1');
  const from = at + OWNER.length + 1;
  if (at < 0 || from + 8 > head.length) return null;
  return ((head.readUInt32BE(from) & 1) * 2 ** 32 + head.readUInt32BE(from + 4)) / 90;
}

const startsWithId3 = (body: Uint8Array): boolean => body[0] === 0x49 && body[1] === 0x44 && body[2] === 0x33;
