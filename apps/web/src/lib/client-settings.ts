import { useSyncExternalStore } from 'react';
import { logInClient } from './client-log.js';

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

const KEY = 'vodkeep_client';
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

let current: ClientSettings = load();
const listeners = new Set<() => void>();

function load(): ClientSettings {
  const base = defaults();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(base).map(([k, v]) => [k, typeof stored[k] === typeof v ? stored[k] : v]),
    ) as unknown as ClientSettings;
  } catch (thrown) {
    logInClient(`The settings of this browser could not be read: ${String(thrown)}`);
    return base;
  }
}

export const readSettings = (): ClientSettings => current;

export function writeSettings(change: Partial<ClientSettings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch (thrown) {
    logInClient(`The settings of this browser could not be saved: ${String(thrown)}`);
  }
  listeners.forEach((notify) => {
    notify();
  });
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
  };
}

export const useClientSettings = (): ClientSettings => useSyncExternalStore(subscribe, readSettings);
export const onSettings = subscribe;
