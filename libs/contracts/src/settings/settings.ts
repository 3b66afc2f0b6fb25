import { type z } from 'zod';
import { AUTOMATION_SETTINGS } from './automation.settings.js';
import { BASIC_SETTINGS } from './basic.settings.js';
import { CAPTURE_SETTINGS } from './capture.settings.js';
import { DETECTION_SETTINGS } from './detection.settings.js';
import { EXPORT_SETTINGS } from './export.settings.js';
import { INTERFACE_SETTINGS } from './interface.settings.js';
import { RENDER_SETTINGS } from './render.settings.js';
import { type SettingDef } from './setting-def.js';
import { STORAGE_SETTINGS } from './storage.settings.js';
import { VIDEO_SETTINGS } from './video.settings.js';

/**
 * Definitions of every setting, in display order. Shared by server, settings page and docs/settings.md. Keys of v0 keep
 * their names (docs/reference/v0-api.md); v0 keys that are not settings here are in `V0_ONLY`; new keys contain a dot.
 */
export const SETTINGS = {
  ...INTERFACE_SETTINGS,
  ...BASIC_SETTINGS,
  ...DETECTION_SETTINGS,
  ...CAPTURE_SETTINGS,
  ...VIDEO_SETTINGS,
  ...STORAGE_SETTINGS,
  ...AUTOMATION_SETTINGS,
  ...EXPORT_SETTINGS,
  ...RENDER_SETTINGS,
} as const satisfies Record<string, SettingDef>;

export type SettingKey = keyof typeof SETTINGS;
export type SettingValues = { [K in SettingKey]: z.infer<(typeof SETTINGS)[K]['schema']> };
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
/** Default values of all settings. */
export const SETTING_DEFAULTS = Object.fromEntries(SETTING_KEYS.map((k) => [k, SETTINGS[k].default])) as SettingValues;
/** Definition of a setting, without its exact type. */
export const settingOf = (key: SettingKey): SettingDef => SETTINGS[key];
