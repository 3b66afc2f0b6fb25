import { type Language } from '../languages.js';
import { type settings } from './en.js';

/** Catalogue keys that describe settings. Their texts have no placeholders. */
export type SettingTextKey = keyof typeof settings;
export type SettingTexts = Readonly<Record<SettingTextKey, string>>;

/** Setting texts of each language except English, which the answers contain. Each is loaded on demand. */
export const SETTING_TEXTS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<SettingTexts>>> = {
  sv: async () => (await import('./sv.js')).settings,
  ko: async () => (await import('./ko.js')).settings,
  de: async () => (await import('./de.js')).settings,
};
