import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { editVersion, raiseEditVersion } from '../database/edit-version.js';
import { type Tx } from '../database/tx.js';
import { SettingEntity } from '../entities/setting.entity.js';

/** A row as stored in Postgres. `goodValue`: the value that Vodkeep saved last; a manual edit changes only `value`. */
export interface StoredSetting {
  readonly value: unknown;
  readonly goodValue: unknown;
}

@Injectable()
export class SettingRepository {
  constructor(private readonly db: DataSource) {}

  async all(tx: Tx = this.db.manager): Promise<Map<string, StoredSetting>> {
    return new Map((await tx.find(SettingEntity)).map(({ key, value, goodValue }) => [key, { value, goodValue }]));
  }

  /** All settings, with the version of the whole set. */
  async read(tx: Tx = this.db.manager): Promise<{ version: number; rows: Map<string, StoredSetting> }> {
    // Read the version first: if it is older than the rows, the worst result is a refused edit.
    const version = await editVersion('settings', tx);
    return { version, rows: await this.all(tx) };
  }

  /**
   * Edits settings; other edits wait until the transaction ends.
   * @param work receives the version before the edit
   */
  edit<T>(work: (before: number, tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => work(await this.raiseVersion(tx), tx));
  }

  /** @returns the version before the edit */
  raiseVersion(tx: Tx): Promise<number> {
    return raiseEditVersion('settings', tx);
  }

  /**
   * Writes all or nothing. Writes keys in a fixed order, so that two concurrent calls do not deadlock.
   * @param changes undefined: back to the default
   */
  async write(changes: ReadonlyMap<string, unknown>, at: Date, tx: Tx): Promise<void> {
    const resetKeys = [...changes]
      .filter(([, value]) => value === undefined)
      .map(([key]) => key)
      .sort();
    if (resetKeys.length > 0) await tx.delete(SettingEntity, { key: In(resetKeys) });
    const saved = [...changes].filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, value] of saved) {
      // Passed as text, so that a string or null also becomes JSON.
      await tx.query(
        `INSERT INTO setting (key, value, good_value, updated_at) VALUES ($1, $2::jsonb, $2::jsonb, $3) ON CONFLICT (key) DO UPDATE SET value = excluded.value, good_value = excluded.good_value, updated_at = excluded.updated_at`,
        [key, JSON.stringify(value), at],
      );
    }
  }
}
