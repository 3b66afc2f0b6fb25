import { type StageKind, type VodState } from '#libs/contracts';
import { BugError, localizedOf, messageOf, OutsideError, UserError } from '#libs/errors';
import { english, type Message, message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { type Tx } from '../persistence/database/tx.js';
import { isOpen, type JobEntity } from '../persistence/entities/job.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { type VodStageEntity } from '../persistence/entities/vod-stage.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import {
  type StageResult,
  type StageWithJob,
  VodStageRepository,
} from '../persistence/repositories/vod-stage.repository.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { UiNotifier } from '../platform/messaging/ui-notifier.js';
import { Notices } from '../platform/notices.service.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { nextStage } from './next-stage.js';
import { STAGE_NAMES } from '../vods/stage-names.js';
import { StagePlan } from './stage-plan.js';

const EVERY_MS = 1000;
/** A start that is not possible now is tried again after 10 s, 20 s, ... 10 min. */
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 600_000;
/** After this many of them, about a day, the stage has failed. */
const MAX_TRIES = 150;

/** Saves that a job does the stage. Call it in the transaction that adds the job, so that there is one job for it. */
export type ClaimStage = (jobName: string, tx: Tx) => Promise<void>;

/** A stage that is about to start. */
export interface StageStart {
  readonly vod: VodEntity;
  readonly quality: string | null;
  /** It ran before, and the operator wants it again. */
  readonly isRepeated: boolean;
  readonly claim: ClaimStage;
}

/** What a start led to: a job that was claimed, an end without a job, or a wait with a reason. */
export type StageStarted =
  | 'job'
  | { readonly done: Message }
  | { readonly skipped: Message }
  | { readonly waits: Message; readonly until: number };

/** The work of one kind of stage. */
export interface StageWork {
  readonly kind: StageKind;
  /**
   * Adds the job of the stage, or says why there is none.
   * @throws UserError, BugError: it failed; UserError `job-running` and all else: not possible now, tried again later
   */
  start(stage: StageStart): Promise<StageStarted>;
}

/**
 * What follows a recording: stages of a VOD, one after the other. `StagePlan` writes their rows in the transaction in
 * which the VOD becomes final. Each stage is a job, added in the transaction that marks the stage as running; the result
 * is in the job's row, and the stage follows it. So an API may crash at any step, and the next one continues.
 */
@Injectable()
export class VodStages {
  private readonly log = new Logger('after-recording');
  private readonly works = new Map<StageKind, StageWork>();
  private readonly task: PeriodicTask;

  constructor(
    scheduler: Scheduler,
    private readonly rows: VodStageRepository,
    private readonly planning: StagePlan,
    private readonly vods: VodRepository,
    private readonly notices: Notices,
    private readonly notifier: UiNotifier,
  ) {
    this.task = scheduler.every('after-recording', EVERY_MS, (signal) => this.run(signal));
  }

  /** Registers the work of a kind. Its owner calls it in its constructor. A kind without work is skipped. */
  register(work: StageWork): void {
    if (this.works.has(work.kind)) throw new BugError('stage-work-twice', `Two services do the stage ${work.kind}.`);
    this.works.set(work.kind, work);
  }

  has(kind: StageKind): boolean {
    return this.works.has(kind);
  }

  /** @throws as {@link StagePlan.restart} */
  async restart(vodUuid: string, kind: StageKind): Promise<void> {
    await this.planning.restart(vodUuid, kind);
    await this.resolveNotice(vodUuid);
    this.notifier.notify('vod', vodUuid);
    this.task.wake();
  }

  async run(signal: AbortSignal): Promise<void> {
    const vods = [...Map.groupBy(await this.rows.open(), ({ stage }) => stage.vodUuid)];
    await forEachCollectingErrors(vods, ([uuid, stages]) => this.advance(uuid, stages), {
      about: ([uuid]) => `VOD ${uuid}`,
      signal,
    });
  }

  private async advance(vodUuid: string, stages: readonly StageWithJob[]): Promise<void> {
    for (const one of stages) if (one.stage.job !== null) await this.follow(one);
    const next = nextStage(
      stages.map(({ stage, job }) => ({
        kind: stage.kind,
        status: stage.status,
        notBefore: stage.notBefore?.getTime() ?? null,
        isJobWaiting: job?.status === 'WAITING' && job.notBefore !== null,
        stage,
      })),
      Date.now(),
    );
    if (next) await this.start(vodUuid, next.stage);
  }

  /** Brings a stage to the state of its job. */
  private async follow({ stage, job }: StageWithJob): Promise<void> {
    if (stage.status === 'running') {
      const end = job ? endOf(job) : endNow('failed', message('stage.job-removed'));
      if (end) await this.end(stage, end);
    } else if (stage.status === 'failed' && job) await this.followRetry(stage, endOf(job));
  }

  /** The operator tried the job of a failed stage again. @param end null while the job is open */
  private async followRetry(stage: VodStageEntity, end: StageResult | null): Promise<void> {
    if (end !== null && (end.status !== 'done' || !isLater(end, stage))) return;
    await this.resolveNotice(stage.vodUuid);
    if (end) return this.end(stage, end);
    if (!(await this.rows.resume(stage))) return;
    stage.status = 'running';
    this.notifier.notify('vod', stage.vodUuid);
  }

  private async start(vodUuid: string, stage: VodStageEntity): Promise<void> {
    const work = this.works.get(stage.kind);
    if (!work) return this.end(stage, endNow('skipped', message('stage.not-implemented')));
    const vod = await this.vods.find(vodUuid);
    // The stage before may have added media just now: its file is then made again first.
    if (!vod || !SETTLED.includes(vod.state)) return;
    const claim: ClaimStage = async (job, tx) => {
      if (!(await this.rows.claim(stage, job, tx))) throw new OutsideError(message('error.stage-taken'));
    };
    let started: StageStarted;
    try {
      started = await work.start({ vod, quality: stage.quality, isRepeated: stage.runs > 1, claim });
    } catch (thrown) {
      return this.notStarted(stage, thrown);
    }
    return this.started(stage, started);
  }

  private async started(stage: VodStageEntity, started: StageStarted): Promise<void> {
    if (started === 'job') this.notifier.notify('vod', stage.vodUuid);
    else if ('waits' in started)
      await this.rows.postpone(stage, {
        result: started.waits,
        notBefore: new Date(started.until),
        tries: stage.tries,
      });
    else if ('done' in started) await this.end(stage, endNow('done', started.done));
    else await this.end(stage, endNow('skipped', started.skipped));
  }

  private async notStarted(stage: VodStageEntity, thrown: unknown): Promise<void> {
    const remark = localizedOf(thrown);
    const tries = stage.tries + 1;
    if (isTemporary(thrown) && tries < MAX_TRIES) {
      const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 10));
      const result = message('stage.retried-later', { remark });
      await this.rows.postpone(stage, { result, notBefore: new Date(Date.now() + waitMs), tries });
      return;
    }
    if (thrown instanceof BugError)
      this.log.error(`${stage.vodUuid}: ${stage.kind}: ${messageOf(thrown)}`, thrown.stack);
    await this.end(stage, endNow('failed', remark));
  }

  /** The notice goes first: a crash between the two raises it again, which changes nothing. */
  private async end(stage: VodStageEntity, end: StageResult): Promise<void> {
    if (end.status === 'failed') await this.raiseNotice(stage, end.result);
    if (!(await this.rows.end(stage, end))) return;
    Object.assign(stage, end);
    const why = end.result === null ? '' : `: ${english(end.result)}`;
    this.log.log(`VOD ${stage.vodUuid}: ${stage.kind} ${end.status}${why}`);
    this.notifier.notify('vod', stage.vodUuid);
  }

  private async raiseNotice({ vodUuid, kind }: VodStageEntity, remark: Message | null): Promise<void> {
    const vod = await this.vods.find(vodUuid);
    if (!vod) return;
    await this.notices.raise({
      key: noticeKey(vodUuid),
      kind: 'after-recording',
      level: 'warning',
      channelUuid: vod.channelUuid,
      vodUuid,
      title: message('notice.after-recording.title', { name: vod.basename }),
      text: message('job.name-remark', { name: STAGE_NAMES[kind], remark: remark ?? STOPPED }),
    });
  }

  private async resolveNotice(vodUuid: string): Promise<void> {
    await this.notices.resolve(noticeKey(vodUuid));
  }
}

/** States of a VOD whose file is made, or cannot be made. */
const SETTLED: readonly VodState[] = ['finalized', 'failed'];

const noticeKey = (vodUuid: string): string => `after-recording:${vodUuid}`;
const STOPPED = message('job.stopped');

const endNow = (status: StageResult['status'], result: Message): StageResult => ({
  status,
  result,
  log: [{ at: Date.now(), message: result }],
  endedAt: new Date(),
});

const isLater = (end: StageResult, { endedAt }: VodStageEntity): boolean =>
  end.endedAt.getTime() > (endedAt?.getTime() ?? 0);

/** Also what is no error of Vodkeep, such as a lost connection to the database. */
const isTemporary = (thrown: unknown): boolean =>
  thrown instanceof UserError ? thrown.code.startsWith('job-running') : !(thrown instanceof BugError);

/** How a job ended; null while it is open. A job that was stopped before it was done has failed its stage. */
function endOf(job: JobEntity): StageResult | null {
  if (isOpen(job)) return null;
  const { log } = job;
  const endedAt = job.endedAt ?? new Date();
  if (job.status === 'STOPPED' && job.progress >= 1)
    return { status: 'done', result: job.note ?? log.at(-1)?.message ?? null, log, endedAt };
  return { status: 'failed', result: job.error ?? job.note ?? STOPPED, log, endedAt };
}
