import { Bus } from '#libs/bus';
import { PULSES } from '#libs/contracts';
import { BugError, UserError } from '#libs/errors';
import { english, type Message, message, withEnglish } from '#libs/messages';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type z } from 'zod';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { lockJobName } from './lock-job-name.js';
import { isOpen, JobEntity } from '../persistence/entities/job.entity.js';
import { JOB_MISSING } from './job-faults.js';
import { markQueued, markStopped } from './job-transitions.js';
import { type InSameTransaction, newJob } from './new-job.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { type ApiJobDef, type ApiJobWork } from './api-job-def.js';
import { ApiJobProgress } from './api-job-progress.js';
import { ApiJobRows } from './api-job-rows.js';
import { endOf } from './api-job-end.js';

const CHECK_INTERVAL_MS = 3_000;
/** Limits of the jobs that one API runs: in total, and per kind, so that slow jobs only delay their own kind. */
const MAX_RUNNING = 6;
const MAX_RUNNING_PER_KIND = 2;

interface NewApiJob<I> {
  readonly name: string;
  readonly title: Message;
  readonly input: I;
  readonly vodUuid?: string | null;
  readonly channelUuid?: string | null;
}
interface RegisteredJob {
  readonly def: ApiJobDef;
  readonly work: ApiJobWork<never>;
}

/**
 * Runs long work of the API as jobs. Postgres holds the queue, one API at a time runs a job, and another API restarts
 * it if that one crashes. A response names the job; the operator can watch, stop and retry it like any other job.
 */
@Injectable()
export class ApiJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('api-jobs');
  private readonly owner = `${hostname()}/${process.pid}/${randomUUID()}`;
  private readonly registered = new Map<string, RegisteredJob>();
  private readonly running = new Map<
    string,
    { readonly kind: string; readonly abort: AbortController; readonly done: Promise<void> }
  >();
  private readonly task: PeriodicTask;
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: ApiJobRows,
    private readonly bus: Bus,
    private readonly notifier: UiNotifier,
    private readonly scheduler: Scheduler,
  ) {
    const schedule = { intervalMs: CHECK_INTERVAL_MS, where: 'every-instance' } as const;
    this.task = scheduler.every('api-jobs', schedule, () => this.tick());
  }

  /** Registers the function that does the jobs of a kind. Call it in a constructor or in `onModuleInit`. */
  register<S extends z.ZodType>(def: ApiJobDef<S>, work: ApiJobWork<z.infer<S>>): void {
    if (this.registered.has(def.kind)) throw new BugError('api-job-twice', `Two services do the api job ${def.kind}.`);
    this.registered.set(def.kind, { def, work });
  }

  /**
   * Queues a job. The name identifies the work: it cannot be queued again while it waits or runs.
   * @param also work in the transaction that adds the job
   * @throws UserError `job-running` (409)
   */
  async add<S extends z.ZodType>(
    def: ApiJobDef<S>,
    job: NewApiJob<z.input<S>>,
    also?: InSameTransaction,
  ): Promise<string> {
    await this.transactions.run(async (tx) => {
      await this.addIn(def, job, tx);
      await also?.(job.name, tx);
    });
    this.added(job.name);
    return job.name;
  }

  /** Queues a job inside a transaction. Call {@link added} after the commit. */
  async addIn<S extends z.ZodType>(
    def: ApiJobDef<S>,
    { name, title, input, vodUuid = null, channelUuid = null }: NewApiJob<z.input<S>>,
    tx: Tx,
  ): Promise<void> {
    await lockJobName(name, tx);
    const job = newJob({
      name,
      kind: def.kind,
      vodUuid,
      channelUuid,
      title,
      unit: 'items',
      node: hostname(),
      input: def.schema.parse(input) as Record<string, unknown>,
    });
    job.say(message('job.queued'));
    await tx.save(job);
  }

  added(name: string): void {
    this.notifier.notify('job', name, { actions: ['job_save'] });
    this.task.wake();
  }

  /**
   * Queues a job again with its input.
   * @throws UserError `job-missing` (404), `job-running` (409)
   */
  async retry(name: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const job = await tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
      if (!job?.input) throw JOB_MISSING(name);
      if (isOpen(job)) throw new UserError(message('error.job-running.name', { name }), { status: 409 });
      job.say(message('job.queued-again'));
      const fresh = { node: hostname(), tries: 0, takeovers: 0, notBefore: null, startedAt: new Date() };
      await tx.save(Object.assign(markQueued(job, { note: null }), fresh));
    });
    this.added(name);
  }

  /** Stops a waiting or running job, on whichever API it runs. */
  async stop(name: string, reason: Message): Promise<void> {
    const isStopped = await this.transactions.run(async (tx) => {
      const job = await tx.findOne(JobEntity, { where: { name }, lock: { mode: 'pessimistic_write' } });
      if (!job || !isOpen(job)) return false;
      await tx.save(markStopped(job, reason));
      return true;
    });
    if (!isStopped) return;
    this.notifier.cancelJob(name, reason);
    this.notifier.notify('job', name);
  }

  onApplicationBootstrap(): void {
    this.stopListening = this.bus.onPulse(PULSES.jobCancel, '*', ({ jobName, reason }) => {
      this.running.get(jobName)?.abort.abort(new UserError(withEnglish(reason), { code: 'job-stopped' }));
      return Promise.resolve();
    });
  }

  /** Aborts the running jobs. They wait for the next API. */
  async onModuleDestroy(): Promise<void> {
    await this.scheduler.stop(); // a scheduled run could otherwise take the next job
    this.stopListening();
    for (const { abort } of this.running.values()) abort.abort(SHUTDOWN);
    await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private async tick(): Promise<void> {
    await this.renewClaims();
    for (const name of await this.rows.failCrashLoops()) this.notifier.notify('job', name);
    while (this.running.size < MAX_RUNNING) {
      const job = await this.rows.take(this.owner, { kinds: this.freeKinds(), busy: [...this.running.keys()] });
      if (!job) return;
      const abort = new AbortController();
      const done = this.run(job, abort.signal).finally(() => {
        this.running.delete(job.name);
        this.task.wake();
      });
      this.running.set(job.name, { kind: job.kind, abort, done });
    }
  }

  private freeKinds(): string[] {
    const running = [...this.running.values()];
    return [...this.registered.keys()].filter(
      (kind) => running.filter((job) => job.kind === kind).length < MAX_RUNNING_PER_KIND,
    );
  }

  /**
   * Renews the claims and aborts jobs that no longer belong to this API: the stop message was lost, or this API did not
   * renew in time and another one has taken the job over.
   */
  private async renewClaims(): Promise<void> {
    const names = [...this.running.keys()];
    const ours = names.length === 0 ? new Set<string>() : await this.rows.renew(this.owner, names);
    for (const name of names)
      if (!ours.has(name)) this.running.get(name)?.abort.abort(new UserError(message('error.job-stopped.not-ours')));
  }

  private async run(job: JobEntity, signal: AbortSignal): Promise<void> {
    const progress = new ApiJobProgress(job, (row) =>
      this.rows.saveProgress(this.owner, row).then((ours) => {
        if (ours) this.notifier.notify('job', job.name, { actions: ['job_progress'] });
      }),
    );
    this.notifier.notify('job', job.name);
    const result = await this.work(job, { signal, progress }).then(
      (outcome) => ({ outcome }),
      (thrown: unknown) => ({ thrown }),
    );
    const ended = endOf(result, { tries: job.tries, isShutdown: signal.reason === SHUTDOWN });
    if (ended.status === 'ERROR' && !signal.aborted) this.logFailure(job.name, english(ended.outcome), result);
    await progress.settle();
    await this.rows.close(this.owner, job.name, ended).catch((thrown: unknown) => {
      this.log.error(`${job.name}: result not saved: ${String(thrown)}`);
    });
    this.notifier.notify('job', job.name);
  }

  /** A fault that the operator can fix is logged without a stack. */
  private logFailure(name: string, outcome: string, result: object): void {
    const thrown = 'thrown' in result ? result.thrown : null;
    if (thrown instanceof UserError) this.log.warn(`${name}: ${outcome}`);
    else this.log.error(`${name}: ${outcome}`, thrown instanceof Error ? thrown.stack : undefined);
  }

  private async work(
    job: JobEntity,
    { signal, progress }: { readonly signal: AbortSignal; readonly progress: ApiJobProgress },
  ): Promise<Message> {
    const registered = this.registered.get(job.kind);
    if (!registered) throw new BugError('api-job-unknown', `No service does the api job ${job.kind}.`);
    const input = registered.def.schema.parse(job.input);
    return registered.work({
      jobName: job.name,
      input: input as never,
      signal,
      progress: (done, note) => {
        progress.move(done, note);
      },
      say: (line) => {
        progress.say(line);
      },
      count: (more, tx) => this.rows.count(job.name, more, tx),
      counted: () => this.rows.loadCounts(job.name),
    });
  }
}

const SHUTDOWN = Symbol('shutdown');
