import { type Job } from '#libs/contracts';
import { BugError } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { type JobEntity } from './job.entity.js';

/** What can be done with jobs of a kind, by who owns that work. */
export interface JobActs {
  /**
   * Of work that does not end by itself: to stop it is its end, after which its worker finishes it. The row goes on
   * until then.
   * @returns false where there is nobody to finish it: then it is cancelled
   */
  end?(job: JobEntity): Promise<boolean>;
  /** The row is stopped and its worker told to stop already; what else hangs on the job follows. Safe to repeat. */
  cancel(job: JobEntity): Promise<void>;
  /** Asks for the same work again. @throws UserError `job-missing` (404), `job-running` (409) */
  retry(job: JobEntity): Promise<void>;
}

/**
 * One table of what a job's owner does when it is stopped or tried again. Jobs of the api itself stand in none: `ApiJobs` knows
 * them by their row.
 */
@Injectable()
export class JobKinds {
  private readonly acts = new Map<Job['kind'], JobActs>();

  /** Owners call it in their constructor. */
  register(kind: Job['kind'], acts: JobActs): void {
    if (this.acts.has(kind)) throw new BugError('job-kind-twice', `Two services own jobs of kind ${kind}.`);
    this.acts.set(kind, acts);
  }

  /** @returns null for a kind that nobody owns: its rows can be stopped and cleared, not tried again */
  of(kind: Job['kind']): JobActs | null {
    return this.acts.get(kind) ?? null;
  }
}
