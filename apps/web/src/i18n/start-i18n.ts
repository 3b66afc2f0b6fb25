import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { mutate } from 'swr';
import { type Language, onSettings, readSettings } from '../lib/client-settings.js';
import { en, type Texts } from './en.js';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
    keySeparator: false;
    nsSeparator: false;
  }
}

/**
 * English is in the first load, since it is what a missing language falls back to; each other language is a file of its
 * own.
 */
const LOAD: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => Promise.resolve(en),
  sv: async () => (await import('./sv.js')).sv,
  ko: async () => (await import('./ko.js')).ko,
  de: async () => (await import('./de.js')).de,
};

/** Readies the texts before the first picture, and follows the language setting from then on. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  await setLanguage(readSettings().language);
  onSettings(() => {
    void setLanguage(readSettings().language);
  });
}

async function setLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return;
  i18next.addResourceBundle(language, 'translation', await LOAD[language]());
  await i18next.changeLanguage(language);
  // Texts that the server sent before are in the old language.
  void mutate(() => true);
}
