import { MASK } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { replacedText } from './edit-conflict.js';

it('names only replaced values, not unchanged or empty ones', () => {
  expect(
    replacedText([
      { name: 'title', was: 'a', now: 'b' },
      { name: 'motd', was: 'gone', now: null },
      { name: 'same', was: 'x', now: 'x' },
      { name: 'new', was: null, now: 'x' },
      { name: 'filled', was: '', now: 'x' },
    ]),
  ).toBe("title 'a' replaced by 'b', motd 'gone' replaced by ''");
});

it('masks secrets and truncates long values', () => {
  const text = replacedText([
    { name: 'token', was: 'first', now: 'second', isSecret: true },
    { name: 'comment', was: 'x'.repeat(300), now: 'y' },
  ]);
  expect(text).toBe(`token ${MASK} replaced, comment '${'x'.repeat(200)}...' replaced by 'y'`);
});
