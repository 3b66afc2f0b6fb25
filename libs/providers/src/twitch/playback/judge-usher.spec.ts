import { describe, expect, it } from '@jest/globals';
import { judgeUsher } from './judge-usher.js';

const body = (code: string, error = 'words'): string =>
  JSON.stringify([{ url: 'https://x', error, error_code: code, type: 'error' }]);
const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://x/a.m3u8\n';

describe('answers of usher', () => {
  it.each([
    ['the code', body('transcode_does_not_exist')],
    ['the words of before', JSON.stringify([{ error: 'Can not find channel' }])],
    ['one object', JSON.stringify({ error: 'transcode does not exist', error_code: '' })],
  ])('recognises a missing stream as not live, by %s', (_name, text) => {
    expect(judgeUsher({ status: 404, text })).toMatchObject({
      kind: 'refused',
      error: { code: 'not-live', message: 'The stream has no data yet.' },
    });
  });
  it.each([
    ['content_geoblocked', /region/],
    ['unauthorized_entitlements', /subscribers/],
    ['vod_manifest_restricted', /subscribers/],
    ['nauth_token_expired', /expired/],
    ['invalid_signature', /does not accept/],
    ['something_new', /words/],
  ])('refuses %s with a reason', (code, refusalText) => {
    expect(judgeUsher({ status: 403, text: body(code) })).toMatchObject({
      kind: 'refused',
      error: { code: 'refused', message: expect.stringMatching(refusalText) },
    });
  });
  it.each(['', '<html></html>', '[]', 'null', '{}'])('refuses a 403 that says %j', (text) => {
    expect(judgeUsher({ status: 403, text })).toMatchObject({ kind: 'refused', error: { code: 'refused' } });
  });
  it.each([
    [404, ''],
    [404, '<html>'],
    [404, body('route_not_found')],
    [500, '[]'],
    [503, 'busy'],
    [200, ''],
    [200, '<html>'],
    [200, '{}'],
    [429, ''],
  ])('classifies %d with %j as odd', (status, text) => {
    expect(judgeUsher({ status, text }).kind).toBe('odd');
  });
  it('takes a master with rows, and one without for a stream that is not ready', () => {
    expect(judgeUsher({ status: 200, text: MASTER })).toEqual({ kind: 'master', unavailable: [] });
    expect(judgeUsher({ status: 200, text: '#EXTM3U\n' })).toMatchObject({
      kind: 'refused',
      error: { code: 'not-live' },
    });
  });
  it('says why a master has no rows where it tells', () => {
    const rows = Buffer.from(JSON.stringify([{ NAME: '720p60', FILTER_REASONS: ['FR_WAITING_TRANSCODE'] }])).toString(
      'base64',
    );
    expect(
      judgeUsher({
        status: 200,
        text: `#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID="com.amazon.ivs.unavailable-media",VALUE="${rows}"\n`,
      }),
    ).toMatchObject({ error: { message: expect.stringContaining('720p60: Twitch is still preparing it') } });
  });
});
