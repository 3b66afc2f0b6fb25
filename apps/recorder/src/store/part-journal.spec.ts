import { describe, expect, it } from '@jest/globals';
import { decodeJournal } from '#libs/contracts';
import { PartJournal } from './part-journal.js';
import { type SmallObject } from './small-object.js';

const place = { vodUuid: '6d7fab8d-57c6-490a-bcc7-690263fc73f4', partId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
const gap = { t: 'gap', epoch: 0, fromSeq: 1, toSeq: 1, at: 0, durMs: 5, cause: 'left-window' } as const;
const epoch = {
  t: 'epoch',
  epoch: 1,
  cause: 'discontinuity',
  startAt: 0,
  firstPtsMs: 0,
  initCrc: null,
  container: 'ts',
} as const;
const kinds = (pages: readonly SmallObject[]): string[][] =>
  pages.map(({ body }) => decodeJournal(String(body)).records.map((r) => r.t));

describe('PartJournal', () => {
  it('writes a page for an epoch before its first segment, and none before the first epoch', () => {
    const journal = new PartJournal(place, 60_000);
    journal.add(gap);
    expect(journal.flush(0)).toEqual([]);
    journal.add(epoch);
    const pages = journal.flush(0);
    expect(kinds(pages)).toEqual([['gap', 'epoch']]);
    expect(pages[0]?.key).toBe(`vods/${place.vodUuid}/parts/${place.partId}/j/000000.ndjson`);
    expect(journal.stored('a', 0)).toEqual([]);
    journal.add({ ...epoch, epoch: 2 });
    expect(kinds(journal.flush(1))).toEqual([['seg', 'epoch']]);
  });

  it('cuts a page every 50 segments', () => {
    const journal = new PartJournal(place, 60_000);
    const sizes = Array.from({ length: 101 }, (_, i) => journal.stored(`s${i}`, i))
      .flatMap(kinds)
      .map((page) => page.length);
    expect(sizes).toEqual([50, 50]);
  });

  it('cuts a page every minute', () => {
    const journal = new PartJournal(place, 60_000);
    expect([0, 30_000, 59_999, 60_000, 70_000, 120_000].map((now) => journal.stored('s', now).length)).toEqual([
      0, 0, 0, 1, 0, 1,
    ]);
  });

  it('writes a gap at once, with the segments before it', () => {
    const journal = new PartJournal(place, 60_000);
    journal.add(epoch);
    journal.flush(0);
    journal.stored('c', 2);
    journal.add(gap);
    expect(kinds(journal.flush(3))).toEqual([['seg', 'gap']]);
    expect(journal.flush(4)).toEqual([]);
  });
});
