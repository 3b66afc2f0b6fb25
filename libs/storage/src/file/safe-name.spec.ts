import { expect, it } from '@jest/globals';
import { vodPlace } from '#libs/domain';
import fc from 'fast-check';
import { growth, LINEAR_GROWTH } from '../../../../tools/common/thread-cpu.js';
import { safeFolder, safeName } from './safe-name.js';

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
])('converts %j to the file name %j', (text, name) => {
  expect(safeName(text)).toBe(name);
});

it('cuts a long title between characters, retains its extension, and fits every file system', () => {
  const name = safeName(`${'\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67'.repeat(40)}.mp4`);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^(?:\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67)+\.mp4$/);
});

it('is made in a time that does not grow with the square of the length of the title', async () => {
  for (const unit of ['. ', 'e\u0301']) {
    const naming = (length: number) => {
      const title = `x${unit.repeat(length)}x.mp4`;
      return () => safeName(title);
    };
    expect(await growth(naming, 25_000)).toBeLessThan(LINEAR_GROWTH);
  }
});

it('leaves names and folders of VODs unchanged, with every ending that Vodkeep adds', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('Wait...what?', 'No. 1 .x', 'con', 'é'.repeat(300), 'a . b', '👨‍👩‍👧‍👦'.repeat(40)),
  );
  fc.assert(
    fc.property(text, text, (title, game) => {
      const { name, folder } = vodPlace({ name: '{title}', folder: '{game_name}' }, { title, game_name: game });
      for (const ending of ['.mp4', '-2.mkv', '_chat_mask.mp4', '-ffmpeg-chapters.txt', '.chatdump'])
        expect(safeName(name + ending)).toBe(name + ending);
      expect(safeFolder(folder === '' ? 'x' : folder)).toBe(folder === '' ? 'x' : folder);
    }),
    { numRuns: 500 },
  );
});
