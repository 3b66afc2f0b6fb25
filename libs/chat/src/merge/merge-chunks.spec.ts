import { describe, expect, it } from '@jest/globals';
import { type ChatRecord } from '#libs/contracts';
import fc from 'fast-check';
import { mergeChunks, type ReadableChunk } from './merge-chunks.js';

const gap = (at: number, until = at): ChatRecord => ({ t: 'gap', at, seenAt: 0, until, reason: '' });
const chunk = (...records: ChatRecord[]): ReadableChunk => ({
  firstAt: Math.min(...records.map((r) => r.at)),
  read: () => Promise.resolve(records),
});

async function collect(records: AsyncIterable<ChatRecord>): Promise<ChatRecord[]> {
  const all: ChatRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

describe('mergeChunks', () => {
  it('merges the records of two recorders, each once, in chronological order', async () => {
    const merged = await collect(
      mergeChunks([chunk(gap(5), gap(9), gap(7)), chunk(gap(1), gap(5)), chunk(gap(9), gap(8))]),
    );
    expect(merged.map((r) => r.at)).toEqual([1, 5, 7, 8, 9]);
  });

  it('retains the order of arrival of records with the same time', async () => {
    const merged = await collect(mergeChunks([chunk(gap(5, 8), gap(5, 6), gap(5, 7))]));
    expect(merged.map((r) => (r.t === 'gap' ? r.until : 0))).toEqual([8, 6, 7]);
  });

  it('reads a chunk only when its first record is due', async () => {
    let read = 0;
    const chunks = Array.from({ length: 100 }, (_, n) => ({
      firstAt: n * 10,
      read: () => {
        read += 1;
        return Promise.resolve([gap(n * 10), gap(n * 10 + 5)]);
      },
    }));
    const merging = mergeChunks(chunks);
    for (let n = 0; n < 20; n += 1) await merging.next();
    expect(read).toBeLessThanOrEqual(12);
  });

  it('sorts all records and loses none, with any overlap of chunks', async () => {
    const chunks = fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 10 }), {
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(chunks, async (lists) => {
        const merged = (await collect(mergeChunks(lists.map((stamps) => chunk(...stamps.map((at) => gap(at))))))).map(
          (r) => r.at,
        );
        expect(merged).toEqual([...new Set(lists.flat())].sort((a, b) => a - b));
      }),
    );
  });
});
