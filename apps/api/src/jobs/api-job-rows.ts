import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { JobEntity } from '../persistence/entities/job.entity.js';
import { Notifications } from '../platform/notifications.service.js';
import { type Counts } from './api-job-def.js';
import { jobEvents } from './job-events.js';

/**
 * An API renews its jobs regularly. If it has not done so for this time, it has crashed, and another API takes its
 * jobs.
 */
const TAKEOVER_AFTER_S = 15;
/** Limit of takeovers, because a job that crashes its API would otherwise crash every API, for ever. */
const MAX_TAKEOVERS = 5;

/** Rows of the API's own jobs: which job is next, and which API runs it. */
@Injectable()
export class ApiJobRows {
  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: Notifications,
  ) {}

  /**
   * Takes the next waiting job, or a job whose API has crashed. Two APIs never take the same job.
   * @param kinds the kinds that this API has free capacity for
   * @param busy names of jobs that this API still runs; if such a job was stopped and queued again, it waits until the
   *   first run has ended
   */
  async take(
    owner: string,
    { kinds, busy }: { readonly kinds: readonly string[]; readonly busy: readonly string[] },
  ): Promise<JobEntity | null> {
    return this.transactions.run(async (tx) => {
      const [row] = await tx.query<{ name: string }[]>(
        `SELECT name FROM job WHERE stage IS NULL AND input IS NOT NULL AND kind = ANY($1) AND name <> ALL($3) AND (
           (status = 'WAITING' AND (not_before IS NULL OR not_before <= now())) OR (status = 'RUNNING' AND heard_at < now() - make_interval(secs => $2) AND takeovers < $4))
         ORDER BY started_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [kinds, TAKEOVER_AFTER_S, busy, MAX_TAKEOVERS],
      );
      const job = row ? await tx.findOneBy(JobEntity, { name: row.name }) : null;
      if (!job) return null;
      const isTakeover = job.status === 'RUNNING';
      job.say(message(isTakeover ? 'job.begun-again' : 'job.started'));
      return tx.save(
        Object.assign(job, {
          status: 'RUNNING',
          owner,
          renewedAt: new Date(),
          updatedAt: new Date(),
          tries: job.tries + 1,
          takeovers: isTakeover ? job.takeovers + 1 : 0,
          pid: process.pid,
          note: null,
          progress: 0,
          leftMs: null,
          notBefore: null,
        }),
      );
    });
  }

  /**
   * Fails jobs that were taken over too often, because each time their API crashed.
   * @returns their names
   */
  async failCrashLoops(): Promise<string[]> {
    return this.transactions.run(async (tx) => {
      const rows = await tx.query<{ name: string }[]>(
        `SELECT name FROM job WHERE stage IS NULL AND input IS NOT NULL AND status = 'RUNNING' AND heard_at < now() - make_interval(secs => $1) AND takeovers >= $2 FOR UPDATE SKIP LOCKED`,
        [TAKEOVER_AFTER_S, MAX_TAKEOVERS],
      );
      for (const { name } of rows) {
        const job = await tx.findOneByOrFail(JobEntity, { name });
        const error = message('job.given-up-api-died', { n: MAX_TAKEOVERS + 1 });
        job.say(error);
        await tx.save(
          Object.assign(job, {
            status: 'ERROR',
            error,
            note: null,
            owner: null,
            renewedAt: null,
            pid: null,
            leftMs: null,
            endedAt: new Date(),
            updatedAt: new Date(),
          }),
        );
        await this.notifications.addAll(jobEvents(job), tx);
      }
      return rows.map((row) => row.name);
    });
  }

  /**
   * Renews the claims on these jobs.
   * @returns the jobs that still belong to this API; the others were stopped, or another API took them over
   */
  async renew(owner: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    const [rows] = await this.transactions.plain.query<[{ name: string }[], number]>(
      `UPDATE job SET heard_at = now() WHERE owner = $1 AND status = 'RUNNING' AND name = ANY($2) RETURNING name`,
      [owner, names],
    );
    return new Set(rows.map((row) => row.name));
  }

  /**
   * Saves the progress of a job if it still belongs to this API.
   * @returns whether it does
   */
  async saveProgress(
    owner: string,
    job: Pick<JobEntity, 'name' | 'progress' | 'note' | 'log' | 'leftMs'>,
  ): Promise<boolean> {
    const [, affected] = await this.transactions.plain.query<[unknown[], number]>(
      `UPDATE job SET progress = $3, note = $4, log = $5, left_ms = $6, updated_at = now()
       WHERE name = $1 AND owner = $2 AND status = 'RUNNING'`,
      [job.name, owner, job.progress, job.note && JSON.stringify(job.note), JSON.stringify(job.log), job.leftMs],
    );
    return affected === 1;
  }

  /** Adds to the counters no matter which API owns the job now, because the counted work is done. */
  async count(name: string, more: Counts, tx?: Tx): Promise<void> {
    if (!tx) {
      await this.transactions.run((own) => this.count(name, more, own));
      return;
    }
    const job = await tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
    if (!job) return;
    const counts = { ...job.counts };
    for (const [name, n = 0] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + n;
    await tx.update(JobEntity, { name }, { counts });
  }

  async loadCounts(name: string): Promise<Counts> {
    return (await this.find(name))?.counts ?? {};
  }

  /** Saves the end of a job; does nothing if the job was stopped meanwhile. */
  async close(owner: string, name: string, ended: Partial<JobEntity> & { readonly outcome: Message }): Promise<void> {
    await this.transactions.run(async (tx) => {
      const job = await tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
      if (job?.owner !== owner || job.status !== 'RUNNING') return;
      const { outcome, ...changes } = ended;
      job.say(outcome);
      await tx.save(
        Object.assign(job, changes, {
          owner: null,
          renewedAt: null,
          pid: null,
          updatedAt: new Date(),
        }),
      );
      await this.notifications.addAll(jobEvents(job), tx);
    });
  }

  find(name: string, tx: Tx = this.transactions.plain): Promise<JobEntity | null> {
    return tx.findOneBy(JobEntity, { name });
  }
}
