import { type ClientSettings } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientSettingsEntity } from '../entities/client-settings.entity.js';

const ONLY_ID = 1;

@Injectable()
export class ClientSettingsRepository {
  constructor(private readonly db: DataSource) {}

  /** The latest saved settings; null if there are none. */
  async find(): Promise<Record<string, unknown> | null> {
    return (await this.db.manager.findOneBy(ClientSettingsEntity, { id: ONLY_ID }))?.value ?? null;
  }

  async put(value: ClientSettings, at: Date): Promise<void> {
    await this.db.manager.upsert(ClientSettingsEntity, { id: ONLY_ID, value: { ...value }, updatedAt: at }, ['id']);
  }
}
