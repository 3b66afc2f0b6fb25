import { expect, it } from '@jest/globals';
import { signedScope } from './signed-scope.js';

const uuid = '00000000-0000-4000-8000-00000000000a';
it.each([
  ['index.m3u8', 'playlist'],
  ['files.m3u', 'playlist'],
  ['r/video.m3u8', 'playlist'],
  ['s/part/name.ts', 'segments'],
  ['i/part/x.init', 'segments'],
])("a signature covers a VOD's %s as %s of its uuid", (rest, kind) => {
  expect(signedScope(`/api/v0/vod/${uuid.toUpperCase()}/${rest}`)).toEqual({ kind, of: uuid });
});
it('a signature covers one file by its path', () => {
  expect(signedScope('/vods/ch/a%20b.mp4')).toEqual({ kind: 'file', of: '/vods/ch/a b.mp4' });
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
