import { useEffect, useSyncExternalStore } from 'react';
import { useClientSettings } from '../lib/client-settings.js';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const onChange = (notify: () => void): (() => void) => {
  dark.addEventListener('change', notify);
  return () => {
    dark.removeEventListener('change', notify);
  };
};

/**
 * Applies theme, motion and language from this browser's settings. The theme `auto` follows the operating system
 * (`prefers-color-scheme`), also when that changes later.
 * @returns the current theme
 */
export function useAppearance(): 'dark' | 'light' {
  const { theme, animationsEnabled, language } = useClientSettings();
  const systemDark = useSyncExternalStore(onChange, () => dark.matches);
  const shown = theme === 'auto' ? (systemDark ? 'dark' : 'light') : theme;
  useEffect(() => {
    const { documentElement: page } = document;
    page.dataset['theme'] = shown;
    page.dataset['motion'] = animationsEnabled ? 'on' : 'off';
    page.lang = language;
  }, [shown, animationsEnabled, language]);
  return shown;
}
