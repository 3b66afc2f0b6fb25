import { type ApiConfig } from '#libs/config';
import { type Message, message, verbatim } from '#libs/messages';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { backupFolder, DatabaseBackups } from '../../persistence/backup/database-backups.js';

const BACKUP = defineApiJob('backup', z.strictObject({}));
/** Daily backups that are kept, beside those of upgrades. */
const RETAINED = 7;

/** Backs up the database into the data folder of the API that runs it. */
@Injectable()
export class BackupJob {
  private readonly folder: string;

  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly db: DataSource,
    @Inject(CONFIG) { core }: ApiConfig,
  ) {
    this.folder = path.join(backupFolder(core.dataDir), 'daily');
    apiJobs.register(BACKUP, () => this.run());
  }

  /** @returns name of the job @throws UserError `job-running` (409) */
  start(also: InSameTransaction): Promise<string> {
    return this.apiJobs.add(BACKUP, { name: 'backup', title: message('job.title.database'), input: {} }, also);
  }

  private async run(): Promise<Message> {
    const rows = await this.db.query<{ name: string }[]>('SELECT name FROM migration ORDER BY id');
    const backups = new DatabaseBackups(this.folder, RETAINED);
    const file = await backups.make(
      this.db,
      rows.map(({ name }) => name),
    );
    return message('job.backup-made', { file: verbatim(file) });
  }
}
