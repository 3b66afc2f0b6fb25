import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { editVersion, raiseEditVersion } from '../database/edit-version.js';
import { type Tx } from '../database/tx.js';
import { SettingEntity } from '../entities/setting.entity.js';

/** A row as it lies in Postgres. `goodValue` is what was saved last by us; a hand edit changes `value` alone. */
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

  /** With the version of all of them as one. */
  async read(tx: Tx = this.db.manager): Promise<{ version: number; rows: Map<string, StoredSetting> }> {
    // First: with a version that is older than the rows, an edit is refused at worst.
    const version = await editVersion('settings', tx);
    return { version, rows: await this.all(tx) };
  }

  /**
   * Nobody else changes a setting until this is through.
   * @param work given the version before it
   */
  edit<T>(work: (before: number, tx: Tx) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => work(await this.raiseVersion(tx), tx));
  }

  /** @returns the version before it */
  raiseVersion(tx: Tx): Promise<number> {
    return raiseEditVersion('settings', tx);
  }

  /**
   * All or nothing; keys in one order, so that two at once wait for each other and never for ever.
   * @param changes undefined: back to the default
   */
  async write(changes: ReadonlyMap<string, unknown>, at: Date, tx: Tx): Promise<void> {
    const gone = [...changes]
      .filter(([, value]) => value === undefined)
      .map(([key]) => key)
      .sort();
    if (gone.length > 0) await tx.delete(SettingEntity, { key: In(gone) });
    const retained = [...changes].filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, value] of retained) {
      // As text, so that a setting that is text or null arrives as JSON too.
      await tx.query(
        `INSERT INTO setting (key, value, good_value, updated_at) VALUES ($1, $2::jsonb, $2::jsonb, $3) ON CONFLICT (key) DO UPDATE SET value = excluded.value, good_value = excluded.good_value, updated_at = excluded.updated_at`,
        [key, JSON.stringify(value), at],
      );
    }
  }
}
