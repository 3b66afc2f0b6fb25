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
 * Every setting, in display order; key -> what it is. One table for server, settings page and docs/settings.md. Keys of
 * v0 keep their names (docs/reference/v0-api.md); those that are no setting here are in `V0_ONLY`; ours are dotted.
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
/** The value of each setting until somebody changes it. */
export const SETTING_DEFAULTS = Object.fromEntries(SETTING_KEYS.map((k) => [k, SETTINGS[k].default])) as SettingValues;
/** One setting, without its exact type. */
export const settingOf = (key: SettingKey): SettingDef => SETTINGS[key];
