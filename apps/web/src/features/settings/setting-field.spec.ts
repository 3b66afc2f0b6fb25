import { expect, it } from '@jest/globals';
import { SETTINGS } from '#libs/contracts';
import { changedOf, findFields, groupsOf } from './setting-field.js';

const groups = groupsOf(SETTINGS);
const fields = groups.flatMap((g) => g.fields);

it('shows every setting of the server once, by group', () => {
  expect(fields.map((f) => f.key).sort()).toEqual(Object.keys(SETTINGS).sort());
  expect(groups.length).toBeGreaterThan(2);
});
it('leaves out what does not act yet', () => { expect(groupsOf({ soon: { ...SETTINGS.webhook_url, later: 'automation' } })).toEqual([]); });
it('reads pick-one as v0 calls it', () => { expect(groupsOf({ box: { ...SETTINGS.vod_container, type: 'array' } })[0]?.fields[0]).toMatchObject({ key: 'box', type: 'choice', choices: ['mp4', 'mkv', 'mov'] }); });
it('leaves out what it cannot show', () => { expect(groupsOf({ odd: { type: 'picture' }, none: null })).toEqual([]); });
it('sends only what was changed, numbers as numbers', () => {
  expect(changedOf(fields, { 'capture.grace_s': 30, guest_mode: false }, { 'capture.grace_s': '45', guest_mode: false })).toEqual({ 'capture.grace_s': 45 });
  expect(changedOf(fields, { 'capture.grace_s': 30 }, { 'capture.grace_s': '30' })).toEqual({});
});
it('sends what is no number as typed', () => { expect(changedOf(fields, { 'capture.grace_s': 30 }, { 'capture.grace_s': 'soon' })).toEqual({ 'capture.grace_s': 'soon' }); });
it('finds settings by every word, in name, help, key or group, and drops empty groups', () => {
  const keys = (words: string): string[] => findFields(groups, words).flatMap((g) => g.fields.map((f) => f.key));
  expect(keys('GUEST mode')).toEqual(['guest_mode']);
  expect(keys('filename_vod')).toEqual(expect.arrayContaining(['filename_vod', 'filename_vod_folder']));
  expect(findFields(groups, 'no such words at all')).toEqual([]);
  expect(keys('  ')).toHaveLength(fields.length);
});
