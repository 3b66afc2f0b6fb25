import { LANGUAGES, SETTING_TEXTS, type SettingTextKey, translate } from '#libs/messages';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { textsOfSetting } from './setting-texts.js';
import { SETTING_KEYS, type SettingKey } from './settings.js';

const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].sort();
const english = (key: SettingTextKey): string => translate('en', { key });

/** Parts of a text that are equal in every language: addresses, numbers, file extensions, names of programs. */
const untranslatedParts = (text: string): string[] =>
  sorted(
    text
      .match(/\w+:\/\/[\w./:-]+\w|\d+|\b(?:S3|CRF|POST|API|VODs?|mp4|mkv|rclone|Europe\/Stockholm)\b|\.nfo\b|\blogin=/g)
      ?.map((found) => found.replace(/^VODs$/, 'VOD')) ?? [],
  );

it('the catalogue has exactly the texts of the existing settings, choices, groups and units', async () => {
  const read: string[] = [];
  for (const key of SETTING_KEYS) {
    textsOfSetting(key, (text) => {
      read.push(text);
      return '';
    });
  }
  expect(sorted(Object.keys(await SETTING_TEXTS.de()))).toEqual(sorted(read));
});

it('the table of the page equals that of the server', async () => {
  for (const language of LANGUAGES) {
    if (language === 'en') continue;
    const table = await SETTING_TEXTS[language]();
    expect(textsOfSetting('push.transport', (key) => table[key])).toEqual(
      textsOfSetting('push.transport', (key) => translate(language, { key })),
    );
  }
});

describe.each(['sv', 'ko', 'de'] as const)('settings in %s', (language) => {
  const texts = (key: SettingKey) => textsOfSetting(key, (text) => translate(language, { key: text }));
  let table: readonly string[];
  beforeAll(async () => {
    table = Object.values(await SETTING_TEXTS[language]());
  });

  it('have no empty text and no English one', () => {
    expect(table.filter((text) => text.trim() === '')).toEqual([]);
    expect(SETTING_KEYS.filter((key) => texts(key).help === textsOfSetting(key, english).help)).toEqual([]);
    expect(table.filter((text) => /\b(the|of|and|is|are|with|when|which|without)\b/i.test(text))).toEqual([]);
  });

  it('have different names within a group if the English names differ', () => {
    const names = (say: (key: SettingKey) => { readonly group: string; readonly text: string }): Set<string> =>
      new Set(SETTING_KEYS.map(say).map(({ group, text }) => `${group}: ${text}`));
    expect(names(texts).size).toBe(names((key) => textsOfSetting(key, english)).size);
  });

  it('do not change addresses, numbers and names of programs', () => {
    const odd = SETTING_KEYS.map((key) => ({
      key,
      here: untranslatedParts(texts(key).help),
      english: untranslatedParts(textsOfSetting(key, english).help),
    })).filter(({ here, english: wanted }) => here.join() !== wanted.join());
    expect(odd).toEqual([]);
  });
});
