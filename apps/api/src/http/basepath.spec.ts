import { expect, it } from '@jest/globals';
import { withoutBasepath } from './basepath.js';

it.each([
  ['', '/api/x?y', '/api/x?y'],
  ['/dvr', '/dvr/api/x?y', '/api/x?y'],
  ['/dvr', '/dvr/', '/'],
  ['/dvr', '/dvr', ''],
  ['/dvr', '/dvr?a=1', '/?a=1'],
  ['/dvr', '/dvrx/api', null],
  ['/dvr', '/api/x', null],
  ['/dvr', '/', null],
])('basepath %p, address %p: %p', (basepath, url, rest) => {
  expect(withoutBasepath(basepath, url)).toBe(rest);
});
