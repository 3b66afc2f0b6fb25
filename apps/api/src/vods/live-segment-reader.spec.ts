import { encodeJournal, type JournalRecord, objectKeys, type SegmentInfo, segmentName } from '#libs/contracts';
import { type Storage } from '#libs/storage';
import { expect, it } from '@jest/globals';
import { LiveSegmentReader, type NewSegment } from './live-segment-reader.js';

const VOD = '0a1b2c3d-0000-4000-8000-000000000000';
const PART = '01JD0000000000000000000000';
const T0 = 1_700_000_000_000;

const nameOf = (seq: number): string => {
  const rest = { ptsMs: seq * 2000, durMs: 2000, bytes: 1, pdtMs: null, ext: 'ts' } as const;
  const info: SegmentInfo = { ...rest, epoch: seq, seq, crc: seq.toString(16).padStart(8, '0') };
  return segmentName(info);
};
const epochRecord = (epoch: number): JournalRecord => ({
  ...{ t: 'epoch', epoch, cause: 'discontinuity', initCrc: null, container: 'ts' },
  startAt: T0 + epoch * 2000,
  firstPtsMs: epoch * 2000,
});

/** Objects in memory, in the order in which they are added. */
class FakeStorage {
  private readonly objects = new Map<string, string>();
  addSegment(seq: number): void {
    this.objects.set(objectKeys.segments(VOD, PART) + nameOf(seq), 'x');
  }
  addPage(page: number, records: readonly JournalRecord[]): void {
    this.objects.set(objectKeys.journalPage(VOD, PART, page), encodeJournal(records));
  }
  async *list(prefix: string, { startAfter = '' } = {}) {
    for (const key of this.objects.keys())
      if (key.startsWith(prefix) && key > startAfter)
        yield await Promise.resolve({ key, sizeBytes: 1, modifiedAt: new Date(T0 + 9000) });
  }
  async *names() {
    yield await Promise.resolve(`${PART}/`);
  }
  read(key: string): Promise<Buffer> {
    return Promise.resolve(Buffer.from(this.objects.get(key) ?? ''));
  }
}
const readerOf = (storage: FakeStorage): LiveSegmentReader => new LiveSegmentReader(storage as unknown as Storage, VOD);

it('places a segment by its epoch, which it guesses until a page of the journal describes it', async () => {
  const storage = new FakeStorage();
  const reader = readerOf(storage);
  const starts: number[] = [];
  const refresh = () => reader.refresh(({ epoch }: NewSegment) => starts.push(epoch.startAt - T0));
  storage.addPage(0, [epochRecord(0)]);
  storage.addSegment(0);
  storage.addSegment(1);
  await refresh();
  expect(starts).toEqual([0, 7000]);
  storage.addPage(1, [epochRecord(1), epochRecord(2)]);
  storage.addSegment(2);
  await refresh();
  expect(starts).toEqual([0, 7000, 4000]);
});

it('reads a source with an epoch for each segment, which no page describes yet, in linear time', async () => {
  const cpuMs: number[] = [];
  for (const count of [5000, 20_000]) {
    const storage = new FakeStorage();
    for (let seq = 0; seq < count; seq += 1) storage.addSegment(seq);
    let read = 0;
    const before = process.threadCpuUsage();
    await readerOf(storage).refresh(() => {
      read += 1;
    });
    const { user, system } = process.threadCpuUsage(before);
    expect(read).toBe(count);
    cpuMs.push((user + system) / 1000);
  }
  expect(cpuMs[1]! / cpuMs[0]!).toBeLessThan(9);
});
