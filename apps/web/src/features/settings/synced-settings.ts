import { ClientSettings as Stored } from '#libs/contracts';
import { type ClientSettings, LANGUAGES, THEMES } from '../../lib/client-settings.js';

/**
 * Defaults of v0's page (docs/reference/v0-api.md#client-settings). Vodkeep's own settings override them; the rest is
 * stored for v0's page, which needs every key.
 */
const V0_DEFAULTS: Stored = {
  useSpeech: false,
  singlePage: false,
  enableNotifications: false,
  animationsEnabled: true,
  tooltipStatic: false,
  useRelativeTime: false,
  useWebsockets: true,
  useBackgroundRefresh: true,
  useBackgroundTicker: true,
  websocketAddressOverride: '',
  expandVodList: true,
  vodsToShowInMenu: 4,
  minimizeVodsByDefault: false,
  language: 'en',
  theme: 'auto',
  showOfflineCategoryInSidebar: true,
  sidemenuWidth: 330,
  expandDashboardVodList: true,
  vodsToShowInDashboard: 4,
  jobStatusExpandedByDefault: false,
  hideChapterTitlesAndGames: false,
};

/** The settings to store on the server: this page's settings over those that another page stored. */
export function toStored(own: ClientSettings, onServer: Readonly<Record<string, unknown>>): Stored {
  const known = Stored.safeParse(onServer);
  return { ...V0_DEFAULTS, ...(known.success ? known.data : {}), ...own };
}

/** This page's settings among those on the server; invalid values are left out. Null: nothing is stored. */
export function fromStored(
  onServer: Readonly<Record<string, unknown>>,
  own: ClientSettings,
): Partial<ClientSettings> | null {
  if (Object.keys(onServer).length === 0) return null;
  const isValid = (key: string, value: unknown): boolean => {
    if (key === 'language') return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
    return key === 'theme' ? THEMES.some((theme) => theme === value) : typeof value === typeof Reflect.get(own, key);
  };
  return Object.fromEntries(
    Object.keys(own).flatMap((key) => (isValid(key, onServer[key]) ? [[key, onServer[key]]] : [])),
  );
}
