import { type Language } from '../languages.js';
import { type settings } from './en.js';

/** Keys of the catalogue that describe settings. None of their texts has a place. */
export type SettingTextKey = keyof typeof settings;
export type SettingTexts = Readonly<Record<SettingTextKey, string>>;

/** What describes the settings in each language but English, which answers have. Each is loaded when it is needed. */
export const SETTING_TEXTS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<SettingTexts>>> = {
  sv: async () => (await import('./sv.js')).settings,
  ko: async () => (await import('./ko.js')).settings,
  de: async () => (await import('./de.js')).settings,
};
