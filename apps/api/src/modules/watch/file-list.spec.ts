import { expect, it } from '@jest/globals';
import { fileListText, filesToPlay } from './file-list.js';

it('integrity-9 lists the files with their lengths, and no tag that makes a player take them for segments', () => {
  const files = [
    { start_ms: 0, end_ms: 61_400, is_copy: false, address: 'http://h/a.mp4?sig=1' },
    { start_ms: 61_400, end_ms: 71_400, is_copy: false, address: 'http://h/a-2.mp4?sig=2' },
  ];
  expect(fileListText('two\nlines', files)).toBe(
    '#EXTM3U\n#EXTINF:61,two lines (1/2)\nhttp://h/a.mp4?sig=1\n#EXTINF:10,two lines (2/2)\nhttp://h/a-2.mp4?sig=2\n',
  );
});

it('integrity-9 plays the copy of the site only without files of the recording', () => {
  const copy = { is_copy: true };
  const own = { is_copy: false };
  expect(filesToPlay([own, copy, own])).toEqual([own, own]);
  expect(filesToPlay([copy])).toEqual([copy]);
});
