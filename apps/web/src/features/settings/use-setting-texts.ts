import { SETTING_TEXTS, type SettingTexts } from '#libs/messages';
import { useEffect, useState } from 'react';
import { useClientSettings } from '../../lib/client-settings.js';
import { logInClient } from '../../lib/client-log.js';

/**
 * The texts of settings in the page's language, loaded on first use.
 * @returns null in English, which the server sends itself; undefined while loading
 */
export function useSettingTexts(): SettingTexts | null | undefined {
  const { language } = useClientSettings();
  const [loaded, setLoaded] = useState<{ readonly language: string; readonly texts: SettingTexts | null }>();
  useEffect(() => {
    let isWanted = true;
    const take = (texts: SettingTexts | null): void => {
      if (isWanted) setLoaded({ language, texts });
    };
    if (language !== 'en') {
      SETTING_TEXTS[language]().then(take, (thrown: unknown) => {
        logInClient(`The translated settings could not be loaded: ${String(thrown)}`);
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
