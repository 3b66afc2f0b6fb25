import { OnEvent } from '#libs/bus';
import { EVENTS, type Payload } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { WorkerJobs } from './worker-jobs.js';

/** What workers report of jobs of every kind. A repeated or late event changes nothing more. */
@Controller()
export class WorkerJobsController {
  constructor(private readonly jobs: WorkerJobs) {}

  @OnEvent(EVENTS.jobStarted)
  started(e: Payload<typeof EVENTS.jobStarted>): Promise<void> {
    return this.jobs.started(e);
  }

  @OnEvent(EVENTS.jobDone)
  done(e: Payload<typeof EVENTS.jobDone>): Promise<void> {
    return this.jobs.done(e);
  }

  @OnEvent(EVENTS.jobFailed)
  failed(e: Payload<typeof EVENTS.jobFailed>): Promise<void> {
    return this.jobs.failed(e);
  }

  @OnEvent(EVENTS.jobInterim)
  interim(e: Payload<typeof EVENTS.jobInterim>): Promise<void> {
    return this.jobs.interim(e);
  }
}
