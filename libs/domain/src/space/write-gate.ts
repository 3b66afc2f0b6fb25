/** What a disk has, in bytes. `isReadOnly`: nothing can be written, however much is free. */
export interface RootSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
  readonly isReadOnly: boolean;
}

/**
 * State of the write gate of one disk. `open`: enough space; `low`: no new recordings; `sealed`: running recordings
 * pause too; `read-only`: the disk refuses writes, which recordings survive in their spool.
 */
export type GateState = 'open' | 'low' | 'sealed' | 'read-only';

const MIN_LIMIT_BYTES = 5_000_000_000;
const CAPTURE_S = 600;
/** A small disk is never refused as a whole: the limit is at most this share of it. */
const MAX_SHARE = 4;
/** Running recordings pause below this fraction of the limit. */
const SEAL_SHARE = 5;
/** A closed gate opens only with this much more than the limit, so that it does not open and close all the time. */
const OPEN_FACTOR = 1.1;

interface GateLimit {
  /** Limit that the operator set, in bytes; 0: automatic. */
  readonly setBytes: number;
  readonly totalBytes: number;
  /** Bytes per second of all current captures together. */
  readonly captureBytesPerS: number;
}

/**
 * Free bytes below which a gate closes: the configured limit, otherwise 5 GB or 10 minutes of the current captures,
 * whichever is more, but at most a quarter of the disk.
 */
export function gateLimit({ setBytes, totalBytes, captureBytesPerS }: GateLimit): number {
  if (setBytes > 0) return setBytes;
  return Math.round(Math.min(Math.max(MIN_LIMIT_BYTES, CAPTURE_S * captureBytesPerS), totalBytes / MAX_SHARE));
}

/** Free bytes below which running recordings pause. */
export const sealLimit = (limitBytes: number): number => Math.round(limitBytes / SEAL_SHARE);

/** Free bytes from which a closed gate opens. */
const openLimit = (limitBytes: number): number => Math.round(limitBytes * OPEN_FACTOR);

/** The next state of a gate. */
export function nextGateState(before: GateState, { freeBytes, isReadOnly }: RootSpace, limitBytes: number): GateState {
  if (isReadOnly) return 'read-only';
  if (freeBytes < sealLimit(limitBytes)) return 'sealed';
  const isClosed = before === 'low' || before === 'sealed';
  if (isClosed && freeBytes < openLimit(limitBytes)) return before;
  return freeBytes < limitBytes ? 'low' : 'open';
}

/** A past recording of a channel. */
export interface PastRecording {
  readonly mediaMs: number;
  readonly bytes: number;
}

/** Without past recordings: four hours with 6 Mbit/s. */
const DEFAULT_LENGTH_MS = 4 * 3_600_000;
const DEFAULT_BITRATE = 6_000_000;

/**
 * Expected size of a whole recording: bitrate x typical length of the channel, both as the median of its last
 * recordings.
 * @param bitrate of the current capture, bit/s; null: not known yet
 */
export function expectedBytes(past: readonly PastRecording[], bitrate: number | null): number {
  const whole = past.filter(({ mediaMs, bytes }) => mediaMs > 0 && bytes > 0);
  const lengthMs = median(whole.map(({ mediaMs }) => mediaMs)) ?? DEFAULT_LENGTH_MS;
  const bitsPerS = bitrate ?? median(whole.map(({ mediaMs, bytes }) => (bytes * 8000) / mediaMs)) ?? DEFAULT_BITRATE;
  return Math.round((bitsPerS / 8) * (lengthMs / 1000));
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** A recording that runs or begins: its size so far, and the expected size of the whole. */
export interface GrowingRecording {
  readonly bytes: number;
  readonly expectedBytes: number;
}

/**
 * Bytes that must be freed so that all recordings can end above the limit; 0 if there is enough space.
 * @param leavingBytes bytes that become free without further action
 */
export function missingBytes(
  { freeBytes, limitBytes, leavingBytes }: Readonly<Record<'freeBytes' | 'limitBytes' | 'leavingBytes', number>>,
  recordings: readonly GrowingRecording[],
): number {
  const growth = recordings.reduce((sum, { bytes, expectedBytes: whole }) => sum + Math.max(0, whole - bytes), 0);
  return Math.max(0, openLimit(limitBytes) + growth - freeBytes - leavingBytes);
}
