import { type SegmentContainer } from '#libs/contracts';
import { hasMp4Boxes, mp4FirstTimeMs, mp4MediaMs, type Mp4Init } from './mp4-time.js';
import { packedAudioOf } from './packed-audio.js';
import { isTransportStream, transportStreamTail, transportStreamTimeMs, TS_WRAP_MS } from './ts-time.js';

/** Properties read from the head of a segment. */
export interface Inspected {
  readonly container: SegmentContainer;
  /** Time stamp of the first sample (of the video if there is any) as written; null if none was found. */
  readonly firstPtsMs: number | null;
  /** The clock restarts after this many ms; null if it never does. */
  readonly wrapMs: number | null;
  /** From the first sample to the end of the last one, of the same track; absent if that cannot be determined. */
  readonly mediaMs?: number;
  /** Length of the last frame of that track; absent if unknown. */
  readonly frameMs?: number;
}

/**
 * Reads the container, the first time stamp and the length of a segment; reads at most about a megabyte at each end,
 * whatever the segment's size.
 * @param init the segment's init section; null if the playlist has none
 * @returns null for a body that is not media (an error page with status 200, an encrypted body)
 */
export function inspectSegment(body: Uint8Array, init: Mp4Init | null): Inspected | null {
  if (isTransportStream(body)) return transportStream(body);
  if (hasMp4Boxes(body))
    return { container: 'fmp4', firstPtsMs: mp4FirstTimeMs(body, init), wrapMs: null, ...mp4MediaMs(body, init) };
  const audio = packedAudioOf(body);
  return audio && { ...audio, wrapMs: TS_WRAP_MS };
}

function transportStream(body: Uint8Array): Inspected {
  const firstPtsMs = transportStreamTimeMs(body);
  const inspected: Inspected = { container: 'ts', firstPtsMs, wrapMs: TS_WRAP_MS };
  const tail = firstPtsMs === null ? null : transportStreamTail(body);
  if (tail === null || firstPtsMs === null) return inspected;
  const mediaMs = tail.lastPtsMs + tail.frameMs - firstPtsMs;
  return { ...inspected, mediaMs: mediaMs < 0 ? mediaMs + TS_WRAP_MS : mediaMs, frameMs: tail.frameMs };
}
