import { expect, it } from '@jest/globals';
import { fromLocalInput, toLocalInput } from './local-moment.js';

it('gives the minute back that it was given', () => {
  expect(fromLocalInput(toLocalInput('2026-11-28T09:05:00.000Z'))).toBe('2026-11-28T09:05:00.000Z');
});
it('is in the form of the input', () => {
  expect(toLocalInput('2026-01-02T03:04:05.000Z')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
});
