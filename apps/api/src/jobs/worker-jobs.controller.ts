import { Bus, OnEvent } from '#libs/bus';
import { EVENTS, type Payload, PULSES } from '#libs/contracts';
import { Controller, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkerJobs } from './worker-jobs.js';

/** What workers report of jobs of every kind. A repeated or late event changes nothing more. */
@Controller()
export class WorkerJobsController implements OnApplicationBootstrap, OnModuleDestroy {
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly jobs: WorkerJobs,
    private readonly bus: Bus,
  ) {}

  onApplicationBootstrap(): void {
    this.stopListening = this.bus.onPulse(PULSES.jobPulse, '*', (pulse) => this.jobs.progressed(pulse));
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

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
