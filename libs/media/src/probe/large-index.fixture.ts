import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { endianness } from 'node:os';

interface LargeIndex {
  readonly path: string;
  readonly frames: number;
  /** Packets of the one audio track; 0: no audio. */
  readonly packets: number;
  /** Of the media, which is a hole in the file. */
  readonly mediaBytes: number;
  /** Whether the tables name each sample; else one entry stands for all. */
  readonly isFull: boolean;
}

const FPS = 60;
const TICKS_PER_FRAME = 500;
const FRAMES_PER_KEYFRAME = 120;
const AUDIO_HZ = 48_000;
const TICKS_PER_PACKET = 1024;
/** Samples that lie one behind the other. */
const CHUNK = 60;

/** Writes an mp4 with an index and without media: of a day, or a small one that stands for very much. */
export async function writeLargeIndex({ path, frames, packets, mediaBytes, isFull }: LargeIndex): Promise<void> {
  const movieMs = Math.round((frames * 1000) / FPS);
  const video = track({
    id: 1,
    handler: 'vide',
    header: box('vmhd', words(1, 0, 0)),
    entry: RAW,
    count: frames,
    ticksPerSecond: FPS * TICKS_PER_FRAME,
    ticks: TICKS_PER_FRAME,
    movieMs,
    isFull,
    more: [
      ...(isFull
        ? [table('ctts', { count: frames, words: 2, of: (i, word) => (word === 0 ? 1 : (i % 3) * TICKS_PER_FRAME) })]
        : []),
      table('stss', {
        count: isFull ? Math.ceil(frames / FRAMES_PER_KEYFRAME) : 1,
        of: (i) => 1 + i * FRAMES_PER_KEYFRAME,
      }),
    ],
  });
  const audio = packets === 0 ? [] : [audioTrack({ packets, movieMs, isFull })];
  const movie = box(
    'mvhd',
    words(0, 0, 0, 1000, movieMs, 0x1_00_00, 0x1_00_00_00, 0, 0),
    MATRIX,
    Buffer.alloc(24),
    words(3),
  );
  const mdat = Buffer.concat([words(1), Buffer.from('mdat'), Buffer.alloc(8)]);
  mdat.writeBigUInt64BE(BigInt(mediaBytes), 8);
  const parts = [box('ftyp', Buffer.from('isom\0\0\x02\0isom')), box('moov', movie, video, ...audio), mdat];
  const file = createWriteStream(path);
  for (const part of parts) file.write(part);
  file.end();
  await once(file, 'close');
  await truncate(path, parts[0]!.length + parts[1]!.length + mediaBytes);
}

const audioTrack = ({
  packets,
  movieMs,
  isFull,
}: Pick<LargeIndex, 'packets' | 'isFull'> & { readonly movieMs: number }): Buffer =>
  track({
    id: 2,
    handler: 'soun',
    header: box('smhd', words(0, 0)),
    entry: MP3,
    count: packets,
    ticksPerSecond: AUDIO_HZ,
    ticks: TICKS_PER_PACKET,
    movieMs,
    isFull,
    more: [],
  });

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.from(`0000${type}`, 'latin1');
  head.writeUInt32BE(content.reduce((sum, { length }) => sum + length, head.length));
  return Buffer.concat([head, ...content]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}

interface Entries {
  readonly count: number;
  /** Words of an entry; default 1. */
  readonly words?: number;
  readonly of: (i: number, word: number) => number;
}

function entries({ count, words: length = 1, of }: Entries): Buffer {
  const values = new Uint32Array(count * length);
  for (let i = 0; i < count; i += 1)
    for (let word = 0; word < length; word += 1) values[i * length + word] = of(i, word);
  const bytes = Buffer.from(values.buffer);
  return endianness() === 'LE' ? bytes.swap32() : bytes;
}

/** A table of entries behind their number. */
const table = (type: string, all: Entries): Buffer => box(type, words(0, all.count), entries(all));

const MATRIX = words(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00);
const SIZE = words((320 << 16) | 240, 0x48_00_00, 0x48_00_00, 0);
const RAW = box(
  'raw ',
  words(0, 1, 0, 0, 0, 0),
  SIZE,
  Buffer.from([0, 1]),
  Buffer.alloc(32),
  Buffer.from([0, 24, 255, 255]),
);
const MP3 = box('.mp3', words(0, 1, 0, 0, (2 << 16) | 16, 0), Buffer.from([AUDIO_HZ >> 8, AUDIO_HZ & 255, 0, 0]));

interface Track {
  readonly id: number;
  readonly handler: 'vide' | 'soun';
  readonly header: Buffer;
  readonly entry: Buffer;
  readonly count: number;
  readonly ticksPerSecond: number;
  readonly ticks: number;
  readonly movieMs: number;
  readonly isFull: boolean;
  readonly more: readonly Buffer[];
}

function track({ id, handler, header, entry, count, ticksPerSecond, ticks, movieMs, isFull, more }: Track): Buffer {
  const shown = handler === 'vide' ? words(320 << 16, 240 << 16) : words(0, 0);
  const tkhd = box('tkhd', words(3, 0, 0, id, 0, movieMs, 0, 0, 0, 0), MATRIX, shown);
  const sizes = isFull
    ? box('stsz', words(0, 0, count), entries({ count, of: (i) => 100 + (i % 7) }))
    : box('stsz', words(0, 1, count));
  const perChunk = isFull ? CHUNK : count;
  const stbl = box(
    'stbl',
    box('stsd', words(0, 1), entry),
    box('stts', words(0, 1, count, ticks)),
    box('stsc', words(0, 1, 1, perChunk, 1)),
    sizes,
    table('co64', {
      count: Math.ceil(count / perChunk),
      words: 2,
      of: (i, word) => (word === 0 ? 0 : 2 ** 28 + i * CHUNK * 110),
    }),
    ...more,
  );
  const dinf = box('dinf', box('dref', words(0, 1), box('url ', words(1))));
  const mdhd = box('mdhd', words(0, 0, 0, ticksPerSecond, (count * ticks) % 2 ** 32, 0x55_c4_00_00));
  const hdlr = box('hdlr', words(0, 0), Buffer.from(handler), Buffer.alloc(13));
  return box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', header, dinf, stbl)));
}
