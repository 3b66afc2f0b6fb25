import { expect, it } from '@jest/globals';
import { compareWithReference, faultsOf, type Comparison, type DecodedFile } from './compare.js';

const SOURCE = 300;
const FRAME_MS = 1000 / 30;
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** A file with these frames, in order, whose audio is `lateMs` later than its video. */
function decoded(frames: readonly number[], lateMs = 0): DecodedFile {
  const toneAt = (atMs: number): number | null => {
    const number = frames[Math.floor((atMs - lateMs) / FRAME_MS)];
    return number === undefined ? null : Math.floor(number / 30) % 32;
  };
  const lengthMs = frames.length * FRAME_MS;
  return {
    frames: frames.map((number, i) => ({ number, ptsMs: i * FRAME_MS })),
    tones: Array.from({ length: Math.floor(lengthMs / 10) }, (_, i) => ({ atMs: i * 10, tone: toneAt(i * 10) })),
  };
}

const compared = (files: readonly DecodedFile[], reference: DecodedFile, clockPerReader = false): Comparison =>
  compareWithReference(files, reference, { frames: SOURCE, clockPerReader });

it('finds nothing wrong with a recording that begins before the reference and ends after it', () => {
  const comparison = compared([decoded(numbers(0, 300))], decoded(numbers(45, 250)));
  expect(comparison).toMatchObject({ got: 300, reference: 205, lost: [], doubled: [], swapped: [], silent: [] });
  expect(Math.abs(comparison.syncMs ?? 99)).toBeLessThanOrEqual(10);
  expect(faultsOf(comparison, true)).toEqual([]);
});

it('finds lost and doubled frames, and frames out of order', () => {
  const recording = decoded([...numbers(0, 90), ...numbers(100, 130), ...numbers(120, 160), ...numbers(95, 98)]);
  expect(compared([recording], decoded(numbers(10, 160)))).toMatchObject({
    lost: [
      { first: 90, count: 5 },
      { first: 98, count: 2 },
    ],
    doubled: [{ first: 120, count: 10 }],
    swapped: [{ first: 95, count: 3 }],
  });
});

it('does not blame the recording for what the reference has twice or out of order, too', () => {
  const source = [...numbers(0, 90), ...numbers(60, 120), ...numbers(40, 44)];
  expect(faultsOf(compared([decoded(source)], decoded(source)), false)).toEqual([]);
});

it('does not expect a frame whose time stamp is before that of the previous one', () => {
  const { frames, tones } = decoded(numbers(0, 90));
  const lateFirst = frames.map(({ number, ptsMs }) => ({ number, ptsMs: number === 0 ? 2 * FRAME_MS : ptsMs }));
  expect(compared([decoded([0, ...numbers(2, 89)])], { frames: lateFirst, tones }).lost).toEqual([
    { first: 89, count: 1 },
  ]);
});

it('measures the sound against the reference, and not against the pictures', () => {
  const reference = decoded(numbers(0, 200), 200);
  expect(faultsOf(compared([decoded(numbers(0, 200), 210)], reference), false)).toEqual([]);
  expect(faultsOf(compared([decoded(numbers(0, 200), 110)], reference), false)).toEqual(['audio off by -90 ms']);
});

it('measures only changes of the offset if each reader has its own', () => {
  const reference = decoded(numbers(0, 300), 200);
  expect(compared([decoded(numbers(0, 300), 110)], reference, true)).toMatchObject({ syncMs: 0 });
  const drifts = [decoded(numbers(0, 200), 110), decoded(numbers(200, 300), 190)];
  expect(faultsOf(compared(drifts, reference, true), false)).toEqual([expect.stringMatching(/^audio off by 8\d ms$/)]);
});

it('finds sound that is missing', () => {
  const whole = decoded(numbers(0, 200));
  const quiet: DecodedFile = {
    frames: whole.frames,
    tones: whole.tones.map(({ atMs, tone }) => ({ atMs, tone: atMs > 2500 && atMs < 3500 ? null : tone })),
  };
  expect(faultsOf(compared([quiet], whole), false)).toEqual(['no sound at the seconds 3+1']);
  expect(compared([{ ...whole, tones: [] }], whole)).toMatchObject({ syncMs: null });
});

it('counts what the reference lost, too, if the producer lists all frames', () => {
  const comparison = compared([decoded(numbers(30, 100))], decoded(numbers(60, 100)));
  expect(comparison.lostByBoth).toEqual([{ first: 100, count: 200 }]);
  expect(faultsOf(comparison, false)).toEqual([]);
  expect(faultsOf(comparison, true)).toEqual(['lost frames 100+200, like the reference']);
});

it('reports an empty recording as one fault', () => {
  expect(faultsOf(compared([], decoded(numbers(0, 200))), true)).toEqual(['nothing is recorded']);
});

it('compares a recording of several files', () => {
  const files = [decoded(numbers(0, 100)), decoded(numbers(100, 200))];
  expect(compared(files, decoded(numbers(0, 200)))).toMatchObject({ lost: [], doubled: [], got: 200 });
});
