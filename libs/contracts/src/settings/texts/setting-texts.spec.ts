import { beforeAll, describe, expect, it } from '@jest/globals';
import { SETTING_KEYS, settingOf } from '../settings.js';
import { SETTING_LANGUAGES, SETTING_TEXTS, type SettingTexts } from './setting-texts.js';

const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();
const groups = sorted(SETTING_KEYS.map((key) => settingOf(key).group));
const units = sorted(SETTING_KEYS.flatMap((key) => settingOf(key).unit ?? []));

/** What must stand in every language as it is: addresses, numbers, file endings, names of programs, sums of keys. */
const fixed = (text: string): string[] =>
  sorted(
    text
      .match(/\w+:\/\/[\w./:-]+\w|\d+|\b(?:S3|CRF|POST|API|VODs?|mp4|mkv|rclone|Europe\/Stockholm)\b|\.nfo\b|\blogin=/g)
      ?.map((found) => found.replace(/^VODs$/, 'VOD')) ?? [],
  );

describe.each(SETTING_LANGUAGES)('settings in %s', (language) => {
  let texts: SettingTexts;
  beforeAll(async () => {
    texts = await SETTING_TEXTS[language]();
  });
  const words = () =>
    Object.values(texts.settings).flatMap(({ text, help, choices = {} }) => [text, help, ...Object.values(choices)]);

  it('have every key, group and unit, and no other', () => {
    expect(sorted(Object.keys(texts.settings))).toEqual(sorted(SETTING_KEYS));
    expect(sorted(Object.keys(texts.groups))).toEqual(groups);
    expect(sorted(Object.keys(texts.units))).toEqual(units);
  });

  it('name the choices that are named in English, and no other', () => {
    const odd = SETTING_KEYS.filter(
      (key) =>
        sorted(Object.keys(texts.settings[key].choices ?? {})).join() !==
        sorted(Object.keys(settingOf(key).choiceTexts ?? {})).join(),
    );
    expect(odd).toEqual([]);
  });

  it('leave nothing empty, and nothing in English', () => {
    expect(
      [...words(), ...Object.values(texts.groups), ...Object.values(texts.units)].filter((text) => text.trim() === ''),
    ).toEqual([]);
    expect(SETTING_KEYS.filter((key) => texts.settings[key].help === settingOf(key).help)).toEqual([]);
    expect(words().filter((text) => /\b(the|of|and|is|are|with|when|which|without)\b/i.test(text))).toEqual([]);
  });

  it('call no two settings of a group the same where English tells them apart', () => {
    const name = (key: (typeof SETTING_KEYS)[number]): string => `${settingOf(key).group}: ${texts.settings[key].text}`;
    const english = new Set(SETTING_KEYS.map((key) => `${settingOf(key).group}: ${settingOf(key).text}`));
    expect(new Set(SETTING_KEYS.map(name)).size).toBe(english.size);
  });

  it('keep addresses, numbers and names of programs', () => {
    const odd = SETTING_KEYS.filter(
      (key) => fixed(texts.settings[key].help).join() !== fixed(settingOf(key).help).join(),
    );
    expect(
      odd.map((key) => `${key}: ${fixed(settingOf(key).help).join()} / ${fixed(texts.settings[key].help).join()}`),
    ).toEqual([]);
  });
});
