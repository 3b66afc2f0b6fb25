import { expect, it } from '@jest/globals';
import { clockText, fromLocalInput, parseClock, toLocalInput } from './clock-text.js';

it.each([
  ['1:02:03', 3723],
  ['4:07', 247],
  ['4:07.5', 247.5],
  ['90', 90],
  ['0', 0],
  [' 12,25 ', 12.25],
  ['100:00', 6000],
])('reads %j as %d s', (text, seconds) => {
  expect(parseClock(text)).toBe(seconds);
});
it.each(['', 'soon', '-5', '1:60', '1:2:60', '1:2:3:4', '1::2', '1e3', '0x10', '1.2345'])(
  'reads %j as no moment',
  (text) => {
    expect(parseClock(text)).toBeNaN();
  },
);
it.each([0, 7, 59.999, 247.5, 3723.04, 360_000])('writes %d s so that it is read as the same', (seconds) => {
  expect(parseClock(clockText(seconds))).toBe(seconds);
});
it('always writes hours, so that columns line up', () => {
  expect([clockText(7), clockText(3723.04)]).toEqual(['0:00:07', '1:02:03.04']);
});

it('gives the minute back that it was given', () => {
  expect(fromLocalInput(toLocalInput('2026-11-28T09:05:00.000Z'))).toBe('2026-11-28T09:05:00.000Z');
});
it('is in the form of the input', () => {
  expect(toLocalInput('2026-01-02T03:04:05.000Z')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
});
