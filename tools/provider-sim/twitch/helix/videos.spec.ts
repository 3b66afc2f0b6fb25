import { expect, it } from '@jest/globals';
import { goDuration } from './videos.js';

it.each([
  [45, '45s'],
  [1269, '21m9s'],
  [11_313, '3h8m33s'],
  [90_000, '25h0m0s'],
  [0.9, '0s'],
])('writes %d s as %s', (seconds, text) => {
  expect(goDuration(seconds)).toBe(text);
});
