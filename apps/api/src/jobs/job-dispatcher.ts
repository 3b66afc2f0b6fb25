import { Bus, OnEvent } from '#libs/bus';
import { type DeadLetter, EVENTS, type JobWorker, type Payload, PULSES, type View, WORKER_JOBS } from '#libs/contracts';
import { BugError, isAppError, messageOf, UserError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';
import { Controller, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Outbox } from '../persistence/repositories/outbox.repository.js';
import { Transactions, type Tx } from '../persistence/database/tx.js';
import { JobEntity } from '../persistence/entities/job.entity.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { inputOf, waitsForWorker, type WorkerJobStage } from './worker-job-stage.js';
import { WorkerJobs } from './worker-jobs.js';

const CHECK_INTERVAL_MS = 2_000;
/**
 * Limit of sent but untaken commands in a queue without a limit of its own. It is high enough that workers do not wait
 * for the API, and low enough that urgent jobs do not wait behind others. For children of a stage the limit is one:
 * workers take commands in the order of sending, so commands that are sent early can no longer be distributed fairly.
 */
const MAX_UNTAKEN_COMMANDS = 8;
/** Workers report every second. After this time without a report the event may be lost, so the receipt is checked. */
const RECEIPT_CHECK_AFTER_S = 5;
/** After this time without a report, which covers redeliveries and waits between tries, the message may be lost. */
const RESEND_AFTER_S = 180;
const TriedJob = z.object({ jobName: z.string(), attempt: z.string() });

const WITH_WORKERS = `sent_at IS NOT NULL AND status IN ('WAITING', 'RUNNING')`;
/** No worker has taken the command yet. */
const UNTAKEN = `sent_at IS NOT NULL AND status = 'WAITING' AND heard_at IS NULL`;

/**
 * Exchanges messages between the API and the workers: sends each job when it is its turn, and receives the reports of
 * workers. No job is lost: the receipt replaces a lost event, a lost command is sent again, and a job that kills each
 * of its workers fails.
 */
@Controller()
export class JobDispatcher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('jobs');
  private readonly unsubscribe: (() => void)[];

  constructor(
    scheduler: Scheduler,
    private readonly jobs: WorkerJobs,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    private readonly notifier: UiNotifier,
  ) {
    const task = scheduler.every('worker-jobs', CHECK_INTERVAL_MS, () => this.run());
    jobs.onQueued(() => {
      task.wake();
    });
    this.unsubscribe = [
      bus.deadLetters.onAdded(() => {
        task.wake();
      }),
    ];
  }

  /** @throws BugError `no-stage`: no provider has registered a stage of a kind, so no job of it could be added */
  onApplicationBootstrap(): void {
    const staged = new Set(this.jobs.allStages().map(({ def }) => def.kind));
    const missing = WORKER_JOBS.map(({ kind }) => kind).filter((kind) => !staged.has(kind));
    if (missing.length > 0) throw new BugError('no-stage', `No stage is registered for ${missing.join(', ')}.`);
    this.unsubscribe.push(this.bus.onPulse(PULSES.jobPulse, '*', (pulse) => this.jobs.progressed(pulse)));
  }

  onModuleDestroy(): void {
    for (const unsubscribe of this.unsubscribe) unsubscribe();
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

  /** Runs every two seconds and when woken. A failed step does not stop the other steps. */
  async run(): Promise<void> {
    await forEachCollectingErrors(
      [() => this.failUnanswered(), () => this.followUp(), () => this.joinParents(), () => this.dispatch()],
      (step) => step(),
    );
  }

  /**
   * Sends the waiting jobs of each queue: by priority, then a child of the parent with the fewest active children, then
   * the oldest.
   */
  private async dispatch(): Promise<void> {
    const lost = await this.lostChildren();
    const queues = Map.groupBy(this.jobs.allStages(), ({ queue, name }) => queue?.name ?? name);
    await forEachCollectingErrors(queues.values(), async (stages) => {
      for (;;) if (!(await this.dispatchOne(stages, lost))) return;
    });
  }

  /**
   * Names of children whose command is in the queue no longer although no worker has reported on it: it is lost. They
   * do not hold back the others until {@link followUp} sends them again.
   */
  private async lostChildren(): Promise<readonly string[]> {
    const rows = await this.transactions.plain.query<{ name: string; stage: string }[]>(
      `SELECT name, stage FROM job
       WHERE parent IS NOT NULL AND ${UNTAKEN} AND updated_at < now() - make_interval(secs => $1)`,
      [RECEIPT_CHECK_AFTER_S],
    );
    const lost: string[] = [];
    for (const { name, stage } of rows) {
      const def = this.jobs.stageOf({ stage })?.def;
      // Without NATS nothing is known to be lost.
      const isQueued = !def || (await this.bus.isCommandQueued(def.command, name).catch(() => true));
      if (!isQueued) lost.push(name);
    }
    return lost;
  }

  /** @returns false if no job waits or the queue is full */
  private async dispatchOne(stages: readonly WorkerJobStage[], lost: readonly string[]): Promise<boolean> {
    const sent = await this.sendChosen(async (tx) => {
      if (!(await this.hasCapacity(stages, tx))) return null;
      const [row] = await tx.query<{ name: string }[]>(
        `SELECT j.name FROM job j WHERE j.stage = ANY($1) AND j.sent_at IS NULL AND j.status = 'WAITING'
           AND (j.parent IS NULL
             OR NOT EXISTS (SELECT FROM job s WHERE s.stage = j.stage AND s.parent IS NOT NULL AND s.name <> ALL($2) AND ${UNTAKEN}))
         ORDER BY j.priority DESC,
           (SELECT count(*) FROM job s WHERE s.parent = j.parent AND ${WITH_WORKERS}),
           (SELECT max(s.sent_at) FROM job s WHERE s.parent = j.parent) NULLS FIRST,
           j.started_at, j.name
         LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [stages.map(({ name }) => name), lost],
      );
      const job = row ? await tx.findOneBy(JobEntity, { name: row.name }) : null;
      return job && { job, send: () => this.send(job, tx) };
    });
    if (sent) this.notifier.notify('job', sent.name);
    return sent !== null;
  }

  /**
   * Sends the job that `choose` selects, in one transaction. A job that can never be sent fails, so that it does not
   * block the queue.
   * @returns the job, null if there is none
   */
  private async sendChosen(
    choose: (tx: Tx) => Promise<{ readonly job: JobEntity; readonly send: () => Promise<void> } | null>,
  ): Promise<JobEntity | null> {
    const refused: { thrown: unknown } = { thrown: null };
    const job = await this.transactions.run(async (tx) => {
      const chosen = await choose(tx);
      await chosen?.send().catch((thrown: unknown) => {
        if (!isAppError(thrown) || thrown.fault === 'outside') throw thrown;
        refused.thrown = thrown;
      });
      return chosen?.job ?? null;
    });
    if (job) this.outbox.committed();
    if (job && refused.thrown !== null) {
      this.log.warn(`${job.name}: not dispatched: ${messageOf(refused.thrown)}`);
      await this.jobs.refuse(job, refused.thrown);
    }
    return job;
  }

  /**
   * Jobs that follow a running broadcast may take hours at little cost. So as many of them as the limit may run in
   * addition to the limit. Jobs that run until they are ended have no limit.
   */
  private async hasCapacity(stages: readonly WorkerJobStage[], tx: Tx): Promise<boolean> {
    if (stages.every(({ def }) => def.untilEnded)) return true;
    const [{ taken, untaken, following } = { taken: 0, untaken: 0, following: 0 }] = await tx.query<
      { taken: number; untaken: number; following: number }[]
    >(
      `SELECT (count(*) FILTER (WHERE NOT following))::int AS taken,
         (count(*) FILTER (WHERE following))::int AS following,
         (count(*) FILTER (WHERE ${UNTAKEN}))::int AS untaken
       FROM job WHERE stage = ANY($1) AND ${WITH_WORKERS}`,
      [stages.map(({ name }) => name)],
    );
    const queue = stages[0]?.queue;
    if (!queue) return untaken < MAX_UNTAKEN_COMMANDS;
    const limit = queue.atOnce();
    return taken + Math.max(0, following - limit) < limit;
  }

  private async send(job: JobEntity, tx: Tx): Promise<void> {
    const { def, command } = await this.commandOf(job);
    await this.outbox.job(def.kind, command, tx);
    const note = waitsForWorker(def);
    job.say(note);
    await tx.save(Object.assign(job, { note, sentAt: new Date(), updatedAt: new Date() }));
  }

  private async commandOf(job: JobEntity) {
    const stage = this.jobs.stageOf(job);
    const input: unknown = stage && inputOf(stage, job);
    if (!stage || input === null) throw new UserError(message('error.job-unreadable'));
    return {
      def: stage.def,
      command: {
        jobName: job.name,
        attempt: job.attempt ?? '',
        input: stage.refreshInput ? await stage.refreshInput(input) : input,
      },
    };
  }

  /** Checks sent jobs without recent reports: applies their receipt, or sends the command again. */
  private async followUp(): Promise<void> {
    const quiet = await this.transactions.plain.query<{ name: string; silent: boolean }[]>(
      `SELECT name, updated_at < now() - make_interval(secs => $2) AS silent FROM job
       WHERE stage IS NOT NULL AND ${WITH_WORKERS} AND updated_at < now() - make_interval(secs => $1)`,
      [RECEIPT_CHECK_AFTER_S, RESEND_AFTER_S],
    );
    await forEachCollectingErrors(quiet, async ({ name, silent }) => {
      if (!(await this.jobs.applyReceipt(name)) && silent) await this.sendAgain(name);
    });
  }

  /** If the earlier message is still queued or in progress, the outbox publisher drops the new one, so no command runs twice. */
  private async sendAgain(name: string): Promise<void> {
    await this.sendChosen(async (tx) => {
      const [row] = await tx.query<unknown[]>(
        `SELECT 1 FROM job WHERE name = $1 AND ${WITH_WORKERS} AND updated_at < now() - make_interval(secs => $2) FOR UPDATE SKIP LOCKED`,
        [name, RESEND_AFTER_S],
      );
      const job = row ? await tx.findOneBy(JobEntity, { name }) : null;
      return job && { job, send: () => this.resend(job, tx) };
    });
  }

  private async resend(job: JobEntity, tx: Tx): Promise<void> {
    const { def, command } = await this.commandOf(job);
    if (await this.outbox.jobAgain(def.kind, command, tx)) {
      this.log.warn(`${job.name}: no report from a worker for ${RESEND_AFTER_S} s; requested again`);
      job.say(message('job.asked-again'));
    }
    await tx.save(Object.assign(job, { updatedAt: new Date() }));
  }

  /** Joins parents whose last child ended when an API crashed before it handled that. */
  private async joinParents(): Promise<void> {
    const rows = await this.transactions.plain.query<{ name: string }[]>(
      `SELECT p.name FROM job p
       WHERE p.stage IS NOT NULL AND p.status = 'RUNNING' AND p.sent_at IS NULL
         AND (EXISTS (SELECT FROM job c WHERE c.parent = p.name AND c.status = 'ERROR')
           OR NOT EXISTS (SELECT FROM job c WHERE c.parent = p.name AND c.status <> 'STOPPED'))`,
    );
    await forEachCollectingErrors(rows, ({ name }) => this.jobs.join(name));
  }

  /**
   * Fails jobs whose message became a dead letter because no worker ever answered it: each worker that took it crashed.
   * No worker can report this failure, and sending the command again would crash more workers. A job that only waits
   * for an external service is left, to be sent again.
   */
  private async failUnanswered(): Promise<void> {
    const letters = (await this.bus.deadLetters.list()).filter(({ code }) => code === 'no-answer');
    await forEachCollectingErrors(letters, (letter) => this.failOne(letter));
  }

  private async failOne({ payload, attempts, failed_at: at }: View<typeof DeadLetter>): Promise<void> {
    const tried = TriedJob.safeParse(payload).data;
    const current = tried && (await this.jobs.current(tried));
    if (!tried || current?.job.status !== 'RUNNING') return;
    const { worker } = current.stage.def;
    await this.jobs.failed({
      ...tried,
      at: Date.parse(at),
      reason: UNANSWERED[worker](attempts),
      waiting: false,
    });
  }
}

/** Failure reason of a job that crashed its workers. `n`: number of workers that took it. */
const UNANSWERED: Readonly<Record<JobWorker, (n: number) => OwnMessage>> = {
  recorder: (n) => message('job.given-up-recorders', { n }),
  converter: (n) => message('job.given-up-converters', { n }),
  exporter: (n) => message('job.given-up-exporters', { n }),
};
