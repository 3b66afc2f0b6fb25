import { expect, it } from '@jest/globals';
import { isHttps } from './is-https.js';

const host = 'vod.example';
it.each([
  [{ secure: true, headers: { host } }, true],
  [{ secure: false, headers: { host, referer: 'https://vod.example/dvr/' } }, true],
  [{ secure: false, headers: { host, origin: 'https://vod.example' } }, true],
  [{ secure: false, headers: { host, origin: 'http://vod.example' } }, false],
  [{ secure: false, headers: { host, referer: 'https://other.example/' } }, false],
  [{ secure: false, headers: { host, origin: 'null' } }, false],
  [{ secure: false, headers: {} }, false],
])('isHttps of %p is %p', (req, expected) => {
  expect(isHttps(req)).toBe(expected);
});
