import { yieldTurn } from '#libs/input';
import { id3Bytes } from './packed-audio.js';
import { byteAt } from './ts-packet.js';

/** Samples per second by the index of the ADTS header (ISO 14496-3 table 1.18). */
const RATES: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
const SAMPLES = 1024;
const HEADER = 7;
/** At most this many damaged bytes are searched for the next frame, so that nobody waits for it. */
const MAX_SEARCHED = 2_000_000;

/** A frame of packed AAC: its place in the body, and the length of its audio. */
export interface AdtsFrame {
  readonly at: number;
  readonly bytes: number;
  readonly ms: number;
}

/**
 * Lists the whole frames of packed AAC. A header counts only if another one, or the end of the body, follows its frame,
 * because damaged bytes may look like a header.
 */
export function* adtsFrames(body: Uint8Array): Generator<AdtsFrame> {
  let searched = 0;
  for (let at = 0; at + HEADER <= body.length && searched < MAX_SEARCHED;) {
    const tag = tagAt(body, at);
    const frame = tag > 0 ? null : headerAt(body, at);
    if (tag > 0) {
      at += tag;
    } else if (frame && frame.bytes <= body.length - at && goesOn(body, at + frame.bytes)) {
      yield frame;
      at += frame.bytes;
    } else {
      at += 1;
      searched += 1;
    }
  }
}

/** What is damaged in packed AAC: where the audio breaks off first, and how long the audio of all whole frames is, ms. */
export interface AdtsDamage {
  readonly atMs: number;
  readonly heldMs: number;
}

/** Number of frames after which other work may run: more than a segment of usual media has. */
const FRAMES_A_TURN = 20_000;

/** Null if all bytes are tags and whole frames. */
export async function adtsDamage(body: Uint8Array): Promise<AdtsDamage | null> {
  let heldMs = 0;
  let atMs: number | null = null;
  let end = 0;
  let count = 0;
  for (const frame of adtsFrames(body)) {
    count += 1;
    if (count % FRAMES_A_TURN === 0) await yieldTurn();
    if (isDamaged(body, end, frame.at)) atMs ??= heldMs;
    heldMs += frame.ms;
    end = frame.at + frame.bytes;
  }
  if (isDamaged(body, end, body.length)) atMs ??= heldMs;
  return atMs === null ? null : { atMs, heldMs };
}

/** Whether there is anything but tags between two offsets. */
function isDamaged(body: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const tag = tagAt(body, at);
    if (tag === 0) return true;
    at += tag;
  }
  return false;
}

/** ISO 13818-7 section 6.2. */
function headerAt(body: Uint8Array, at: number): AdtsFrame | null {
  if (byteAt(body, at) !== 0xff || (byteAt(body, at + 1) & 0xf6) !== 0xf0) return null;
  const rate = RATES[(byteAt(body, at + 2) >> 2) & 15];
  const bytes = ((byteAt(body, at + 3) & 3) << 11) | (byteAt(body, at + 4) << 3) | (byteAt(body, at + 5) >> 5);
  if (rate === undefined || bytes < HEADER) return null;
  const blocks = (byteAt(body, at + 6) & 3) + 1;
  return { at, bytes, ms: (blocks * SAMPLES * 1000) / rate };
}

const goesOn = (body: Uint8Array, at: number): boolean =>
  body.length - at < HEADER || headerAt(body, at) !== null || tagAt(body, at) > 0;

const TAG = 'I'.charCodeAt(0);

/** Length of the tag at an offset. Makes no view of the bytes that start none, because there are many. */
const tagAt = (body: Uint8Array, at: number): number => (body[at] === TAG ? id3Bytes(body.subarray(at)) : 0);
