import { expect, it } from '@jest/globals';
import { judgeVideoUsher } from './judge-video-usher.js';

const error = (code: string, refusalText = 'Words') =>
  JSON.stringify([{ url: 'x', error: refusalText, error_code: code, type: 'error' }]);

it.each([
  { code: 'vod_manifest_restricted', isSignedIn: false, expected: 'sub-only', message: /Enter the playback token/ },
  {
    code: 'unauthorized_entitlements',
    isSignedIn: true,
    expected: 'sub-only',
    message: /does not belong to a subscriber/,
  },
  { code: 'content_geoblocked', isSignedIn: false, expected: 'video-barred', message: /region/ },
  { code: 'something_new', isSignedIn: false, expected: 'video-barred', message: /Words/ },
])('403 $code (signed in: $isSignedIn) is for the user: $expected', ({ code, isSignedIn, expected, message }) => {
  expect(judgeVideoUsher({ status: 403, text: error(code) }, isSignedIn)).toMatchObject({
    kind: 'refused',
    error: { fault: 'user', code: expected, message: expect.stringMatching(message) },
  });
});

it.each(['nauth_token_expired', 'invalid_signature'])('403 %s is an outside error', (code) => {
  expect(judgeVideoUsher({ status: 403, text: error(code) }, false)).toMatchObject({
    kind: 'refused',
    error: { fault: 'outside', code: 'refused' },
  });
});

it.each([
  [404, error('transcode_does_not_exist')],
  [403, '<html>'],
  [502, ''],
  [200, '<html>'],
  [200, '#EXTM3U\n'],
])('%i %s may work another way', (status, text) => {
  expect(judgeVideoUsher({ status, text }, false)).toMatchObject({
    kind: 'odd',
    reason: { english: expect.stringMatching(/\w/) },
  });
});

it('accepts a master playlist', () => {
  expect(
    judgeVideoUsher({ status: 200, text: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://x/index-dvr.m3u8' }, false),
  ).toEqual({ kind: 'master', unavailable: [] });
});
