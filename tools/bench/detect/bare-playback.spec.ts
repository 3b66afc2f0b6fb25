import { expect, it } from '@jest/globals';
import { lastUri } from './bare-playback.js';

it('resolves the last URI of a playlist against its address', () => {
  expect(lastUri('#EXTM3U\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts?x=1\n\n', 'http://sim/live/list.m3u8')).toBe(
    'http://sim/live/b.ts?x=1',
  );
});

it('fails for a playlist without a URI, which would shorten the loop', () => {
  expect(() => lastUri('#EXTM3U\n', 'http://sim/list.m3u8')).toThrow('http://sim/list.m3u8 lists nothing.');
});
