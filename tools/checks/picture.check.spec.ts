import { expect, it } from '@jest/globals';
import { drawTable, withPicture } from './picture.check.mjs';

it('draws an arrow only where no other way leads there, and lists all edges', () => {
  const text = drawTable({
    libs: { 'base': [], 'mid': ['base'], 'top-lib': ['mid', 'base'] },
    apps: { one: ['top-lib', 'base'] },
  });
  expect(text.match(/-->.*/g)).toEqual(['--> top_lib', '--> base', '--> mid']);
  expect(text).toContain('| `libs/top-lib`: mid, base |');
  expect(text).toContain('| `libs/base`: nothing |');
});

it('sees a picture that drifted', () => {
  const page =
    'a\n<!-- picture: made from tools/boundaries.mjs by `node tools/checks/run.mjs --write` -->\nold\n<!-- /picture -->\nb\n';
  const right = withPicture(page);
  expect(right).not.toBe(page);
  expect(withPicture(right ?? '')).toBe(right);
  expect(withPicture('a page without a place')).toBeNull();
});
