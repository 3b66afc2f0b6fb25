import { expect, it } from '@jest/globals';
import { unstorableTexts } from './unstorable-texts.js';

const pathsOf = (value: unknown): string[] => unstorableTexts(value, 'body').map((f) => f.path);

it('finds every text with NUL or a lone surrogate, at any depth', () => {
  expect(pathsOf({ name: 'a\u0000b', list: ['ok', '\ud800'], deep: { inner: '\udc00x' } })).toEqual([
    'name',
    'list[1]',
    'deep.inner',
  ]);
  expect(pathsOf('\u0000')).toEqual(['body']);
});

it('accepts all complete characters and other types', () => {
  expect(pathsOf({ a: 'häuser 👩‍👩‍👧', b: 1, c: null, d: [true], e: undefined })).toEqual([]);
});

it('limits the number of reported texts', () => {
  expect(pathsOf(Array.from({ length: 500 }, () => '\u0000'))).toHaveLength(20);
});
