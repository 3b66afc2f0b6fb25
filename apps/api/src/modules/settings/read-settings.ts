import { SETTING_DEFAULTS, SETTING_KEYS, SETTINGS, type SettingKey, type SettingValues } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { type z } from 'zod';
import { issueText } from '../../http/input-faults.js';

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

/** Stored values over defaults. A stored value that is not valid any more is left out and said so: the default holds. */
export function readSettings(stored: ReadonlyMap<string, unknown>): { readonly values: SettingValues; readonly errors: readonly string[] } {
  const values: Record<string, unknown> = { ...SETTING_DEFAULTS };
  const errors: string[] = [];
  for (const key of SETTING_KEYS) {
    if (!stored.has(key)) continue;
    const parsed = SETTINGS[key].schema.safeParse(stored.get(key));
    if (parsed.success) values[key] = parsed.data;
    else errors.push(`The stored value of "${SETTINGS[key].text}" (${key}) is not valid: ${faultOf(parsed.error)}. Its default holds until it is saved again.`);
  }
  return { values: values as SettingValues, errors };
}

/** What a client wants changed, checked: every fault stands on its `config.<key>`. A value of null goes back to the default. */
export function readChanges(config: Readonly<Record<string, unknown>>): { readonly changes: ReadonlyMap<SettingKey, unknown>; readonly faults: readonly FieldFault[] } {
  const changes = new Map<SettingKey, unknown>();
  const faults: FieldFault[] = [];
  for (const [key, value] of Object.entries(config)) {
    const path = `config.${key.slice(0, 100)}`;
    if (!isSettingKey(key)) { faults.push({ path, message: 'is not a known setting' }); continue; }
    if (value === null) { changes.set(key, undefined); continue; }
    const parsed = SETTINGS[key].schema.safeParse(value);
    if (parsed.success) changes.set(key, parsed.data);
    else faults.push({ path, message: faultOf(parsed.error) });
  }
  return { changes, faults };
}

const faultOf = ({ issues: [first] }: z.ZodError): string => (first ? issueText(first) : 'is not valid');
