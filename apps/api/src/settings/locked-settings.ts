import { SETTING_KEYS, type SettingKey, settingOf } from '#libs/contracts';
import { type Message } from '#libs/messages';
import { type HttpConfig } from '../platform/http-config.js';
import { type LockedSetting, readLocked } from './read-settings.js';

/**
 * Settings that cannot be changed on the page: those that an environment variable sets, and those of the machine that
 * the page only shows.
 */
export function lockedOf(config: HttpConfig): {
  readonly given: ReadonlyMap<SettingKey, LockedSetting>;
  readonly errors: readonly Message[];
} {
  const read = readLocked(config.settingTexts);
  const machine: Partial<Record<SettingKey, unknown>> = { basepath: config.basepath, server_port: config.port };
  const fixed = SETTING_KEYS.flatMap((key): [SettingKey, LockedSetting][] => {
    const from = settingOf(key).environment;
    return from === undefined ? [] : [[key, { value: machine[key], from }]];
  });
  return { given: new Map([...read.given, ...fixed]), errors: [...config.settingFaults, ...read.errors] };
}
