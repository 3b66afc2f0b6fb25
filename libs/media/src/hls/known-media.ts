import { crc32 } from 'node:zlib';
import { crcText } from '#libs/contracts';
import { type FetchedSegment } from './fetch-segment.js';
import { keepNewest } from '../playlist/keep-newest.js';
import { type Place } from '../playlist/window-tracker.js';

/** Some windows of almost every source. */
const REMEMBERED = 256;

/** What identifies the media of a segment, whatever the playlist says about it. */
export interface MediaBytes {
  /** CRC-32 of the stored bytes, 8 hex digits. */
  readonly crc: string;
  readonly size: number;
  /** First time stamp as written; null if it has none. */
  readonly firstPtsMs: number | null;
}

export const mediaBytesOf = ({ body: { bytes }, inspected: { firstPtsMs } }: FetchedSegment): MediaBytes => ({
  crc: crcText(crc32(bytes)),
  size: bytes.length,
  firstPtsMs,
});

/** Remembers the bytes of the newest captured segments, with their first time stamp. */
export class KnownMedia {
  private readonly places = new Map<string, Place>();
  private readonly media = new Map<string, string>();

  add(media: MediaBytes, place: Place): void {
    put(this.places, keyOf(media), place);
    put(this.media, textOf(place), keyOf(media));
  }

  /**
   * Returns where the same media were captured; null if they were not. Bytes without a time stamp identify only the
   * expected segment, because digital silence is the same in every segment.
   * @param expected where the playlist suggests that they were captured
   */
  find(media: MediaBytes, expected: Place | null = null): Place | null {
    const key = keyOf(media);
    if (expected && this.media.get(textOf(expected)) === key) return expected;
    return media.firstPtsMs === null ? null : (this.places.get(key) ?? null);
  }
}

const keyOf = ({ crc, size, firstPtsMs }: MediaBytes): string => `${crc} ${size} ${firstPtsMs ?? 'x'}`;
const textOf = ({ numbering, seq }: Place): string => `${numbering} ${seq}`;

function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  keepNewest(map, REMEMBERED);
}
