import { type SETTINGS, type SettingKey } from '../settings.js';

export type SettingGroup = (typeof SETTINGS)[SettingKey]['group'];

/** The words of one setting; `choices` where its values are not what a person would say, value -> words. */
export interface SettingWords {
  readonly text: string;
  readonly help: string;
  readonly choices?: Readonly<Record<string, string>>;
}

/**
 * All words of the settings in one language. English stands in the settings themselves; which keys, units and choices
 * there are is checked against it by setting-texts.spec.ts.
 */
export interface SettingTexts {
  readonly groups: Readonly<Record<SettingGroup, string>>;
  readonly units: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<SettingKey, SettingWords>>;
}

/** Languages that have a table of their own. */
export const SETTING_LANGUAGES = ['sv', 'ko', 'de'] as const;
export type SettingLanguage = (typeof SETTING_LANGUAGES)[number];

/** Each table is a file of its own that only its readers load; the server takes all of them at its start. */
export const SETTING_TEXTS: Readonly<Record<SettingLanguage, () => Promise<SettingTexts>>> = {
  sv: async () => (await import('./sv.js')).sv,
  ko: async () => (await import('./ko.js')).ko,
  de: async () => (await import('./de.js')).de,
};
