import { type SettingKey, settingOf } from '#libs/contracts';
import { localizedOf } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { isSettingKey } from './read-changes.js';
import { type StoredSetting } from '../persistence/repositories/setting.repository.js';

/** Field of the row that holds the sealed value. */
const SEALED = 'sealed';

/** Seals the secret settings in Postgres, each under its own key. */
@Injectable()
export class SettingSeals {
  private readonly sealer: Sealer;
  constructor(keyring: Keyring) {
    this.sealer = keyring.purpose('setting');
  }

  /** The value to store: sealed if the setting is secret. */
  close(key: SettingKey, value: unknown): unknown {
    return settingOf(key).secret === true ? { [SEALED]: this.sealer.seal(key, String(value)) } : value;
  }

  /**
   * Opens the secrets of the rows. If one cannot be opened, it reports an error and uses the last valid value, or drops
   * the row.
   */
  openAll(rows: ReadonlyMap<string, StoredSetting>): {
    readonly rows: ReadonlyMap<string, StoredSetting>;
    readonly errors: readonly Message[];
  } {
    const errors: Message[] = [];
    const opened = [...rows].flatMap(([key, row]): [string, StoredSetting][] => {
      if (!isSettingKey(key) || settingOf(key).secret !== true) return [[key, row]];
      // The setting became secret after this value was stored.
      if (isClear(row)) return [[key, row]];
      const value = this.open(key, row.value);
      const good = value.ok ? value : this.open(key, row.goodValue);
      if (!value.ok)
        errors.push(
          message(good.ok ? 'setting.unreadable.last-good' : 'setting.unreadable.not-set', {
            name: message(`setting.${key}.text`),
            key,
            why: value.why,
          }),
        );
      return good.ok ? [[key, { value: good.text, goodValue: good.text }]] : [];
    });
    return { rows: new Map(opened), errors };
  }

  /** Seals secrets that were stored before their setting became secret. The next write saves them. */
  closeClear(rows: ReadonlyMap<string, StoredSetting>): ReadonlyMap<SettingKey, unknown> {
    return new Map(
      [...rows].flatMap(([key, row]): [SettingKey, unknown][] => {
        if (!isSettingKey(key) || settingOf(key).secret !== true || !isClear(row)) return [];
        const clearValue = [row.value, row.goodValue].find((value) => settingOf(key).schema.safeParse(value).success);
        return clearValue === undefined ? [] : [[key, this.close(key, clearValue)]];
      }),
    );
  }

  private open(
    key: SettingKey,
    stored: unknown,
  ): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: Message } {
    try {
      return { ok: true, text: this.sealer.open(key, envelopeOf(stored)) };
    } catch (error) {
      return { ok: false, why: localizedOf(error) };
    }
  }
}

/** Whether the row was never sealed. A clear value over a sealed one is a manual edit of the database. */
const isClear = ({ value, goodValue }: StoredSetting): boolean =>
  typeof value === 'string' && (goodValue === null || typeof goodValue === 'string');

const envelopeOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null && SEALED in value ? value[SEALED] : value);
