import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { missingKeys, settingsFaults, specFaults } from './settings.check.js';

it('holds for this repository', () => {
  expect(settingsFaults(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it('finds a key of v0 that stands nowhere', () => {
  expect(missingKeys(['motd', 'bin_dir', 'made_up'])).toEqual(['made_up is missing']);
});

it.each([
  ['is not there', null],
  ['does not name it', "put({ 'capture.grace_site_s': 1 })"],
  ['names a longer key only', "put({ 'x.capture.grace_s': 1, capture.grace_s_more: 2 })"],
])('finds a setting whose spec %s', (_, text) => {
  expect(specFaults('capture.grace_s', { spec: 'a.spec.ts' }, () => text)).toHaveLength(1);
});

it('takes a setting whose spec names it, and one that comes later', () => {
  expect(specFaults('capture.grace_s', { spec: 'a.spec.ts' }, () => "put({ 'capture.grace_s': 1 })")).toEqual([]);
  expect(specFaults('capture.grace_s', { later: 'export' }, () => null)).toEqual([]);
});

it('finds a setting that acts and has no spec, and one that comes later and has one', () => {
  expect(specFaults('capture.grace_s', {}, () => null)).toHaveLength(1);
  expect(specFaults('capture.grace_s', { later: 'export', spec: 'a.spec.ts' }, () => 'capture.grace_s')).toHaveLength(
    1,
  );
});

it('finds a page that was not made anew', () => {
  const dir = tempDir('settings-check');
  expect(settingsFaults(dir.path)).toEqual(
    expect.arrayContaining(['docs/settings.md is not what libs/contracts/src/settings says']),
  );
  dir.remove();
});
