import { expect, it } from '@jest/globals';
import { storedFileAddress } from './stored-file-address.js';

const at = (basepath: string) => ({ origin: 'https://home.example', basepath });

it.each([
  ['/vods/quay/a.mp4', '', '/vods/quay/a.mp4'],
  ['https://home.example/saved_clips/a%20b.mp4', '', '/saved_clips/a%20b.mp4'],
  ['/saved_vods/quay/a.mp4?exp=1', '', '/saved_vods/quay/a.mp4?exp=1'],
  ['/dvr/vods/quay/a.mp4', '/dvr', '/dvr/vods/quay/a.mp4'],
])('the address %s below %p is that of a stored file', (address, basepath, expected) => {
  expect(storedFileAddress(address, at(basepath))).toBe(expected);
});

it.each([
  ['https://elsewhere.example/vods/a.mp4', ''],
  ['//elsewhere.example/vods/a.mp4', ''],
  ['/\\elsewhere.example/vods/a.mp4', ''],
  ['javascript:alert(1)', ''],
  ['https://', ''],
  ['/api/v0/settings/debug?enable=1', ''],
  ['/vods/../api/v0/settings/debug?enable=1', ''],
  ['/vods/%2e%2e/api/v0/settings/debug?enable=1', ''],
  ['/vods/', ''],
  ['/vods/a.mp4', '/dvr'],
  ['/dvrvods/a.mp4', '/dvr'],
  ['/dvr/api/v0/settings/debug?enable=1', '/dvr'],
])('the address %s below %p is none', (address, basepath) => {
  expect(storedFileAddress(address, at(basepath))).toBeNull();
});
