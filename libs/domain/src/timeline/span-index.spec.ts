import { expect, it } from '@jest/globals';
import { type EpochInfo, type PlacedSegment } from './part-info.js';
import { type Placed } from './placed-list.js';
import { SpanIndex, type VideoSpan } from './span-index.js';

const T0 = 1_700_000_000_000;
const epoch: EpochInfo = { epoch: 0, cause: 'start', startAt: T0, firstPtsMs: 0, initCrc: null, container: 'ts' };

/** Audio at `fromMs` of the wall clock. */
function audio(fromMs: number, { ptsMs = 0, durMs = 2000 }: { ptsMs?: number; durMs?: number } = {}): Placed {
  const rest = { epoch: 0, seq: 0, bytes: 1, pdtMs: null, crc: '00000000', ext: 'aac' } as const;
  const s: PlacedSegment = { ...rest, ptsMs, durMs, name: 'n.aac', partId: '01JD0000000000000000000000' };
  return { s, epoch, at: T0 + fromMs };
}

const span = (fromMs: number, { firstPtsMs = 0, durMs = 2000 } = {}): VideoSpan => ({
  ...{ startAt: T0 + fromMs, firstPtsMs, durMs, container: 'ts' },
});
const foundIn = (spans: readonly VideoSpan[], placed: Placed): number[] =>
  new SpanIndex(spans).find(placed).map(({ index }) => index);

it('sources-16 finds audio among very many spans whose clock begins again, and looks at few of them', () => {
  let reads = 0;
  const spans = Array.from({ length: 150_000 }, (_, i) => ({
    ...span(i * 2000),
    get durMs() {
      reads += 1;
      return 2000;
    },
  }));
  const index = new SpanIndex(spans);
  reads = 0;
  expect(index.find(audio(100_000 * 2000)).map((found) => found.index)).toEqual([100_000]);
  expect(reads).toBeLessThan(100);
});

it('sources-16 finds audio by its time stamps where the wall clock is far away, across a wrap too', () => {
  const spans = [span(0, { firstPtsMs: 10_000 }), span(60_000, { firstPtsMs: 70_000 })];
  expect(foundIn(spans, audio(30_000, { ptsMs: 70_500 }))).toEqual([1]);
  const wrapMs = 2 ** 33 / 90;
  expect(foundIn([span(0, { firstPtsMs: wrapMs - 3000, durMs: 9000 })], audio(40_000, { ptsMs: 1000 }))).toEqual([0]);
});

it('sources-25 finds audio without time stamps by the wall clock alone, also at a border, and shifts its times', () => {
  const untimed = (fromMs: number): Placed => {
    const placed = audio(fromMs, { ptsMs: fromMs });
    return { ...placed, epoch: { ...epoch, untimed: true, container: 'mp3' } };
  };
  const spans = [span(0, { firstPtsMs: 50_000_000, durMs: 9000 }), span(10_000, { firstPtsMs: 0, durMs: 9000 })];
  const found = (fromMs: number) =>
    new SpanIndex(spans).find(untimed(fromMs)).map(({ index, atMs, shiftMs }) => [index, atMs, shiftMs]);
  expect(found(2000)).toEqual([[0, 2000, 50_000_000]]);
  expect(found(8500)).toEqual([
    [0, 8500, 50_000_000],
    [1, -1500, -10_000],
  ]);
  expect(found(30_000)).toEqual([]);
});

it('sources-16 finds the nearest span alone if the clock begins again, and both sides of a border of one clock', () => {
  const restarts = [0, 1000, 2000, 3000].map((fromMs) => span(fromMs, { durMs: 1000 }));
  expect(foundIn(restarts, audio(2000, { durMs: 1000 }))).toEqual([2]);
  const oneClock = [span(0, { durMs: 3000 }), span(3100, { firstPtsMs: 3000, durMs: 3000 })];
  expect(foundIn(oneClock, audio(2000, { ptsMs: 2000 }))).toEqual([0, 1]);
});
