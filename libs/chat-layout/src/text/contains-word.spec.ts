import { expect, it } from '@jest/globals';
import { containsWord } from './contains-word.js';

it('P49 finds whole words only', () => {
  expect([
    containsWord('a foobar', ['foo']),
    containsWord('a FOO!', ['foo']),
    containsWord('barfoo foo', ['foo']),
    containsWord('foo_x', ['foo']),
  ]).toEqual([false, true, true, false]);
});
it('recognises letters of every script', () => {
  expect([
    containsWord('приветик', ['привет']),
    containsWord('о, привет!', ['привет']),
    containsWord('𝒳foo', ['foo']),
  ]).toEqual([false, true, false]);
});
it('ignores blank words', () => {
  expect(containsWord('anything', ['', '  '])).toBe(false);
});
