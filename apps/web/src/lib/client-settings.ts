import { localStore } from './local-store.js';

export const LANGUAGES = { en: 'English', sv: 'Svenska', ko: '한국어', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export const THEMES = ['auto', 'dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * Settings that this browser stores; names as in v0 (docs/reference/v0-api.md#client-settings). Contains only settings
 * with an effect.
 */
export interface ClientSettings {
  readonly theme: Theme;
  readonly language: Language;
  readonly vodsToShowInMenu: number;
  readonly vodsToShowInDashboard: number;
  readonly useWebsockets: boolean;
  readonly useBackgroundTicker: boolean;
  readonly animationsEnabled: boolean;
  readonly enableNotifications: boolean;
  readonly useSpeech: boolean;
}

const isLanguage = (s: string | undefined): s is Language => s !== undefined && s in LANGUAGES;
const ofBrowser = (): Language => navigator.languages.map((l) => l.slice(0, 2)).find(isLanguage) ?? 'en';
const defaults = (): ClientSettings => ({
  theme: 'auto',
  language: ofBrowser(),
  vodsToShowInMenu: 4,
  vodsToShowInDashboard: 4,
  useWebsockets: true,
  useBackgroundTicker: true,
  animationsEnabled: true,
  enableNotifications: false,
  useSpeech: false,
});

/** Each stored setting of the right type; the default of any other. */
function readClientSettings(stored: unknown): ClientSettings {
  const known: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  return Object.fromEntries(
    Object.entries(defaults()).map(([k, v]) => [k, typeof known[k] === typeof v ? known[k] : v]),
  ) as unknown as ClientSettings;
}

const store = localStore('vodkeep_client', readClientSettings, 'The settings of this browser');

export const readSettings = store.get;
export const onSettings = store.subscribe;
export const useClientSettings = store.use;

export function writeSettings(change: Partial<ClientSettings>): void {
  store.set({ ...store.get(), ...change });
}
