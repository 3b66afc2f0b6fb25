import { useTranslation } from 'react-i18next';

/**
 * Locale for numbers and dates: the browser's region of the chosen language (`en-GB` writes 27 Nov), otherwise the
 * language.
 */
export function useLocale(): string {
  const { language } = useTranslation().i18n;
  return navigator.languages.find((l) => l === language || l.startsWith(`${language}-`)) ?? language;
}
