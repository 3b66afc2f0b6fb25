import { expect, it } from '@jest/globals';
import { isAtLeast } from './versions.js';

it.each([
  ['5.1', '5.1', true],
  ['5.1.6-0+deb12u1', '5.1', true],
  ['7.0', '5.1', true],
  ['5.0.9', '5.1', false],
  ['4.4.2-0ubuntu', '5.1', false],
  ['10.0', '9.5', true],
  ['5', '5.0', true],
  ['N-1234-gabc', '5.1', false],
])('%s is at least %s: %p', (version, minVersion, is) => {
  expect(isAtLeast(version, minVersion)).toBe(is);
});
