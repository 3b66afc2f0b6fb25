import { expect, it } from '@jest/globals';
import { isSocketOriginOurs } from './socket-origin.js';

const HEADERS = { 'origin': 'https://evil.example', 'x-forwarded-host': 'evil.example', 'host': 'vod.example' };

it.each([
  [false, false],
  [0, false],
  [1, true],
])('X-Forwarded-Host counts with a trust of %p: %p', (trust, expected) => {
  expect(isSocketOriginOurs(HEADERS, trust)).toBe(expected);
});
