import { expect, it } from '@jest/globals';
import { safeName } from './safe-name.js';

it.each([
  ['Tag 1/2: <live>?.mp4', 'Tag 1_2_ _live__.mp4'],
  ['e\u0301t\u00e9.mp4', '\u00e9t\u00e9.mp4'],
  ['..hidden', 'hidden'],
  ['dots and spaces . .', 'dots and spaces'],
  ['con.mp4', '_con.mp4'],
  ['NUL', '_NUL'],
  ['a\u202e4pm.exe', 'a_4pm.exe'],
  ['  two\t lines\n', 'two_ lines_'],
  ['', '_'],
  ['...', '_'],
  ['\u4e2d\u6587 \ud83d\ude00.mkv', '\u4e2d\u6587 \ud83d\ude00.mkv'],
])('makes %j the file name %j', (text, name) => {
  expect(safeName(text)).toBe(name);
});

it('cuts a long title between characters, keeps its ending, and fits every file system', () => {
  const name = safeName(`${'\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67'.repeat(40)}.mp4`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^(?:\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67)+\.mp4$/);
});
