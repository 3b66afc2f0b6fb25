import { expect, it } from '@jest/globals';
import { ffconcat } from './ffconcat.js';
import { type MeasuredRun } from './measured-run.js';

const run = (spanSeconds: number, leadSeconds: number): MeasuredRun =>
  ({ spanSeconds, leadSeconds, frameSeconds: 1 / 30 }) as MeasuredRun;
const durations = (runs: readonly MeasuredRun[]): number[] =>
  [
    ...ffconcat(
      runs,
      runs.map(() => 'u'),
    ).matchAll(/^duration (.*)$/gm),
  ].map((m) => Number(m[1]));

it('names each run and how long it is', () => {
  expect(ffconcat([run(10, 0), run(2.5, 0)], ['http://a/0.ts', 'http://a/1.ts'])).toBe(
    "ffconcat version 1.0\nfile 'http://a/0.ts'\nduration 10.000000\nfile 'http://a/1.ts'\nduration 2.500000\n",
  );
});

it('starts the picture of each run where the one before ends, whatever its audio does', () => {
  const runs = [run(10, 0.02), run(5, 0.05), run(5, 0)];
  const [first = 0, second = 0] = durations(runs);
  expect(first + 0.05).toBeCloseTo(10 + 0.02, 6);
  expect(first + second + 0).toBeCloseTo(15 + 0.02, 6);
});

it('does not let the rounding of a thousand runs add up', () => {
  const runs = Array.from({ length: 1000 }, () => run(1001 / 30_000, 0));
  expect(durations(runs).reduce((a, b) => a + b, 0)).toBeCloseTo(1001 / 30, 5);
});
