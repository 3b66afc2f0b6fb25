import { SETTING_LANGUAGES, SETTING_TEXTS, type SettingTexts } from '#libs/contracts';
import { useEffect, useState } from 'react';
import { useClientSettings } from '../../lib/client-settings.js';
import { note } from '../../lib/notes.js';

/**
 * The words of settings in the language of the page, fetched when they are first needed.
 * @returns null in English, which the server sends itself; undefined while they come
 */
export function useSettingTexts(): SettingTexts | null | undefined {
  const { language } = useClientSettings();
  const [loaded, setLoaded] = useState<{ readonly language: string; readonly texts: SettingTexts | null }>();
  useEffect(() => {
    const table = SETTING_LANGUAGES.find((name) => name === language);
    let isWanted = true;
    const take = (texts: SettingTexts | null): void => {
      if (isWanted) setLoaded({ language, texts });
    };
    if (table !== undefined) {
      SETTING_TEXTS[table]().then(take, (thrown: unknown) => {
        note(`The translated settings could not be loaded: ${String(thrown)}`);
        take(null);
      });
    }
    return () => {
      isWanted = false;
    };
  }, [language]);
  if (language === 'en') return null;
  return loaded?.language === language ? loaded.texts : undefined;
}
