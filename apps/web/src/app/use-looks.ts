import { useEffect, useSyncExternalStore } from 'react';
import { useClientSettings } from '../lib/client-settings.js';

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const onChange = (tell: () => void): (() => void) => {
  dark.addEventListener('change', tell);
  return () => {
    dark.removeEventListener('change', tell);
  };
};

/** Theme, motion and language of the page, from this browser's settings. @returns the theme in force */
export function useLooks(): 'dark' | 'light' {
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
