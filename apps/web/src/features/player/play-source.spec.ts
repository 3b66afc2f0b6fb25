import { expect, it } from '@jest/globals';
import { fileAt, isTooFast, sourcesOf } from './play-source.js';

const file = (name: string, startMs: number, isCopy = false) => ({
  basename: name,
  size: 1,
  url: `/vods/${name}`,
  start_ms: startMs,
  end_ms: startMs + 1000,
  is_copy: isCopy,
});

it("integrity-9 plays the files of a recording as one, then the site's copy", () => {
  const files = [file('a.mp4', 0), file('copy.mp4', 0, true), file('b.mp4', 1000)];
  expect(sourcesOf({ playlist_url: '/p.m3u8', files }, (url) => `/dvr${url}`)).toEqual([
    { kind: 'playlist', url: '/dvr/p.m3u8' },
    {
      kind: 'files',
      files: [
        { url: '/dvr/vods/a.mp4', startS: 0, endS: 1 },
        { url: '/dvr/vods/b.mp4', startS: 1, endS: 2 },
      ],
    },
    { kind: 'files', files: [{ url: '/dvr/vods/copy.mp4', startS: 0, endS: 1 }] },
  ]);
});

it.each([
  [{ playbackRate: 2, currentTime: 60 }, 60, true],
  [{ playbackRate: 2, currentTime: 59 }, 60, false],
  [{ playbackRate: 1, currentTime: 61 }, 60, false],
  [{ playbackRate: 2, currentTime: 60 }, null, false],
])('integrity-9 %o with the live position %o is too fast: %s', (video, live, expected) => {
  expect(isTooFast(video, live)).toBe(expected);
});

it.each([
  [0, 0],
  [9.9, 0],
  [10, 1],
  [19, 1], // in the hole behind the second file
  [20, 2],
  [999, 2],
])('integrity-9 at %f s file %i plays', (seconds, index) => {
  expect(fileAt([{ startS: 0 }, { startS: 10 }, { startS: 20 }], seconds)).toBe(index);
});
