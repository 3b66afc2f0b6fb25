import { expect, it } from '@jest/globals';
import { type ByteReader } from './byte-reader.js';
import { readMp4Index } from './mp4-index.js';

const MOST = 2 ** 32 - 1;

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.from(`0000${type}`, 'latin1');
  const whole = Buffer.concat([head, ...content]);
  whole.writeUInt32BE(whole.length);
  return whole;
}
/** A box of 32-bit numbers behind its version and flags. */
function numbers(type: string, ...values: readonly number[]): Buffer {
  const content = Buffer.alloc(4 + 4 * values.length);
  for (const [i, value] of values.entries()) content.writeUInt32BE(value, 4 + 4 * i);
  return box(type, content);
}
const TICKS_PER_SECOND = 1000;

/** A file of one track, whose tables are given. */
function fileOf(handler: 'vide' | 'soun', ...tables: readonly Buffer[]): ByteReader {
  const bytes = indexBytes(handler, tables);
  return {
    // With the media that it would have.
    sizeBytes: 2 ** 40,
    read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
  };
}

function indexBytes(handler: 'vide' | 'soun', tables: readonly Buffer[]): Buffer {
  const mdia = box(
    'mdia',
    numbers('mdhd', 0, 0, TICKS_PER_SECOND, 0, 0),
    box('hdlr', Buffer.from(`00000000${handler}`, 'latin1')),
    box('minf', box('stbl', ...tables)),
  );
  return box('moov', numbers('mvhd', 0, 0, TICKS_PER_SECOND, 0), box('trak', mdia));
}

it('reads a table of very many samples by its entries', async () => {
  const video = fileOf('vide', numbers('stts', 2, 2, 40, MOST, 20), numbers('stss', 3, 1, 4, MOST));
  expect((await readMp4Index(video))?.video).toMatchObject({
    packets: MOST + 2,
    firstTicks: 0,
    lastTicks: 80 + (MOST - 1) * 20,
    endTicks: 80 + MOST * 20,
    keyframes: [0, 100, 80 + (MOST - 3) * 20],
    minStep: 20,
    maxStep: 40,
    pausesMs: [],
  });
  const audio = fileOf('soun', numbers('stts', 1, MOST, 1), numbers('ctts', 2, MOST - 1, 5, MOST, 7));
  expect((await readMp4Index(audio))?.audio).toMatchObject({ packets: MOST, firstTicks: 5, lastTicks: MOST + 6 });
});

it('finds each pause of a track, also of samples with one length', async () => {
  const file = fileOf('soun', numbers('stts', 3, 3, 20, 2, 1020, 2, 20));
  expect((await readMp4Index(file))?.audio?.pausesMs).toEqual([1000, 1000]);
});

it.each([
  ['keyframes', [numbers('stts', 1, MOST, 20)]],
  ['pauses', [numbers('stts', 2, 2, 20, MOST, 2000), numbers('stss', 1, 1)]],
])('refuses an index with more %s than a video has', async (_name, tables) => {
  await expect(readMp4Index(fileOf('vide', ...tables))).rejects.toMatchObject({
    code: 'file-without-media',
    localized: { key: 'error.file-without-media.index' },
  });
});

it('refuses an index with more samples than the file has bytes', async () => {
  const file = (count: number): ByteReader => ({
    ...fileOf('vide', numbers('stts', 1, count, 40), numbers('stss', 1, 1)),
    sizeBytes: 3000,
  });
  expect((await readMp4Index(file(3000)))?.video?.packets).toBe(3000);
  await expect(readMp4Index(file(3001))).rejects.toMatchObject({
    localized: { key: 'error.file-without-media.index' },
  });
});
