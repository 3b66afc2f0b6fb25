import { expect, it } from '@jest/globals';
import { judgeVideoUsher } from './judge-video-usher.js';

const error = (code: string, words = 'Words') => JSON.stringify([{ url: 'x', error: words, error_code: code, type: 'error' }]);

it.each([
  ['vod_manifest_restricted', false, 'sub-only', /Put the playback token/], ['unauthorized_entitlements', true, 'sub-only', /is none/], ['content_geoblocked', false, 'video-barred', /region/], ['something_new', false, 'video-barred', /Words/],
])('403 %s (signed in: %p) is for the user: %s', (code, isSignedIn, expected, message) => {
  expect(judgeVideoUsher({ status: 403, text: error(code) }, isSignedIn)).toMatchObject({ kind: 'refused', error: { fault: 'user', code: expected, message: expect.stringMatching(message) } });
});

it.each(['nauth_token_expired', 'invalid_signature'])('403 %s is the world\'s trouble', (code) => {
  expect(judgeVideoUsher({ status: 403, text: error(code) }, false)).toMatchObject({ kind: 'refused', error: { fault: 'outside', code: 'refused' } });
});

it.each([[404, error('transcode_does_not_exist')], [403, '<html>'], [502, ''], [200, '<html>'], [200, '#EXTM3U\n']])('%i %s may work another way', (status, text) => {
  expect(judgeVideoUsher({ status, text }, false)).toMatchObject({ kind: 'odd', reason: expect.stringMatching(/\w/) });
});

it('takes a master', () => {
  expect(judgeVideoUsher({ status: 200, text: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://x/index-dvr.m3u8' }, false)).toEqual({ kind: 'master', unavailable: [] });
});
