import { type ApiConfig } from '#libs/config';
import { type Message, message, verbatim } from '#libs/messages';
import { CONFIG } from '#libs/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { defineApiJob } from '../../jobs/api-job-def.js';
import { ApiJobs } from '../../jobs/api-jobs.js';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { DailyBackups } from '../../persistence/backup/daily-backups.js';

const BACKUP = defineApiJob('backup', z.strictObject({}));

/** Backs up the database into the data folder of the API that runs it. */
@Injectable()
export class BackupJob {
  constructor(
    private readonly apiJobs: ApiJobs,
    private readonly backups: DailyBackups,
    @Inject(CONFIG) private readonly config: ApiConfig,
  ) {
    apiJobs.register(BACKUP, () => this.run());
  }

  /** @returns name of the job @throws UserError `job-running` (409) */
  start(also: InSameTransaction): Promise<string> {
    return this.apiJobs.add(BACKUP, { name: 'backup', title: message('job.title.database'), input: {} }, also);
  }

  private async run(): Promise<Message> {
    return message('job.backup-made', { file: verbatim(await this.backups.make(this.config.core.dataDir)) });
  }
}
