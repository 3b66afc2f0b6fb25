import { expect, it } from '@jest/globals';
import { drawFolders, drawTable, withPicture } from './picture.check.mjs';

it('draws only arrows that no other arrow implies, and lists all edges', () => {
  const text = drawTable({
    libs: { 'base': [], 'mid': ['base'], 'top-lib': ['mid', 'base'] },
    apps: { one: ['top-lib', 'base'] },
  });
  expect(text.match(/-->.*/g)).toEqual(['--> top_lib', '--> base', '--> mid']);
  expect(text).toContain('| `libs/top-lib`: mid, base |');
  expect(text).toContain('| `libs/base`: nothing |');
});

it('draws nested folders as their top folder, and lists each with its groups', () => {
  const text = drawFolders(
    { 'rows/kinds': [], 'rows': ['rows/kinds'], 'low': ['rows'], 'high': ['rows', 'rows/kinds', 'low'] },
    { '*all rows*': ['rows', 'rows/kinds'] },
  );
  expect(text.match(/^ {2}\S+ -->.*/gm)).toEqual(['  low --> rows', '  high --> low']);
  expect(text).toContain('| `rows/kinds` | nothing |');
  expect(text).toContain('| *all rows* | `rows`, `rows/kinds` |');
  expect(text).toContain('| `low` | `rows` |');
  expect(text).toContain('| `high` | *all rows*, `low` |');
});

it('detects an outdated picture', () => {
  const page =
    'a\n<!-- picture: made from tools/boundaries.mjs by `node tools/checks/run.mjs --write` -->\nold\n<!-- /picture -->\nb\n<!-- folders: made from tools/boundaries.mjs by `node tools/checks/run.mjs --write` -->\nold\n<!-- /folders -->\nc\n';
  const right = withPicture(page);
  expect(right).not.toBe(page);
  expect(withPicture(right ?? '')).toBe(right);
  expect(withPicture('a page without a place')).toBeNull();
  expect(withPicture(page.replaceAll('folders', 'other'))).toBeNull();
});
