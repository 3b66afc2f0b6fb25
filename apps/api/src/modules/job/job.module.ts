import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { RecordingsModule } from '../../recordings/recordings.module.js';
import { ViewsModule } from '../../views/views.module.js';
import { JobController } from './job.controller.js';

@Module({ imports: [JobsModule, RecordingsModule, ViewsModule], controllers: [JobController] })
export class JobModule {}
