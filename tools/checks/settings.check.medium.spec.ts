import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { missingKeys, settingsFaults, specFaults } from './settings.check.js';

it('reports no fault in this repository', () => {
  expect(settingsFaults(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it('reports a key of v0 that is neither a setting nor left out', () => {
  expect(missingKeys(['motd', 'bin_dir', 'made_up'])).toEqual(['made_up is missing']);
});

it.each([
  ['does not exist', null],
  ['does not name it', "put({ 'capture.grace_site_s': 1 })"],
  ['names a longer key only', "put({ 'x.capture.grace_s': 1, capture.grace_s_more: 2 })"],
])('reports a setting whose spec %s', (_, text) => {
  expect(specFaults('capture.grace_s', { spec: 'a.spec.ts' }, () => text)).toHaveLength(1);
});

it('accepts a setting whose spec names it, and one that comes later', () => {
  expect(specFaults('capture.grace_s', { spec: 'a.spec.ts' }, () => "put({ 'capture.grace_s': 1 })")).toEqual([]);
  expect(specFaults('capture.grace_s', { later: 'export' }, () => null)).toEqual([]);
});

it('reports an active setting without a spec, and a later one with a spec', () => {
  expect(specFaults('capture.grace_s', {}, () => null)).toHaveLength(1);
  expect(specFaults('capture.grace_s', { later: 'export', spec: 'a.spec.ts' }, () => 'capture.grace_s')).toHaveLength(
    1,
  );
});

it('reports an outdated page', () => {
  const dir = tempDir('settings-check');
  expect(settingsFaults(dir.path)).toEqual(
    expect.arrayContaining(['docs/settings.md does not match libs/contracts/src/settings']),
  );
  dir.remove();
});
