import { hasMp4Boxes, mp4FirstTimeMs, type Mp4Init } from './mp4-time.js';
import { isTransportStream, transportStreamTimeMs, TS_WRAP_MS } from './ts-time.js';

/** Properties read from the head of a segment. */
export interface Inspected {
  readonly container: 'ts' | 'fmp4' | 'aac';
  /** Time stamp of the first sample (of the video if there is any) as written; null if none was found. */
  readonly firstPtsMs: number | null;
  /** The clock restarts after this many ms; null if it never does. */
  readonly wrapMs: number | null;
}

/**
 * Reads the container and the first time stamp from a segment's head; reads at most about a megabyte, whatever the
 * segment's size.
 * @param init the segment's init section; null if the playlist has none
 * @returns null for a body that is not media (an error page with status 200, an encrypted body)
 */
export function inspectSegment(body: Uint8Array, init: Mp4Init | null): Inspected | null {
  if (isTransportStream(body)) return { container: 'ts', firstPtsMs: transportStreamTimeMs(body), wrapMs: TS_WRAP_MS };
  if (hasMp4Boxes(body)) return { container: 'fmp4', firstPtsMs: mp4FirstTimeMs(body, init), wrapMs: null };
  if (isPackedAudio(body)) return { container: 'aac', firstPtsMs: packedAudioTimeMs(body), wrapMs: TS_WRAP_MS };
  return null;
}

const OWNER = 'com.apple.streaming.transportStreamTimestamp';

/** Whether the body starts with an ID3 tag or an ADTS / MPEG audio frame. Source: RFC 8216 section 3.4. */
function isPackedAudio(body: Uint8Array): boolean {
  return startsWithId3(body) || (body[0] === 0xff && ((body[1] ?? 0) & 0xe0) === 0xe0);
}

/** Reads the time stamp of packed audio from its ID3 PRIV frame (33 bits of 90 kHz), in ms; null if there is none. */
function packedAudioTimeMs(body: Uint8Array): number | null {
  if (!startsWithId3(body)) return null;
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 4096));
  const at = head.indexOf(`${OWNER}\0`, 0, 'latin1');
  const from = at + OWNER.length + 1;
  if (at < 0 || from + 8 > head.length) return null;
  return ((head.readUInt32BE(from) & 1) * 2 ** 32 + head.readUInt32BE(from + 4)) / 90;
}

const startsWithId3 = (body: Uint8Array): boolean => body[0] === 0x49 && body[1] === 0x44 && body[2] === 0x33;
