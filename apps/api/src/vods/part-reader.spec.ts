import { encodeJournal, type JournalRecord, objectKeys, segmentName } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { PartReader } from './part-reader.js';

const VOD = '0a1b2c3d-0000-4000-8000-000000000000';
const PART = '01JD0000000000000000000000';
const T0 = 1_700_000_000_000;
/** Two days in segments of 2 s. */
const SEGMENTS = 86_400;

const nameOf = (seq: number): string =>
  segmentName({
    ...{ epoch: 0, seq, ptsMs: seq * 2000, durMs: 2000, bytes: 1, pdtMs: T0 + seq * 2000 },
    ...{ crc: seq.toString(16).padStart(8, '0'), ext: 'ts' },
  });
const EPOCH: JournalRecord = {
  ...{ t: 'epoch', epoch: 0, cause: 'start', startAt: T0, firstPtsMs: 0 },
  ...{ initCrc: null, container: 'ts' },
};
const END: JournalRecord = { t: 'end', cause: 'endlist', at: T0, segments: SEGMENTS, bytes: SEGMENTS, reason: '' };

const objectOf = (key: string) => ({ key, sizeBytes: 1, modifiedAt: new Date(T0) });

/** A storage of one part that answers without a turn of the event loop. */
const storage = {
  async *list(prefix: string) {
    if (prefix === objectKeys.journal(VOD, PART))
      for (const n of [0, 1]) yield await Promise.resolve(objectOf(objectKeys.journalPage(VOD, PART, n)));
    if (prefix === objectKeys.segments(VOD, PART))
      for (let seq = 0; seq < SEGMENTS; seq += 1) yield await Promise.resolve(objectOf(`${prefix}${nameOf(seq)}`));
  },
  async *names() {
    yield await Promise.resolve(`${PART}/`);
  },
  read: (key: string) => {
    const segment: JournalRecord = { t: 'seg', name: nameOf(0), storedAt: T0 };
    const page = key === objectKeys.journalPage(VOD, PART, 0) ? [EPOCH, segment] : [segment, END];
    return Promise.resolve(Buffer.from(encodeJournal(page)));
  },
} as unknown as Storage;

it('reads the journal without the records of segments, which the listing reports', async () => {
  expect(await new PartReader(storage).journal(VOD, PART)).toEqual([EPOCH, END]);
});

it('counts media that fill gaps only once their part is complete', async () => {
  const begun: JournalRecord = {
    ...{ t: 'part', partId: PART, vodUuid: VOD, recorder: 'n', startedAt: T0, origin: 'site-vod' },
    ...{ rendition: 'source', width: null, height: null, fps: null, targetDurationMs: 0 },
  };
  const segments = objectKeys.segments(VOD, PART);
  const countOf = async (pages: readonly JournalRecord[][]): Promise<number> => {
    const filling = {
      ...storage,
      async *list(prefix: string) {
        const journal = pages.map((_, n) => objectKeys.journalPage(VOD, PART, n));
        const keys = prefix === segments ? [`${prefix}${nameOf(0)}`] : journal;
        for (const key of keys) yield await Promise.resolve(objectOf(key));
      },
      read: (key: string) => {
        const page = pages.find((_, n) => key === objectKeys.journalPage(VOD, PART, n)) ?? [];
        return Promise.resolve(Buffer.from(encodeJournal(page)));
      },
    } as unknown as Storage;
    return (await new PartReader(filling).readAll(VOD)).length;
  };
  expect(await countOf([[begun]])).toBe(0);
  expect(await countOf([[begun], [begun, EPOCH, END]])).toBe(1);
  // A recorder that was killed before its first page has no record of its part: its media count.
  expect(await countOf([])).toBe(1);
});

it('lets other work run while it reads a long part', async () => {
  let turns = 0;
  const onTurn = (): void => {
    turns += 1;
    next = setImmediate(onTurn);
  };
  let next = setImmediate(onTurn);
  const { timeline } = await new PartReader(storage).timelineOf(VOD);
  clearImmediate(next);
  expect(timeline.runs.map(({ segments }) => segments.length)).toEqual([SEGMENTS]);
  expect(turns).toBeGreaterThan(0);
});
