import { expect, it } from '@jest/globals';
import { isOwnAddress } from './own-address.js';

it.each([
  ['/vods/quay/a.mp4', true],
  ['https://home.example/vods/a.mp4', true],
  ['https://elsewhere.example/a.mp4', false],
  ['//elsewhere.example/a.mp4', false],
  ['javascript:alert(1)', false],
  ['https://', false],
])('%s is an address of this installation: %s', (address, isOwn) => {
  expect(isOwnAddress(address, 'https://home.example')).toBe(isOwn);
});
