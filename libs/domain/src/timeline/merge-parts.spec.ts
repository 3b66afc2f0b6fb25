import { type GapRecord } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { growth, LINEAR_GROWTH } from '../../../../tools/common/thread-cpu.js';
import { adMs, buildTimeline, mergeParts } from './build-timeline.js';
import { type PartInfo, type PlacedSegment } from './part-info.js';

const PARTS = ['01JD0000000000000000000000', '01JD0000000000000000000001', '01JD0000000000000000000002'];

/** A segment is its time in ms; null: it has no programme date-time. */
function partOf(partId: string, times: readonly (number | null)[]): PartInfo {
  const epochs = times.map((at, epoch) => ({
    epoch,
    cause: 'start' as const,
    startAt: at ?? 0,
    firstPtsMs: 0,
    initCrc: null,
    container: 'ts' as const,
  }));
  const segments = times.map((at, seq): PlacedSegment => ({
    ...{ partId, name: `${seq}.ts`, epoch: seq, seq, ptsMs: 0, durMs: 10, bytes: 1, ext: 'ts' },
    pdtMs: at,
    crc: `${partId.at(-1) ?? ''}${seq}`,
  }));
  return {
    ...{ partId, part: null, end: null, gaps: [], ads: [], notices: [], segments },
    epochs: new Map(epochs.map((epoch) => [epoch.epoch, epoch])),
  };
}

/** Segments one by one, each behind the last one that is not later. */
function oneByOne(parts: readonly PartInfo[]): string[] {
  const list: PlacedSegment[] = [];
  const isLater = (a: PlacedSegment | undefined, b: PlacedSegment): boolean =>
    a !== undefined && a.partId !== b.partId && a.pdtMs !== null && b.pdtMs !== null && a.pdtMs > b.pdtMs;
  for (const next of parts.flatMap(({ segments }) => segments)) {
    let i = list.length;
    while (isLater(list[i - 1], next)) i -= 1;
    list.splice(i, 0, next);
  }
  return list.map(({ crc }) => crc);
}
const order = (parts: readonly PartInfo[]): string[] => mergeParts(parts).map(({ s }) => s.crc);

it('has each segment of a later part behind the last one that is not later', () => {
  // Two parts with nearly the same date have the same segment.
  const segments = fc.uniqueArray(
    fc.record({ at: fc.nat(50).map((n) => n * 10_000), part: fc.nat(2), isDated: fc.boolean() }),
    {
      selector: ({ at }) => at,
      maxLength: 24,
    },
  );
  fc.assert(
    fc.property(segments, (all) => {
      const parts = PARTS.map((partId, i) => {
        const own = all.filter(({ part }) => part === i);
        return partOf(
          partId,
          own.map(({ at, isDated }) => (isDated ? at : null)),
        );
      });
      expect(order(parts)).toEqual(oneByOne(parts));
    }),
    { numRuns: 500 },
  );
});

it('merges a part alone as it does beside a part without segments', () => {
  const part = partOf(PARTS[0]!, [0, 20_000, null, 10_000]);
  const again = { ...part, segments: part.segments.flatMap((s) => [s, { ...s, crc: 'again' }]) };
  expect(order([again])).toEqual(part.segments.map(({ crc }) => crc));
  expect(mergeParts([again])).toEqual(mergeParts([again, partOf(PARTS[1]!, [])]));
});

const COUNT = 6000;
const timesFrom = (start: number, stepMs: number, length: number): number[] =>
  Array.from({ length }, (_, n) => start + n * stepMs);
type Changed = Partial<Pick<PlacedSegment, 'durMs' | 'crc' | 'ptsMs'>>;
const changed = (part: PartInfo, change: Changed): PartInfo => ({
  ...part,
  segments: part.segments.map((s) => ({ ...s, ...change })),
});

interface LongParts {
  readonly starts: readonly number[];
  readonly stepMs: number;
  readonly change?: Changed;
}

it.each<[string, LongParts]>([
  ['the later one is earlier', { starts: [1e12, 0], stepMs: 10_000 }],
  ['each segment claims to last a day', { starts: [0, 1e12], stepMs: 10_000, change: { durMs: 86_400_000 } }],
  ['all have one date', { starts: [0, 1e12], stepMs: 0, change: { durMs: 1 } }],
  ['all are equal', { starts: [0, 1e12], stepMs: 10_000, change: { crc: '00000000', ptsMs: 0 } }],
])('integrity-11 merges long parts in linear time: %s', async (_name, { starts, stepMs, change = {} }) => {
  const merging = (count: number) => {
    const parts = starts.map((start, i) => changed(partOf(PARTS[i]!, timesFrom(start, stepMs, count)), change));
    return () => {
      expect(mergeParts(parts)).toHaveLength(2 * count);
    };
  };
  expect(await growth(merging, COUNT)).toBeLessThan(LINEAR_GROWTH);
});

it.each([
  ['in their order', (n: number) => n],
  ['each earlier than all before', (n: number) => -n],
  ['mixed', (n: number) => (n * 7919) % 10_007],
])('integrity-11 looks at each segment of many parts a few times, however many there are: %s', (_name, place) => {
  const [few, many] = [500, 4000].map((count) => {
    let reads = 0;
    const parts = Array.from({ length: count }, (_, n) => {
      const part = partOf(String(n).padStart(26, '0'), [1e12 + place(n) * 60_000]);
      return {
        ...part,
        segments: part.segments.map((s) => ({
          ...s,
          crc: String(n),
          get pdtMs() {
            reads += 1;
            return s.pdtMs;
          },
        })),
      };
    });
    const merged = mergeParts(parts).map(({ at }) => at);
    expect(merged).toEqual(merged.toSorted((a, b) => a - b));
    expect(merged).toHaveLength(count);
    return reads;
  });
  expect(many!).toBeLessThan(10 * few!);
});

it('integrity-11 finds the causes of many gaps in linear time', async () => {
  const reading = (count: number) => {
    const part = partOf(PARTS[0]!, timesFrom(0, 10_000, count));
    const gaps = part.segments.map(({ seq }): GapRecord => ({
      ...{ t: 'gap', cause: 'not-found', fromSeq: 0, toSeq: 0, durMs: 9000 },
      epoch: seq,
      at: seq * 10_000 + 10,
    }));
    return () => {
      const causes = new Set(buildTimeline([{ ...part, gaps }]).gaps.map(({ cause }) => cause));
      expect([...causes]).toEqual(['not-found']);
    };
  };
  expect(await growth(reading, COUNT)).toBeLessThan(LINEAR_GROWTH);
});

it('looks for the ads of a gap near it, however many gaps and ads there are', () => {
  const [few, many] = [500, 2000].map((count) => {
    let reads = 0;
    const part = partOf(
      PARTS[0]!,
      Array.from({ length: count }, (_, n) => n * 10_000),
    );
    const ads = part.segments.map(({ seq }) => ({
      ...{ t: 'ad' as const, epoch: 0, roll: 'midroll' as const, id: '' },
      durMs: 2000,
      get at() {
        reads += 1;
        return seq * 10_000 + 5000;
      },
    }));
    expect(adMs(buildTimeline([{ ...part, ads }]))).toBe((count - 1) * 2000);
    return reads;
  });
  expect(many!).toBeLessThan(8 * few!);
});
