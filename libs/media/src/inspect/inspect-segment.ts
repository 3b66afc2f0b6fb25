import { hasMp4Boxes, mp4FirstTimeMs, type Mp4Init } from './mp4-time.js';
import { isPackedAudio, packedAudioTimeMs } from './packed-audio.js';
import { isTransportStream, transportStreamTimeMs, TS_WRAP_MS } from './ts-time.js';

/** What the head of a segment says. */
export interface Inspected {
  readonly container: 'ts' | 'fmp4' | 'aac';
  /** Time stamp of the first sample (video where there is any) as written; null where none was found. */
  readonly firstPtsMs: number | null;
  /** After this many ms the clock starts again; null where it does not. */
  readonly wrapMs: number | null;
}

/**
 * Reads the container and the first time stamp from a segment's head; a few kilobytes are looked at, whatever its size.
 * @param init of the segment's init section; null where the playlist has none
 * @returns null for a body that is no media (an error page with status 200, an encrypted body)
 */
export function inspectSegment(body: Uint8Array, init: Mp4Init | null): Inspected | null {
  if (isTransportStream(body)) return { container: 'ts', firstPtsMs: transportStreamTimeMs(body), wrapMs: TS_WRAP_MS };
  if (hasMp4Boxes(body)) return { container: 'fmp4', firstPtsMs: mp4FirstTimeMs(body, init), wrapMs: null };
  if (isPackedAudio(body)) return { container: 'aac', firstPtsMs: packedAudioTimeMs(body), wrapMs: TS_WRAP_MS };
  return null;
}
