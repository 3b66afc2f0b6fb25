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

interface Known {
  readonly values: SettingValues;
  /** Of the edits of `values`. */
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
 * `GET /settings` in its v0 shape. A guest gets the keys that are for guests, and neither channels nor problems; of a
 * secret only whether it is set.
 */
export function settingsView(known: Known): View<typeof SettingsView> {
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
 * v0's own field form, in English: pick-one is called `array` there. Ours beside it: `unit`, `choice_texts`, `from_env`,
 * and `later` for what does not act yet.
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
