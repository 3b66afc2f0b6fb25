import { expect, it } from '@jest/globals';
import { type MediaShape, type Track } from './media-shape.js';
import { groupRuns, measureRun, type MeasuredRun, cutLong } from './measure-runs.js';
import { type SourceRun } from './source-run.js';

const shape = (over: Partial<MediaShape>): MediaShape => ({
  fingerprint: 'a',
  container: 'ts',
  tracks: [],
  complete: true,
  seenAll: true,
  label: '',
  videoCodec: 'h264',
  ticksPerSecond: 90_000,
  firstTicks: 0,
  endTicks: 0,
  frameTicks: 3000,
  packetTicks: [],
  startSeconds: 0,
  ...over,
});
const run = (durMs: number, count = 2): SourceRun => ({
  container: 'ts',
  init: null,
  durMs,
  pieces: Array.from({ length: count }, (_, i) => ({ key: String(i), bytes: 1 })),
});
const WRAP = 2 ** 33;

it('is as long as from its first frame to the end of its last', () => {
  const measured = measureRun(
    run(10_000),
    shape({ firstTicks: 90_000, startSeconds: 0.98 }),
    shape({ endTicks: 990_000 }),
  );
  expect(measured.spanSeconds).toBe(10);
  expect(measured.leadSeconds).toBeCloseTo(0.02, 9);
});

it('goes over a wrap of the clock, by what the timeline says', () => {
  expect(measureRun(run(10_000), shape({ firstTicks: WRAP - 450_000 }), shape({ endTicks: 450_000 })).spanSeconds).toBe(
    10,
  );
});

const track = (index: number, format: string): Track => ({
  index,
  type: index === 0 ? 'video' : 'audio',
  codec: '',
  format,
});
const grouped = (...shapes: (readonly Track[])[]): string[][] =>
  groupRuns(shapes.map((tracks, i) => ({ shape: shape({ tracks, label: String(i) }) }) as MeasuredRun)).map((group) =>
    group.map((r) => r.shape.label),
  );

it('puts consecutive runs of one format into one file', () => {
  const [a, b] = [[track(0, 'a')], [track(0, 'b')]];
  expect(grouped(a, a, b, a)).toEqual([['0', '1'], ['2'], ['3']]);
});

it('sources-17 puts a run that lacks audio into the file of the others, in any order', () => {
  const [bare, full] = [[track(0, 'a')], [track(0, 'a'), track(1, 'x')]];
  expect(grouped(full, bare, full)).toEqual([['0', '1', '2']]);
  expect(grouped(bare, full)).toEqual([['0', '1']]);
  expect(grouped(bare, full, [track(0, 'a'), track(1, 'y')])).toEqual([['0', '1'], ['2']]);
});

it('integrity-1 puts a run that lacks video into the file of the others, unless its tracks have other places', () => {
  const [bare, full] = [[track(1, 'x')], [track(0, 'a'), track(1, 'x')]];
  expect(grouped(bare, full, bare)).toEqual([['0', '1', '2']]);
  expect(grouped([track(0, 'x')], full)).toEqual([['0'], ['1']]);
  expect(grouped([track(1, 'y')], full)).toEqual([['0'], ['1']]);
});

it('reads a run of two days as several, every segment once', () => {
  const hours = 50;
  const parts = cutLong(run(hours * 3_600_000, 1000));
  expect(parts).toHaveLength(3);
  expect(parts.flatMap((p) => p.pieces.map((x) => x.key))).toEqual(Array.from({ length: 1000 }, (_, i) => String(i)));
  expect(parts.reduce((sum, p) => sum + p.durMs, 0)).toBeCloseTo(hours * 3_600_000, 3);
  expect(cutLong(run(60_000))).toHaveLength(1);
});
