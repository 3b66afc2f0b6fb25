import { expect, it } from '@jest/globals';
import { segmentUrls } from './video-playback.js';

it.each([
  ['https://c/x/chunked/7.ts', ['7.ts', '7-muted.ts']],
  ['https://c/x/chunked/7-muted.ts', ['7.ts', '7-muted.ts']],
  ['https://c/x/chunked/7-unmuted.ts', ['7.ts', '7-unmuted.ts', '7-muted.ts']],
  ['https://c/x/chunked/7-unmuted.mp4?a=b', ['7.mp4?a=b', '7-unmuted.mp4?a=b', '7-muted.mp4?a=b']],
])('%s is asked for by its names, the one with sound first', (url, names) => {
  expect(segmentUrls(url)).toEqual(names.map((name) => `https://c/x/chunked/${name}`));
});

it.each(['https://c/x/chunked/init-0.mp4', 'https://c/x/index-0000000001-abcd.ts?start_offset=1&end_offset=2'])(
  'leaves %s as it is',
  (url) => {
    expect(segmentUrls(url)).toEqual([url]);
  },
);
