import { MASK, SETTINGS, type SettingKey, settingOf, V0_ONLY, type V0OnlyKey } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { type LockedSetting } from './read-settings.js';
import { readValue } from './read-value.js';

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);
const v0Only = (key: string): V0OnlyKey | null => (Object.hasOwn(V0_ONLY, key) ? (V0_ONLY[key] ?? null) : null);

export interface Changes {
  /** New value by key; undefined resets to the default. */
  readonly changes: ReadonlyMap<SettingKey, unknown>;
  /** v0 keys without an effect here, each with the reason. */
  readonly ignored: ReadonlyMap<string, Message>;
  readonly faults: readonly FieldFault[];
}

/**
 * Validates the changes of a caller. The path of each fault is `<root>.<key>`.
 * @param given settings that the environment sets
 * @param root the caller's name for the object
 */
export function readChanges(
  config: Readonly<Record<string, unknown>>,
  given: ReadonlyMap<SettingKey, LockedSetting> = new Map(),
  root = 'config',
): Changes {
  const changes = new Map<SettingKey, unknown>();
  const ignored = new Map<string, Message>();
  const faults: FieldFault[] = [];
  for (const [key, raw] of Object.entries(config)) {
    const v0Key = v0Only(key);
    if (v0Key) {
      ignored.set(key, whyOf(v0Key));
      continue;
    }
    const change = isSettingKey(key)
      ? readChange(key, raw, given.get(key))
      : { fault: message('field.not-known-setting') };
    if ('fault' in change) faults.push({ path: `${root}.${key.slice(0, 100)}`, message: change.fault });
    else if ('value' in change && isSettingKey(key)) changes.set(key, change.value);
  }
  return { changes, ignored, faults };
}

/** Why a v0 key has no effect here. */
export const whyOf = ({ fate }: V0OnlyKey): Message =>
  'na' in fate ? message(fate.na) : message('setting.left-out.replaced', { what: fate.replaced });

type Change = { readonly value: unknown } | { readonly fault: Message } | { readonly unchanged: true };

/** A v0 form sends every field. A value that equals the current one is no change, even if the environment sets it. */
function readChange(key: SettingKey, raw: unknown, given: LockedSetting | undefined): Change {
  const def = settingOf(key);
  if (def.secret === true && raw === MASK) return { unchanged: true };
  const read = readValue(def, raw);
  if (!read.ok) return { fault: read.fault };
  if (!given) return { value: read.value };
  return (read.value ?? def.default) === given.value
    ? { unchanged: true }
    : { fault: message('field.set-by-environment', { name: given.from }) };
}
