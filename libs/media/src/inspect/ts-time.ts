import { TS_WRAP_TICKS } from '#libs/contracts';
import { MAX_LEAD_S } from './track-limits.js';
import { byteAt, isPicture, isSound, PACKET, pesAt } from './ts-packet.js';

const INSPECTED = 1024 * 1024;

/**
 * Reads the first presentation time of the video, or else of the audio, in ms. The stream id of a PES header identifies
 * its content (ISO 13818-1 table 2-22), so the tables (PAT, PMT) are not needed, and a stream that rarely repeats them
 * is readable too.
 */
export function transportStreamTimeMs(body: Uint8Array): number | null {
  let sound: number | null = null;
  const end = Math.min(body.length - PACKET, INSPECTED);
  for (let at = 0; at <= end; at += PACKET) {
    const pes = pesAt(body, at);
    if (pes < 0) continue;
    const id = byteAt(body, pes + 3);
    const pts = ptsAt(body, pes);
    if (pts !== null && isPicture(id)) return startOf(pts, sound) / 90;
    if (isSound(id)) sound ??= pts;
  }
  return sound === null ? null : sound / 90;
}

function startOf(picture: number, sound: number | null): number {
  if (sound === null) return picture;
  const lead = (picture - sound + TS_WRAP_TICKS) % TS_WRAP_TICKS;
  return lead > MAX_LEAD_S * 90_000 && lead < TS_WRAP_TICKS / 2 ? sound : picture;
}

/** Frames at the end of a segment that show its last time stamp, although they are not in the order of display. */
const TAIL_FRAMES = 12;
const TAIL_INSPECTED = 512 * 1024;

interface Tail {
  readonly lastPtsMs: number;
  readonly frameMs: number;
}

/**
 * Reads the last presentation time of the video, or else of the audio, and the length of its frames (of its packets for
 * audio), in ms. Null if fewer than two time stamps are found.
 */
export function transportStreamTail(body: Uint8Array): Tail | null {
  const picture: number[] = [];
  const sound: number[] = [];
  const last = (Math.floor(body.length / PACKET) - 1) * PACKET;
  for (let at = last; at >= Math.max(0, last - TAIL_INSPECTED) && picture.length < TAIL_FRAMES; at -= PACKET) {
    const pes = pesAt(body, at);
    const pts = pes < 0 ? null : ptsAt(body, pes);
    if (pts === null) continue;
    const id = byteAt(body, pes + 3);
    if (isPicture(id)) picture.push(pts);
    else if (isSound(id) && sound.length < TAIL_FRAMES) sound.push(pts);
  }
  return tailOf(picture.length > 0 ? picture : sound);
}

function tailOf(times: readonly number[]): Tail | null {
  const [some = 0] = times;
  // Near the wrap of the clock, the times on both sides of it must stay in order.
  const sorted = times
    .map((pts) => pts - Math.round((pts - some) / TS_WRAP_TICKS) * TS_WRAP_TICKS)
    .sort((a, b) => a - b);
  const last = sorted.at(-1);
  const steps = sorted.flatMap((pts, i) => (i > 0 ? [pts - (sorted[i - 1] ?? pts)] : [])).sort((a, b) => a - b);
  const frame = steps[steps.length >> 1];
  return last === undefined || frame === undefined || frame === 0
    ? null
    : { lastPtsMs: last / 90, frameMs: frame / 90 };
}

/** The presentation time of the PES packet at `pes`, ticks; null if it has none. */
export const ptsAt = (body: Uint8Array, pes: number): number | null =>
  (byteAt(body, pes + 7) & 0x80) === 0 ? null : timeStampAt(body, pes + 9);

/** The time stamp whose five bytes start at `at`, ticks (ISO 13818-1 section 2.4.3.6). */
export function timeStampAt(body: Uint8Array, at: number): number {
  const high = (byteAt(body, at) >> 1) & 7;
  const middle = ((byteAt(body, at + 1) << 8) | byteAt(body, at + 2)) >> 1;
  const low = ((byteAt(body, at + 3) << 8) | byteAt(body, at + 4)) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}
