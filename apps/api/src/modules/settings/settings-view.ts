import {
  SETTING_KEYS,
  type SettingKey,
  settingOf,
  type SettingsView,
  type SettingValues,
  textsOfSetting,
  type View,
  WS_PATH,
} from '#libs/contracts';
import { message } from '#libs/messages';
import { type LockedSetting } from '../../settings/read-settings.js';
import { type Extras } from './settings-extras.js';
import { settingViewValue } from '../../settings/setting-view-value.js';

interface SettingsSnapshot {
  readonly values: SettingValues;
  /** Version of `values`, for edits. */
  readonly configVersion: number;
  readonly given: ReadonlyMap<SettingKey, LockedSetting>;
  readonly isGuest: boolean;
  readonly version: string;
  readonly git: { readonly hash: string; readonly branch: string };
  readonly extras: Extras;
  /** Origin of the websocket with the basepath (`wss://vod.example/dvr`). */
  readonly socketOrigin: string;
}

/**
 * Builds `GET /settings` in v0's format. A guest receives only the guest settings, and neither channels nor problems. A
 * secret is shown only as set or not set.
 */
export function settingsView(known: SettingsSnapshot): View<typeof SettingsView> {
  const { values, configVersion, given, isGuest, version, git, extras, socketOrigin } = known;
  const keys = SETTING_KEYS.filter((key) => !isGuest || settingOf(key).guest === true);
  return {
    app_name: values.app_name,
    version,
    server: 'vodkeep',
    guest: isGuest,
    config: Object.fromEntries(keys.map((key) => [key, settingViewValue(key, values)])),
    config_version: configVersion,
    fields: Object.fromEntries(keys.map((key) => [key, fieldView(key, given.get(key))])),
    channels: isGuest ? [] : [...extras.channels],
    errors: isGuest ? [] : extras.problems.map(({ text }) => text),
    problems: isGuest ? [] : [...extras.problems],
    favourite_games: [...extras.favouriteGames],
    favourites_version: extras.favouritesVersion,
    quotas: isGuest ? {} : extras.quotas,
    websocket_quotas: isGuest ? [] : [...extras.websocketQuotas],
    websocket_url: values.websocket_enabled ? values.websocket_client_address || `${socketOrigin}${WS_PATH}` : null,
    server_git_hash: git.hash,
    server_git_branch: git.branch,
  };
}

/**
 * v0's field description, in English; v0 calls a choice `array`. Additional fields of Vodkeep: `unit`, `choice_texts`,
 * `from_env`, and `later` for a setting that has no effect yet.
 */
function fieldView(key: SettingKey, given: LockedSetting | undefined): Record<string, unknown> {
  const {
    schema: _schema,
    type,
    later,
    variables,
    restart,
    environment: _environment,
    named: _named,
    ...field
  } = settingOf(key);
  const { choices, help, ...texts } = textsOfSetting(key, (text) => message(text).english);
  return {
    ...field,
    ...texts,
    type: type === 'choice' ? 'array' : type,
    help: later === undefined ? help : message('setting.no-effect-yet', { help }).english,
    ...(later === undefined ? {} : { later }),
    ...(choices ? { choice_texts: choices } : {}),
    ...(restart === true ? { restart_required: true } : {}),
    ...(variables ? { replacements: Object.fromEntries(variables.map((name) => [name, { display: name }])) } : {}),
    ...(given ? { from_env: true, env_name: given.from } : {}),
  };
}
