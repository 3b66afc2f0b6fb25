import { expect, it } from '@jest/globals';
import { isAllowed, licenceFaults } from './licences.check.mjs';

const integrity = `sha512-${'a'.repeat(86)}==`;

it.each<[string, boolean]>([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND AGPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['SSPL-1.0', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('the licence %j is accepted: %p', (licence, isAccepted) => {
  expect(isAllowed(licence)).toBe(isAccepted);
});

it('names each locked package without an accepted licence or a checksum', () => {
  const packages = {
    '': { license: 'MIT' },
    'node_modules/a': { license: 'MIT', integrity },
    'node_modules/b': { license: 'SSPL-1.0', integrity },
    'node_modules/c': { license: 'MIT' },
    'node_modules/d': { integrity },
    'node_modules/e': { license: 'MIT', integrity: 'sha1-abc' },
  };
  expect(licenceFaults(packages, () => undefined)).toEqual([
    'node_modules/b: licence SSPL-1.0',
    'node_modules/c: no checksum',
    'node_modules/d: licence unknown',
    'node_modules/e: no checksum',
  ]);
});
