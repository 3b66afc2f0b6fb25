import { expect, it } from '@jest/globals';
import { holdsWord } from './holds-word.js';

it('P49 finds whole words only', () => {
  expect([
    holdsWord('a foobar', ['foo']),
    holdsWord('a FOO!', ['foo']),
    holdsWord('barfoo foo', ['foo']),
    holdsWord('foo_x', ['foo']),
  ]).toEqual([false, true, true, false]);
});
it('knows letters of every script', () => {
  expect([holdsWord('приветик', ['привет']), holdsWord('о, привет!', ['привет']), holdsWord('𝒳foo', ['foo'])]).toEqual([
    false,
    true,
    false,
  ]);
});
it('takes blank words for none', () => {
  expect(holdsWord('anything', ['', '  '])).toBe(false);
});
