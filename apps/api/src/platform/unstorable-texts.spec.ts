import { expect, it } from '@jest/globals';
import { unstorableTexts } from './unstorable-texts.js';

const pathsOf = (value: unknown): string[] => unstorableTexts(value, 'body').map((f) => f.path);

it('names every text with a NUL or half a character, however deep', () => {
  expect(pathsOf({ name: 'a\u0000b', list: ['ok', '\ud800'], deep: { inner: '\udc00x' } })).toEqual([
    'name',
    'list[1]',
    'deep.inner',
  ]);
  expect(pathsOf('\u0000')).toEqual(['body']);
});

it('leaves every whole character alone, and what is no text', () => {
  expect(pathsOf({ a: 'häuser 👩‍👩‍👧', b: 1, c: null, d: [true], e: undefined })).toEqual([]);
});

it('does not list more than a caller reads', () => {
  expect(pathsOf(Array.from({ length: 500 }, () => '\u0000'))).toHaveLength(20);
});
