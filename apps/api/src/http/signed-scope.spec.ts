import { expect, it } from '@jest/globals';
import { signedScope } from './signed-scope.js';

const uuid = '00000000-0000-4000-8000-00000000000a';
it.each(['index.m3u8', 'files.m3u', 'r/video.m3u8', 's/part/name.ts', 'i/part/x.init'])(
  "a signature covers a VOD's %s by its uuid",
  (rest) => {
    expect(signedScope(`/api/v0/vod/${uuid.toUpperCase()}/${rest}`)).toBe(uuid);
  },
);
it('a signature covers one file by its path', () => {
  expect(signedScope('/vods/ch/a%20b.mp4')).toBe('/vods/ch/a b.mp4');
});
it.each([
  `/api/v0/vod/${uuid}`,
  `/api/v0/vod/${uuid}/share`,
  '/api/v0/channels',
  '/api/v0/settings',
  '/vods/../etc',
  '/',
])('no signature covers %s', (path) => {
  expect(signedScope(path)).toBeNull();
});
