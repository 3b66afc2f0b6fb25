export const PACKET = 188;
const SYNC = 0x47;
const INSPECTED = 1024 * 1024;

/**
 * The 33-bit 90 kHz clock of MPEG-TS, and of packed audio in HLS, restarts after this time, 26.5 h
 * (docs/reference/hls.md#time-stamps).
 */
export const TS_WRAP_MS = 2 ** 33 / 90;

/** Checks the sync bytes of the first two packets. */
export const isTransportStream = (body: Uint8Array): boolean =>
  body[0] === SYNC && (body.length < 2 * PACKET || body[PACKET] === SYNC);

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
    const id = byte(body, pes + 3);
    const pts = ptsAt(body, pes);
    if (pts !== null && isPicture(id)) return pts / 90;
    if (isSound(id)) sound ??= pts;
  }
  return sound === null ? null : sound / 90;
}

/** Frames at the end of a segment that show its last time stamp, although they are not in the order of display. */
const TAIL_FRAMES = 12;
const TAIL_INSPECTED = 512 * 1024;

/**
 * Reads the last presentation time of the video, or else of the audio, and the length of its frames (of its packets for
 * audio), in ms. Null if fewer than two time stamps are found.
 */
export function transportStreamTail(body: Uint8Array): { readonly lastPtsMs: number; readonly frameMs: number } | null {
  const picture: number[] = [];
  const sound: number[] = [];
  const last = (Math.floor(body.length / PACKET) - 1) * PACKET;
  for (let at = last; at >= Math.max(0, last - TAIL_INSPECTED) && picture.length < TAIL_FRAMES; at -= PACKET) {
    const pes = pesAt(body, at);
    const pts = pes < 0 ? null : ptsAt(body, pes);
    if (pts === null) continue;
    const id = byte(body, pes + 3);
    if (isPicture(id)) picture.push(pts);
    else if (isSound(id) && sound.length < TAIL_FRAMES) sound.push(pts);
  }
  return tailOf(picture.length > 0 ? picture : sound);
}

function tailOf(times: readonly number[]): { readonly lastPtsMs: number; readonly frameMs: number } | null {
  const [some = 0] = times;
  // Near the wrap of the clock, the times on both sides of it must stay in order.
  const sorted = times.map((pts) => pts - Math.round((pts - some) / 2 ** 33) * 2 ** 33).sort((a, b) => a - b);
  const last = sorted.at(-1);
  const steps = sorted.flatMap((pts, i) => (i > 0 ? [pts - (sorted[i - 1] ?? pts)] : [])).sort((a, b) => a - b);
  const frame = steps[steps.length >> 1];
  return last === undefined || frame === undefined || frame === 0
    ? null
    : { lastPtsMs: last / 90, frameMs: frame / 90 };
}

/** Returns the offset of the PES packet that the transport packet at `at` starts; -1 if it starts none. */
export function pesAt(body: Uint8Array, at: number): number {
  if (byte(body, at) !== SYNC || (byte(body, at + 1) & 0x40) === 0) return -1;
  const control = (byte(body, at + 3) >> 4) & 3;
  if ((control & 1) === 0) return -1;
  const pes = at + 4 + (control === 3 ? 1 + byte(body, at + 4) : 0);
  const fits = pes + 14 <= at + PACKET && pes + 14 <= body.length;
  return fits && byte(body, pes) === 0 && byte(body, pes + 1) === 0 && byte(body, pes + 2) === 1 ? pes : -1;
}

function ptsAt(body: Uint8Array, pes: number): number | null {
  if ((byte(body, pes + 7) & 0x80) === 0) return null;
  const high = (byte(body, pes + 9) >> 1) & 7;
  const middle = ((byte(body, pes + 10) << 8) | byte(body, pes + 11)) >> 1;
  const low = ((byte(body, pes + 12) << 8) | byte(body, pes + 13)) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}

/** By the stream id of a PES packet. */
export const isPicture = (id: number): boolean => id >= 0xe0 && id <= 0xef;
export const isSound = (id: number): boolean => (id >= 0xc0 && id <= 0xdf) || id === 0xbd || id === 0xfd;
const byte = (body: Uint8Array, at: number): number => body[at] ?? 0;
