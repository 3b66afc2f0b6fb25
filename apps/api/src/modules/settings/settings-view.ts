import { SETTING_KEYS, SETTINGS, type SettingsView, type SettingValues, WS_PATH } from '#libs/contracts';

interface Known {
  readonly values: SettingValues; readonly isGuest: boolean; readonly version: string; readonly channels: readonly unknown[]; readonly errors: readonly string[];
  /** Origin of the websocket with the basepath (`wss://vod.example/dvr`). */
  readonly socketOrigin: string;
}

/** `GET /settings` in its v0 shape. A guest gets the keys that are for guests, and neither channels nor errors; secrets are never settings. */
export function settingsView({ values, isGuest, version, channels, errors, socketOrigin }: Known): SettingsView {
  const keys = SETTING_KEYS.filter((key) => !isGuest || isForGuests(key));
  return {
    app_name: values.app_name, version, server: 'vodkeep', guest: isGuest,
    config: Object.fromEntries(keys.map((key) => [key, values[key]])), fields: Object.fromEntries(keys.map((key) => [key, fieldView(key)])),
    channels: isGuest ? [] : [...channels], errors: isGuest ? [] : [...errors],
    favourite_games: [], websocket_url: values.websocket_enabled ? `${socketOrigin}${WS_PATH}` : null, quotas: {}, websocket_quotas: [], server_git_hash: '', server_git_branch: '',
  };
}

const isForGuests = (key: keyof SettingValues): boolean => 'guest' in SETTINGS[key];

/** v0's own field form: pick-one is called `array` there. */
function fieldView(key: keyof SettingValues): Record<string, unknown> {
  const { schema: _schema, type, ...field } = SETTINGS[key];
  return { ...field, type: type === 'choice' ? 'array' : type };
}
