import { expect, it } from '@jest/globals';
import { isListedHost } from './listed-host.js';

it.each([
  ['https://cdn.example/a', 'cdn.example', true],
  ['https://cdn.example/a', 'cdn.example:443', true],
  ['http://cdn.example/a', 'cdn.example:443', false],
  ['http://cdn.example:443/a', 'cdn.example:443', true],
  ['https://cdn.example:8443/a', 'cdn.example', false],
  ['http://[::1]/a', '[::1]:80', true],
  ['https://evil.example/cdn.example', 'cdn.example', false],
])('sources-7 %s is one of %s: %s', (url, host, expected) => {
  expect(isListedHost(new URL(url), [host])).toBe(expected);
});
