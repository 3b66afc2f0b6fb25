import { type SegmentContainer } from '#libs/contracts';

const OWNER = 'com.apple.streaming.transportStreamTimestamp';

export interface PackedAudio {
  readonly container: Extract<SegmentContainer, 'aac' | 'mp3' | 'ac3' | 'eac3'>;
  /** From the ID3 tag; null if there is none. */
  readonly firstPtsMs: number | null;
}

/**
 * Recognises audio frames without a container, after an ID3 tag or without one (RFC 8216 section 3.4).
 * @returns null for other bytes
 */
export function packedAudioOf(body: Uint8Array): PackedAudio | null {
  const tagBytes = id3Bytes(body);
  const container = kindOf(body.subarray(tagBytes));
  if (container === null && tagBytes === 0) return null;
  return { container: container ?? 'aac', firstPtsMs: tagBytes > 0 ? timeOf(body) : null };
}

/** Length of the ID3 tag at the start; 0 if there is none (id3.org, ID3v2.4 section 3.1). */
export function id3Bytes(body: Uint8Array): number {
  if (body.length < 10 || body[0] !== 0x49 || body[1] !== 0x44 || body[2] !== 0x33) return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((body[at] ?? 0) & 0x7f), 0);
  const footer = ((body[5] ?? 0) & 0x10) === 0 ? 0 : 10;
  return 10 + size + footer;
}

/** By the sync word of the first frame. */
function kindOf(frame: Uint8Array): PackedAudio['container'] | null {
  const [first = 0, second = 0, third = 0] = frame;
  if (first === 0x0b && second === 0x77) return dolbyOf(frame);
  if (first !== 0xff) return null;
  // ADTS has layer 0 (ISO 13818-7 section 6.2).
  if ((second & 0xf6) === 0xf0) return 'aac';
  return isMpegAudio(second, third) ? 'mp3' : null;
}

/** AC-3 has bit stream identifications up to 10, E-AC-3 up to 16 (ETSI TS 102 366 sections 4.4.2.1 and E.1.3.1.6). */
function dolbyOf(frame: Uint8Array): 'ac3' | 'eac3' | null {
  const id = (frame[5] ?? 0xff) >> 3;
  if (id > 16) return null;
  return id <= 10 ? 'ac3' : 'eac3';
}

/** Excludes the reserved versions, layers, bit rates and sampling rates of ISO 11172-3 section 2.4.2.3. */
const isMpegAudio = (second: number, third: number): boolean =>
  (second & 0xe0) === 0xe0 &&
  (second & 0x18) !== 0x08 &&
  (second & 0x06) !== 0 &&
  (third & 0xf0) !== 0xf0 &&
  (third & 0x0c) !== 0x0c;

/** Reads the time stamp from the PRIV frame (33 bits of 90 kHz), in ms; null if there is none. */
function timeOf(body: Uint8Array): number | null {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 4096));
  const at = head.indexOf(`${OWNER}\0`, 0, 'latin1');
  const from = at + OWNER.length + 1;
  if (at < 0 || from + 8 > head.length) return null;
  return ((head.readUInt32BE(from) & 1) * 2 ** 32 + head.readUInt32BE(from + 4)) / 90;
}
