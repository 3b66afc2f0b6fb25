import { type ImportReport, type SettingKey, settingOf, type SettingValues, V0_ONLY, type View } from '#libs/contracts';
import { type FieldFault } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { isSettingKey, readChanges, whyOf } from '../../../settings/read-changes.js';
import { type LockedSetting } from '../../../settings/read-settings.js';

interface SettingsPlan {
  readonly changes: ReadonlyMap<SettingKey, unknown>;
  readonly report: View<typeof ImportReport>['settings'];
  readonly faults: readonly FieldFault[];
}
interface CurrentSettings {
  readonly values: SettingValues;
  readonly given: ReadonlyMap<SettingKey, LockedSetting>;
}

/** Reason for leaving out an unknown key. */
export const UNKNOWN_SETTING = message('setting.left-out.unknown');

/**
 * Returns the changes that the settings of a file would make. Leaves out, with a reason: secrets, keys without effect,
 * keys that the environment sets, and unknown keys.
 */
export function planSettings(
  file: Readonly<Record<string, unknown>>,
  { values, given }: CurrentSettings,
  root: string,
): SettingsPlan {
  const skipped = Object.keys(file).flatMap((key) => {
    const why = whyNot(key, given);
    return why === null ? [] : [{ key: key.slice(0, 100), why }];
  });
  const accepted = Object.fromEntries(Object.entries(file).filter(([key]) => whyNot(key, given) === null));
  const { changes, faults } = readChanges(accepted, given, root);
  const differing = [...changes].filter(([key, value]) => (value ?? settingOf(key).default) !== values[key]);
  const changed = differing.map(([key, value]) => ({
    key,
    from: values[key],
    to: (value ?? settingOf(key).default) as string | number | boolean,
  }));
  return {
    changes: new Map(differing),
    faults: faults.map(({ path, message }) => ({ path: path.replace(/^\./, ''), message })),
    report: { changed, unchanged: changes.size - differing.length, skipped },
  };
}

function whyNot(key: string, given: ReadonlyMap<SettingKey, LockedSetting>): Message | null {
  const old = Object.hasOwn(V0_ONLY, key) ? V0_ONLY[key] : undefined;
  if (old) return whyOf(old);
  if (!isSettingKey(key)) return UNKNOWN_SETTING;
  if (settingOf(key).secret === true) return message('setting.left-out.secret');
  const held = given.get(key);
  return held ? message('setting.left-out.environment', { name: held.from }) : null;
}
