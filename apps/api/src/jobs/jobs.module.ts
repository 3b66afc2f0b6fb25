import { Module } from '@nestjs/common';
import { VodsModule } from '../vods/vods.module.js';
import { ApiJobRows } from './api-job-rows.js';
import { ApiJobs } from './api-jobs.js';
import { ChildJobs } from './child-jobs.js';
import { JobDispatcher } from './job-dispatcher.js';
import { WorkerJobs } from './worker-jobs.js';

/** Jobs of the API and of the workers. Both share one table. */
@Module({
  imports: [VodsModule],
  controllers: [JobDispatcher],
  providers: [ApiJobRows, ApiJobs, ChildJobs, WorkerJobs],
  exports: [ApiJobs, WorkerJobs],
})
export class JobsModule {}
