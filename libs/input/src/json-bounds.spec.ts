import { describe, expect, it } from '@jest/globals';
import { endOfString, exceededBound } from './json-bounds.js';

describe('exceededBound', () => {
  it.each<[string, number]>([
    ['1', 0],
    ['[]', 1],
    ['[1,2,3]', 3],
    ['{"a":{"b":[1,2]},"c":3}', 5],
    [String.raw`["a,[\",[{","b"]`, 2],
    ['["never closed,,,,', 1],
    ['["ü,"]', 1],
  ])('%s has %i parts', (text, parts) => {
    for (const json of [text, Buffer.from(text).toString('latin1')]) {
      expect(exceededBound(json, { parts })).toBeNull();
      expect(exceededBound(json, { parts: parts - 1 })).toBe('parts');
    }
  });

  it.each<[string, number]>([
    ['1', 0],
    ['[[],[[]],{}]', 3],
    [String.raw`{"a[[\"[[":"[[["}`, 1],
  ])('%s has %i levels', (json, depth) => {
    expect(exceededBound(json, { parts: 100, depth })).toBeNull();
    expect(exceededBound(json, { parts: 100, depth: depth - 1 })).toBe('depth');
  });
});

it.each<[string, number]>([
  ['"a",', 2],
  [String.raw`"\"\\",`, 5],
  ['"never closed', 13],
  ['"\\', 2],
])('the string at the start of %s ends at %i', (json, end) => {
  expect(endOfString(json, 0)).toBe(end);
});
