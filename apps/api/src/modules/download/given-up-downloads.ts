import { Bus } from '#libs/bus';
import { type DeadLetter } from '#libs/contracts';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import { eachOf } from '../../workflows/each-of.js';
import { type PeriodicTask } from '../../platform/scheduler/periodic-task.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { JobRepository } from '../job/job.repository.js';
import { DownloadFacts } from './download-facts.js';
import { isDownloadCommand } from './download-jobs.js';

/** A letter wakes it; this is for one that came while nobody listened. */
const EVERY_MS = 60_000;
const Try = z.object({ jobName: z.string(), attempt: z.string() });

/**
 * Downloads and dumps whose message was given up on because no recorder ever answered it: each that took it died.
 * Nobody else can say so, and asked for anew it would go on killing them. One that only waited
 * for what is outside (its job waits, with the reason) is left to be asked for again. May be told twice.
 */
@Injectable()
export class GivenUpDownloads implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: PeriodicTask;
  private deaf: () => void = () => undefined;

  constructor(
    private readonly bus: Bus,
    private readonly rows: JobRepository,
    private readonly facts: DownloadFacts,
    scheduler: Scheduler,
  ) {
    this.task = scheduler.every('abandoned-downloads', EVERY_MS, () => this.look());
  }

  onApplicationBootstrap(): void {
    this.deaf = this.bus.deadLetters.onAdded(() => {
      this.task.wake();
    });
  }

  onModuleDestroy(): void {
    this.deaf();
  }

  private async look(): Promise<void> {
    const letters = (await this.bus.deadLetters.list()).filter(
      (l) => l.code === 'no-answer' && isDownloadCommand(l.name),
    );
    await eachOf(letters, (letter) => this.tell(letter));
  }

  private async tell({ payload, attempts, failed_at: at }: DeadLetter): Promise<void> {
    const one = Try.safeParse(payload).data;
    const job = one && (await this.rows.find(one.jobName));
    if (!one || job?.status !== 'RUNNING' || job.command?.['attempt'] !== one.attempt) return;
    await this.facts.failed({
      ...one,
      at: Date.parse(at),
      reason: `given up: recorders took it ${attempts} times, and none of them came to its end`,
      waiting: false,
    });
  }
}
