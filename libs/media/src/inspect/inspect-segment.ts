import { type SegmentContainer, TS_WRAP_MS } from '#libs/contracts';
import { hasMp4Boxes, mp4FirstTimeMs, mp4MediaMs, type Mp4Init } from './mp4-time.js';
import { packedAudioOf } from './packed-audio.js';
import { isTransportStream } from './ts-packet.js';
import { trackTimes, type TrackTimes } from './track-times.js';
import { transportStreamTail, transportStreamTimeMs } from './ts-time.js';

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
  /** What the segment holds of each track; absent if it cannot be measured. */
  readonly tracks?: readonly TrackTimes[];
}

/** Reads what a capture needs to know about a segment; null for a body that is not its kind of media. */
export type InspectMedia = (body: Uint8Array, init: Mp4Init | null) => Inspected | null;

/**
 * Reads the container, the first time stamp and the length of a segment, and when it holds each of its tracks.
 * @param init the segment's init section; null if the playlist has none
 * @returns null for a body that is not media (an error page with status 200, an encrypted body)
 */
export function inspectSegment(body: Uint8Array, init: Mp4Init | null): Inspected | null {
  const inspected = inspectHead(body, init);
  return inspected && { ...inspected, tracks: trackTimes(body, init, inspected.firstPtsMs) };
}

function inspectHead(body: Uint8Array, init: Mp4Init | null): Inspected | null {
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
  const since = (ptsMs: number): number => (ptsMs < firstPtsMs ? ptsMs + TS_WRAP_MS : ptsMs) - firstPtsMs;
  return {
    ...inspected,
    mediaMs: since(tail.lastPtsMs + tail.frameMs),
    frameMs: tail.frameMs,
  };
}

const WEBVTT = /^(\ufeff)?WEBVTT([ \t\r\n]|$)/;

/**
 * Recognises a segment of WebVTT. Its cues say nothing about its start and length: the first one may begin before the
 * segment, or long after it.
 */
export const inspectSubtitles: InspectMedia = (body) =>
  WEBVTT.test(Buffer.from(body.subarray(0, 16)).toString('utf8'))
    ? { container: 'vtt', firstPtsMs: null, wrapMs: null }
    : null;
