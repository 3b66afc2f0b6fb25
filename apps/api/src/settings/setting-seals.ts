import { type SettingKey, settingOf } from '#libs/contracts';
import { localizedOf } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Keyring, type Sealer } from '#libs/service-kit';
import { Injectable } from '@nestjs/common';
import { isSettingKey } from './read-changes.js';
import { type StoredSetting } from '../persistence/repositories/setting.repository.js';

/** Under this name an envelope lies in its row. */
const SEALED = 'sealed';

/** Secrets among the settings are sealed in Postgres, each under its own key. */
@Injectable()
export class SettingSeals {
  private readonly sealer: Sealer;
  constructor(keyring: Keyring) {
    this.sealer = keyring.purpose('setting');
  }

  /** What may be stored of a value. */
  close(key: SettingKey, value: unknown): unknown {
    return settingOf(key).secret === true ? { [SEALED]: this.sealer.seal(key, String(value)) } : value;
  }

  /** Rows with their secrets open; one that does not open is reported, and the last good one holds, or none. */
  openAll(rows: ReadonlyMap<string, StoredSetting>): {
    readonly rows: ReadonlyMap<string, StoredSetting>;
    readonly errors: readonly Message[];
  } {
    const errors: Message[] = [];
    const opened = [...rows].flatMap(([key, row]): [string, StoredSetting][] => {
      if (!isSettingKey(key) || settingOf(key).secret !== true) return [[key, row]];
      // It became a secret after it was stored.
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

  /** Secrets that were stored before they were called so, sealed: what the next write takes along. */
  closeClear(rows: ReadonlyMap<string, StoredSetting>): ReadonlyMap<SettingKey, unknown> {
    return new Map(
      [...rows].flatMap(([key, row]): [SettingKey, unknown][] => {
        if (!isSettingKey(key) || settingOf(key).secret !== true || !isClear(row)) return [];
        const holding = [row.value, row.goodValue].find((value) => settingOf(key).schema.safeParse(value).success);
        return holding === undefined ? [] : [[key, this.close(key, holding)]];
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

/** Never sealed; a clear value over a sealed one is a hand edit. */
const isClear = ({ value, goodValue }: StoredSetting): boolean =>
  typeof value === 'string' && (goodValue === null || typeof goodValue === 'string');

const envelopeOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null && SEALED in value ? value[SEALED] : value);
