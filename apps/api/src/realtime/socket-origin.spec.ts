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

it.each([
  ['evil.example, vod.example', 'https://evil.example', false],
  ['evil.example, vod.example', 'https://vod.example', true],
  ['evil.example,vod.example', 'https://vod.example', true],
])(
  'of X-Forwarded-Host %p, the trusted proxy wrote the last entry: a page of %s is ours: %p',
  (forwarded, origin, ours) => {
    const headers = { origin, 'x-forwarded-host': forwarded, 'host': '127.0.0.1:8080' };
    expect(isSocketOriginOurs(headers, 1)).toBe(ours);
  },
);
