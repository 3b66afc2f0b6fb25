import { encodeJournal, type JournalRecord, objectKeys, segmentName } from '#libs/contracts';
import { partTotals } from '#libs/domain';
import { type Storage } from '#libs/storage';
import { describe, expect, it } from '@jest/globals';
import { ulid } from 'ulid';
import { readStoredPart, type StoredPart } from './stored-part.js';

const PLACE = 'vod';
const PART = ulid();
const T0 = Date.parse('2026-03-01T18:00:00Z');
const SEGMENT_MS = 2000;
const FIRST_PTS_MS = 10_000;

const epoch = {
  epoch: 0,
  cause: 'start',
  startAt: T0,
  firstPtsMs: FIRST_PTS_MS,
  initCrc: null,
  container: 'ts',
} as const;
const epochRecord: JournalRecord = { t: 'epoch', ...epoch };
const nameOf = (seq: number): string =>
  segmentName({
    epoch: 0,
    seq,
    ptsMs: FIRST_PTS_MS + seq * SEGMENT_MS,
    durMs: SEGMENT_MS,
    bytes: 500,
    pdtMs: T0 + seq * SEGMENT_MS,
    crc: '0000000a',
    ext: 'ts',
  });
const segmentRecord = (seq: number): JournalRecord => ({ t: 'seg', name: nameOf(seq), storedAt: T0 });
/** A download records each missing segment as a gap of its own. */
const gapRecord = (seq: number): JournalRecord => ({
  t: 'gap',
  epoch: 0,
  fromSeq: seq,
  toSeq: seq,
  at: T0 + seq * SEGMENT_MS,
  durMs: SEGMENT_MS,
  cause: 'not-found',
});

/** Reads a part of these journal pages and segments from a storage in memory. */
function stored(pages: readonly (readonly JournalRecord[])[], seqs: readonly number[]): Promise<StoredPart> {
  const objects = new Map([
    ...pages.map((page, n) => [objectKeys.journalPage(PLACE, PART, n), Buffer.from(encodeJournal(page))] as const),
    ...seqs.map((seq) => [objectKeys.segment(PLACE, PART, nameOf(seq)), Buffer.alloc(500)] as const),
  ]);
  const storage = {
    list: async function* (prefix: string) {
      for (const [key, { length }] of objects)
        if (key.startsWith(prefix)) yield await Promise.resolve({ key, sizeBytes: length, modifiedAt: new Date(T0) });
    },
    read: (key: string) => Promise.resolve(objects.get(key)),
  };
  return readStoredPart(storage as unknown as Storage, PLACE, PART);
}

it('counts the pages, and finds the segments that no page names', async () => {
  const { pageCount, unrecorded, info } = await stored(
    [[epochRecord, segmentRecord(0)], [segmentRecord(1)]],
    [0, 1, 2],
  );
  expect([pageCount, unrecorded]).toEqual([2, [{ name: nameOf(2), bytes: 500, modifiedAt: T0 }]]);
  expect(partTotals(info)).toEqual({ segments: 3, bytes: 1500, mediaMs: 3 * SEGMENT_MS, missingMs: 0 });
});

describe('a download continues', () => {
  it('from the beginning if nothing is stored', async () => {
    expect((await stored([], [])).resume).toBeNull();
  });

  it('after the newest segment, on the clocks of its epoch', async () => {
    expect((await stored([[epochRecord]], [0, 1])).resume).toMatchObject({
      seq: 1,
      at: T0 + SEGMENT_MS,
      epoch: { epoch, nextPtsMs: FIRST_PTS_MS + 2 * SEGMENT_MS, nextPdtMs: T0 + 2 * SEGMENT_MS },
    });
  });

  it('after the gaps that follow the newest segment, and counts only their time', async () => {
    expect((await stored([[epochRecord, gapRecord(0), gapRecord(2), gapRecord(3)]], [1])).resume).toMatchObject({
      seq: 3,
      at: T0 + 3 * SEGMENT_MS,
      epoch: { nextPtsMs: FIRST_PTS_MS + 4 * SEGMENT_MS, nextPdtMs: T0 + 4 * SEGMENT_MS },
    });
  });

  it('after the newest segment that follows a gap', async () => {
    expect((await stored([[epochRecord, gapRecord(1)]], [0, 2])).resume).toMatchObject({
      seq: 2,
      at: T0 + 2 * SEGMENT_MS,
      epoch: { nextPtsMs: FIRST_PTS_MS + 3 * SEGMENT_MS },
    });
  });

  it('after the last of the gaps, without an epoch, if no segment is stored', async () => {
    expect((await stored([[gapRecord(1)], [gapRecord(0)]], [])).resume).toEqual({
      seq: 1,
      at: T0 + SEGMENT_MS,
      epoch: null,
    });
  });
});
