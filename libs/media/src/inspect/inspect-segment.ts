import { type SegmentContainer, TS_WRAP_MS } from '#libs/contracts';
import { readMp4Media } from './mp4-media.js';
import { hasMp4Boxes, type Mp4Init } from './mp4-time.js';
import { packedAudioOf } from './packed-audio.js';
import { isTransportStream } from './ts-packet.js';
import { mp4TrackTimes, trackTimes, type TrackTimes } from './track-times.js';
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
export type InspectMedia = (body: Uint8Array, init: Mp4Init | null) => Promise<Inspected | null>;

/**
 * Reads the container, the first time stamp and the length of a segment, and when it holds each of its tracks.
 * @param init the segment's init section; null if the playlist has none
 * @returns null for a body that is not media (an error page with status 200, an encrypted body)
 */
export async function inspectSegment(body: Uint8Array, init: Mp4Init | null): Promise<Inspected | null> {
  if (!isTransportStream(body) && hasMp4Boxes(body)) return fragments(body, init);
  const inspected = inspectHead(body);
  return inspected && { ...inspected, tracks: await trackTimes(body, inspected.firstPtsMs) };
}

async function fragments(body: Uint8Array, init: Mp4Init | null): Promise<Inspected> {
  const media = await readMp4Media(body, init);
  const { firstTimeMs, tracks: _, ...lengths } = media;
  return { container: 'fmp4', firstPtsMs: firstTimeMs, wrapMs: null, ...lengths, tracks: mp4TrackTimes(media) };
}

function inspectHead(body: Uint8Array): Inspected | null {
  if (isTransportStream(body)) return transportStream(body);
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
  Promise.resolve(
    WEBVTT.test(Buffer.from(body.subarray(0, 16)).toString('utf8'))
      ? { container: 'vtt', firstPtsMs: null, wrapMs: null }
      : null,
  );
