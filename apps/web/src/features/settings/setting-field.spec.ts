import { describe, expect, it } from '@jest/globals';
import { SETTING_KEYS, settingOf, textsOfSetting } from '#libs/contracts';
import { english, SETTING_TEXTS } from '#libs/messages';
import { changedOf, choiceText, findFields, groupsOf, translateFields } from './setting-field.js';

/** As the server describes them. */
const described = Object.fromEntries(
  SETTING_KEYS.map((key) => {
    const { choices, ...texts } = textsOfSetting(key, (text) => english({ key: text }));
    return [key, { ...settingOf(key), ...texts, ...(choices ? { choice_texts: choices } : {}) }];
  }),
);
const groups = groupsOf(described);
const fields = groups.flatMap((g) => g.fields);

it('shows every setting of the server that acts once, by group', () => {
  expect(fields.map((f) => f.key).sort()).toEqual(
    SETTING_KEYS.filter((key) => settingOf(key).later === undefined).sort(),
  );
  expect(groups.length).toBeGreaterThan(2);
});
it('leaves out what does not act yet', () => {
  expect(groupsOf({ soon: { ...described['motd'], later: 'automation' } })).toEqual([]);
});
it('reads pick-one as v0 calls it', () => {
  expect(groupsOf({ box: { ...described['vod_container'], type: 'array' } })[0]?.fields[0]).toMatchObject({
    key: 'box',
    type: 'choice',
    choices: ['mp4', 'mkv', 'mov'],
  });
});
it('leaves out what it cannot show', () => {
  expect(groupsOf({ odd: { type: 'picture' }, none: null })).toEqual([]);
});
it('sends only what was changed, numbers as numbers', () => {
  expect(
    changedOf(fields, { 'capture.grace_s': 30, 'guest_mode': false }, { 'capture.grace_s': '45', 'guest_mode': false }),
  ).toEqual({ 'capture.grace_s': 45 });
  expect(changedOf(fields, { 'capture.grace_s': 30 }, { 'capture.grace_s': '30' })).toEqual({});
});
it('sends what is no number as typed', () => {
  expect(changedOf(fields, { 'capture.grace_s': 30 }, { 'capture.grace_s': 'soon' })).toEqual({
    'capture.grace_s': 'soon',
  });
});
it('finds settings by every word, in name, help, key or group, and drops empty groups', () => {
  const keys = (query: string): string[] => findFields(groups, query).flatMap((g) => g.fields.map((f) => f.key));
  expect(keys('GUEST mode')).toEqual(['guest_mode']);
  expect(keys('filename_vod')).toEqual(expect.arrayContaining(['filename_vod', 'filename_vod_folder']));
  expect(findFields(groups, 'no such words at all')).toEqual([]);
  expect(keys('  ')).toHaveLength(fields.length);
});

describe('in another language', () => {
  const germanFields = async () => translateFields(groups, await SETTING_TEXTS.de());
  const fieldOf = async (key: string) => (await germanFields()).flatMap((g) => g.fields).find((f) => f.key === key);

  it('names groups, settings, units and choices, and keeps what leads to them', async () => {
    const german = await germanFields();
    expect(german.map((g) => g.group)).toEqual(groups.map((g) => g.group));
    expect(german[0]?.title).toBe('Oberfläche');
    expect(await fieldOf('capture.grace_s')).toMatchObject({
      text: 'Auf einen abgebrochenen Stream warten',
      unit: 'Sekunden',
      default: 30,
    });
    const titles = await fieldOf('video.chapters.title');
    expect(titles?.choices?.map((value) => choiceText(titles, value))).toEqual([
      'Titel und Kategorie',
      'Titel',
      'Kategorie',
    ]);
  });
  it('are found by what they are called there, and by their key', async () => {
    const found = async (query: string) =>
      findFields(await germanFields(), query).flatMap((g) => g.fields.map((f) => f.key));
    expect(await found('aufräumen favoriten')).toEqual(['keep_favourite_vods']);
    expect(await found('keep_favourite')).toEqual(['keep_favourite_vods']);
    expect(await found('kategorie und')).toEqual(['video.chapters.title']);
  });
  it('keep the English of what a newer server brings', async () => {
    const newer = groupsOf({ 'new.one': { group: 'New', text: 'New one', help: 'Help.', type: 'boolean' } });
    expect(translateFields(newer, await SETTING_TEXTS.ko())).toEqual(newer);
  });
  it('call a value without words by itself', () => {
    expect(choiceText({}, 'constructor')).toBe('constructor');
  });
});
