import { expect, it } from '@jest/globals';
import { trendOf } from './trend.js';

const line = (y: (x: number) => number) => Array.from({ length: 40 }, (_, x) => ({ x, y: y(x) }));

it('finds the slope of a line, and that noise has none', () => {
  expect(trendOf(line((x) => 7 + 3 * x))).toEqual({ slope: 3, noise: 0 });
  const noise = trendOf(line((x) => (x % 2 === 0 ? 1 : -1)));
  expect(Math.abs(noise.slope)).toBeLessThan(noise.noise);
  const leak = trendOf(line((x) => 0.2 * x + (x % 2 === 0 ? 1 : -1)));
  expect(leak.slope).toBeGreaterThan(leak.noise);
});

it('takes a slow wave for noise, but not steps that go on', () => {
  const wave = trendOf(line((x) => 3 * Math.cos(x / 5)));
  expect(Math.abs(wave.slope)).toBeLessThan(wave.noise);
  const steps = trendOf(line((x) => Math.round(0.2 * x)));
  expect(steps.slope).toBeGreaterThan(steps.noise);
});
