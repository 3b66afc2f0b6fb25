import { expect, it } from '@jest/globals';
import { signedText } from './signed-text.js';

const asked: string[] = [];
const queryOf = (path: string): string => {
  asked.push(path);
  return path.includes('/s/') || path.includes('/i/') ? '?sig=segments' : '?sig=playlist';
};

it('each URL of a playlist gets the signature of its kind, which is made once', () => {
  const text = [
    '#EXTM3U',
    '#EXT-X-MAP:URI="i/p/1.init"',
    '#EXTINF:2.000,',
    's/p/a.ts',
    '#EXTINF:2.000,',
    's/p/b.ts',
    '#EXT-X-GAP',
    '#EXTINF:2.000,',
    'missing',
    '',
  ].join('\n');
  expect(signedText(text, '/vod/1/', queryOf)).toBe(
    text
      .replace('1.init', '1.init?sig=segments')
      .replace('a.ts', 'a.ts?sig=segments')
      .replace('b.ts', 'b.ts?sig=segments'),
  );
  expect(asked).toEqual(['/vod/1/i/p/1.init', '/vod/1/s/p/a.ts']);
});

it('a master, and a playlist a folder deeper', () => {
  const master = '#EXT-X-MEDIA:TYPE=AUDIO,NAME="x URI=y",URI="r/a1.m3u8"\nr/video.m3u8\n';
  expect(signedText(master, '/vod/1/', queryOf)).toBe(
    '#EXT-X-MEDIA:TYPE=AUDIO,NAME="x URI=y",URI="r/a1.m3u8?sig=playlist"\nr/video.m3u8?sig=playlist\n',
  );
  expect(signedText('../s/p/a.ts\n', '/vod/1/r/', queryOf)).toBe('../s/p/a.ts?sig=segments\n');
});
