import { Injectable } from '@nestjs/common';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { backupFolder, DatabaseBackups } from './database-backups.js';

/** Number of daily backups, beside those of upgrades. */
const RETAINED = 7;

/** Backups of the database on schedule, in a folder of their own. */
@Injectable()
export class DailyBackups {
  constructor(private readonly db: DataSource) {}

  /** @returns the file @throws UserError `backup-failed` */
  async make(dataDir: string): Promise<string> {
    const rows = await this.db.query<{ name: string }[]>('SELECT name FROM migration ORDER BY id');
    const backups = new DatabaseBackups(path.join(backupFolder(dataDir), 'daily'), RETAINED);
    return backups.make(
      this.db,
      rows.map(({ name }) => name),
    );
  }
}
