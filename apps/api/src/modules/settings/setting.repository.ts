import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { SettingEntity } from './setting.entity.js';

@Injectable()
export class SettingRepository {
  constructor(private readonly db: DataSource) {}

  async all(): Promise<Map<string, unknown>> {
    return new Map((await this.db.manager.find(SettingEntity)).map((row) => [row.key, row.value]));
  }

  /** All or nothing. @param changes undefined: back to the default */
  async write(changes: ReadonlyMap<string, unknown>, at: Date): Promise<void> {
    const gone = [...changes].filter(([, value]) => value === undefined).map(([key]) => key);
    await this.db.transaction(async (tx) => {
      if (gone.length > 0) await tx.delete(SettingEntity, { key: In(gone) });
      for (const [key, value] of changes) {
        // As text, so that a setting that is text or null arrives as JSON too.
        if (value !== undefined) await tx.query(`INSERT INTO setting (key, value, updated_at) VALUES ($1, $2::jsonb, $3) ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`, [key, JSON.stringify(value), at]);
      }
    });
  }
}
