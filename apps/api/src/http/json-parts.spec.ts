import { expect, it } from '@jest/globals';
import { hasMoreParts } from './json-parts.js';

it.each<[string, number]>([
  ['1', 0],
  ['[]', 1],
  ['[1,2,3]', 3],
  ['{"a":{"b":[1,2]},"c":3}', 5],
  [String.raw`["a,[\",[{","b"]`, 2],
  ['["never closed,,,,', 1],
])('%s has %i parts', (text, parts) => {
  expect(hasMoreParts(Buffer.from(text), parts)).toBe(false);
  expect(hasMoreParts(Buffer.from(text), parts - 1)).toBe(true);
});
