import { type AutomaticCleanupView, type View } from '#libs/contracts';
import { areStricter, type CleanupLimits, type CleanupRules, type KeepRule } from '#libs/domain';
import { UserError } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type InSameTransaction } from '../../jobs/new-job.js';
import { type CleanupReviewEntity } from '../../persistence/entities/cleanup-review.entity.js';
import { type VodEntity } from '../../persistence/entities/vod.entity.js';
import { CleanupReviews, type NewReview } from '../../persistence/repositories/cleanup-review.repository.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Clock } from '../../platform/clock.js';
import { Notices } from '../../platform/notices.service.js';
import { Settings } from '../../settings/settings.service.js';
import { type SpaceDemand, WriteGates } from '../../space/write-gates.js';
import { CleanupJob, type CleanupRequest } from './cleanup-job.js';
import { FreedSpace } from './freed-space.js';
import { Cleanups, type PlannedDeletion } from './cleanup.service.js';

const GB = 1_000_000_000;
const HOUR_MS = 3_600_000;
/** Room is made at most this often: the deletions of the run before must show in the free space first. */
const ROOM_MS = 30_000;

/** Scopes of the rules of the whole storage. */
const FREE = 'free';
const ROOM = 'room';

/** The VODs that one set of rules selects. */
interface Selection {
  readonly scope: string;
  readonly rules: CleanupRules;
  readonly goes: readonly PlannedDeletion[];
}

/** `job`: null if nothing is deleted; `reported`: number of VODs that were only reported. */
export interface CleanupStart {
  readonly job: string | null;
  readonly reported: number;
}

/**
 * Cleans up without the operator: after recordings, on schedule, and when space for recordings is missing. The first run
 * after a rule is set or made stricter only reports what it would delete; runs after `cleanup.report_h` delete. How much
 * space recordings need is no rule that the operator knows, so making room then deletes only what was reported, until a
 * report names all that it needs.
 */
@Injectable()
export class AutomaticCleanup {
  private roomAt = -Infinity;
  /** Whether making room was on at the last measurement; a rule that is switched on again is new. */
  private isRoomOn = true;

  constructor(
    gates: WriteGates,
    private readonly settings: Settings,
    private readonly channels: ChannelRepository,
    private readonly cleanups: Cleanups,
    private readonly job: CleanupJob,
    private readonly reviews: CleanupReviews,
    private readonly notices: Notices,
    private readonly freed: FreedSpace,
    private readonly clock: Clock,
  ) {
    gates.onDemand((demand) => this.makeRoom(demand));
  }

  async present(): Promise<View<typeof AutomaticCleanupView>> {
    const reviews = await this.reviews.all();
    const reported = [...reviews.values()].filter((review) => review.reported);
    return {
      after_recording: this.settings.get('cleanup.after_recording'),
      on_schedule: this.settings.get('schedule.cron.clean_up') !== '',
      make_room: this.settings.get('cleanup.make_room'),
      reported:
        reported.length === 0
          ? null
          : {
              vods: reported.reduce((n, { vods }) => n + vods, 0),
              bytes: reported.reduce((n, { bytes }) => n + bytes, 0),
              at: new Date(Math.max(...reported.map(({ reviewedAt }) => reviewedAt.getTime()))).toISOString(),
              deletes_from: new Date(Math.min(...reported.map((review) => this.deletesFrom(review)))).toISOString(),
            },
    };
  }

  /**
   * Cleans up all channels and frees the configured space.
   * @throws UserError `job-running` (409)
   */
  async all(also: InSameTransaction): Promise<CleanupStart> {
    const { plans, free } = await this.cleanups.planAll();
    const selections = plans.map(({ channel, plan }) => ({
      scope: channel.uuid,
      rules: this.rulesOf(plan.limits),
      goes: plan.goes,
    }));
    const request = { name: 'cleanup_auto', title: message('job.title.automatic-cleanup'), channelUuid: null };
    return this.apply([...selections, this.freeSpaceSelection(free.goes)], request, also);
  }

  /**
   * Cleans up the channel of a finished recording, which itself stays, and frees the configured space.
   * @throws UserError `job-running` (409)
   */
  async afterRecording({ uuid, channelUuid }: VodEntity, also: InSameTransaction): Promise<CleanupStart> {
    const channel = await this.channels.find(channelUuid);
    if (!channel) return { job: null, reported: 0 };
    const { goes, limits } = await this.cleanups.ofChannel(channel);
    const selections: Selection[] = [{ scope: channelUuid, rules: this.rulesOf(limits), goes }];
    if (this.settings.get('cleanup.min_free_gb') > 0)
      selections.push(this.freeSpaceSelection((await this.cleanups.planAll()).free.goes));
    const others = selections.map((selection) => ({
      ...selection,
      goes: selection.goes.filter(({ row }) => row.uuid !== uuid),
    }));
    const request = {
      name: `cleanup_auto_${channel.internalName}`,
      title: verbatim(channel.displayName),
      channelUuid,
    };
    return this.apply(others, request, also);
  }

  /** Frees what is missing for the running recordings. */
  async makeRoom({ missing }: SpaceDemand): Promise<void> {
    const now = this.clock.now();
    const canFree = await this.freed.mayDelete();
    if (!this.settings.get('cleanup.make_room')) {
      if (this.isRoomOn) await this.reviews.forget(ROOM);
      this.isRoomOn = false;
      return;
    }
    this.isRoomOn = true;
    if (missing === 0 || !canFree || Math.abs(now - this.roomAt) < ROOM_MS) return;
    this.roomAt = now;
    const rows = await this.cleanups.freeing(missing);
    // All may be in use now. An empty plan must not count as the report that precedes the first deletion.
    if (rows.length === 0) return;
    // The limit of the gate follows the running recordings, so only the switch itself is a rule.
    const rules = { ...this.rulesOf(null), freeBytes: 1 };
    const selection = { scope: ROOM, rules, goes: rows.map((row) => ({ row, over: ['free'] as const })) };
    const request = { name: 'cleanup_room', title: message('job.title.make-room'), channelUuid: null };
    await this.apply([selection], request).catch(ignoreRunning);
  }

  private freeSpaceSelection(goes: readonly PlannedDeletion[]): Selection {
    const freeBytes = this.settings.get('cleanup.min_free_gb') * GB;
    return { scope: FREE, rules: { ...this.rulesOf(null), freeBytes }, goes };
  }

  private rulesOf(limits: CleanupLimits | null): CleanupRules {
    return { limits, freeBytes: 0, spares: this.spares(), onlyOne: this.settings.get('delete_only_one_vod') };
  }

  private spares(): KeepRule[] {
    const rules: readonly (readonly [KeepRule, boolean])[] = [
      ['favourite', this.settings.get('keep_favourite_vods')],
      ['commented', this.settings.get('keep_commented_vods')],
      ['muted', this.settings.get('keep_muted_vods')],
      ['deleted-at-site', this.settings.get('keep_deleted_vods')],
    ];
    return rules.flatMap(([rule, isOn]) => (isOn ? [rule] : []));
  }

  /** Deletes what known rules select; reports what new or stricter rules select. */
  private async apply(
    selections: readonly Selection[],
    request: Omit<CleanupRequest, 'cleanup'>,
    also?: InSameTransaction,
  ): Promise<CleanupStart> {
    const before = await this.reviews.all();
    const decisions = selections.map((part) => this.decide(part, before.get(part.scope)));
    const reported = decisions.map(reportedBy).reduce(plus, NOTHING);
    // The operator is told before anything counts as reported: a crash in between repeats the report.
    if (reported.vods > 0) await this.report(request.name, reported);
    const changes = decisions.flatMap(changeOf);
    const at = new Date(this.clock.now());
    const goes = decisions.flatMap((decision) => decision.goes);
    const job = await this.job.start({ ...request, cleanup: { goes } }, async (name, tx) => {
      await also?.(name, tx);
      await this.reviews.save(changes, at, tx);
    });
    if (job === null) await this.reviews.save(changes, at);
    if (reported.vods === 0) await this.notices.resolve(noticeKey(request.name));
    return { job, reported: reported.vods };
  }

  private decide(part: Selection, review: CleanupReviewEntity | undefined): Decision {
    const known = (review?.rules ?? null) as CleanupRules | null;
    const decision = { part, review, goes: [], report: [], waits: false };
    if (part.goes.length > 0 && areStricter(part.rules, known)) return { ...decision, report: part.goes };
    if (review?.reported !== true) return { ...decision, goes: part.goes };
    if (this.clock.now() < this.deletesFrom(review)) return { ...decision, waits: true };
    if (part.scope !== ROOM) return { ...decision, goes: part.goes };
    const listed = new Set(review.listed);
    const goes = part.goes.filter(({ row }) => listed.has(row.uuid));
    return { ...decision, goes, report: part.goes.filter(({ row }) => !listed.has(row.uuid)) };
  }

  private deletesFrom({ reviewedAt }: CleanupReviewEntity): number {
    return reviewedAt.getTime() + this.settings.get('cleanup.report_h') * HOUR_MS;
  }

  private async report(name: string, { vods, bytes }: Size): Promise<void> {
    const params = { n: vods, gb: (bytes / GB).toFixed(2), hours: this.settings.get('cleanup.report_h') };
    await this.notices.raise({
      key: noticeKey(name),
      kind: 'cleanup-report',
      level: 'warning',
      title: message('notice.cleanup-report.title', { n: vods }),
      text: message('notice.cleanup-report.text', params),
    });
  }
}

/** Ignores that the clean-up before still runs: the next demand follows within seconds. */
function ignoreRunning(thrown: unknown): void {
  if (!(thrown instanceof UserError && thrown.code === 'job-running')) throw thrown;
}

const noticeKey = (name: string): string => `cleanup-report:${name}`;

interface Size {
  readonly vods: number;
  readonly bytes: number;
}
const NOTHING: Size = { vods: 0, bytes: 0 };
const plus = (a: Size, b: Size): Size => ({ vods: a.vods + b.vods, bytes: a.bytes + b.bytes });
const sizeOf = (goes: readonly PlannedDeletion[]): Size => ({
  vods: goes.length,
  bytes: goes.reduce((n, { row }) => n + row.bytes, 0),
});

/** What a run does in a scope. `waits`: the time after the report before is not over. */
interface Decision {
  readonly part: Selection;
  readonly review: CleanupReviewEntity | undefined;
  readonly goes: readonly PlannedDeletion[];
  readonly report: readonly PlannedDeletion[];
  readonly waits: boolean;
}

const reportedBy = ({ review, report, waits }: Decision): Size =>
  waits && review ? { vods: review.vods, bytes: review.bytes } : sizeOf(report);

/** The new review of a scope; nothing if it says the same as before. */
function changeOf({ part: { scope, rules }, review, report, waits }: Decision): NewReview[] {
  const isReported = report.length > 0;
  if (waits || (review !== undefined && !review.reported && !isReported && isSame(review.rules, rules))) return [];
  return [{ scope, rules, reported: isReported, ...sizeOf(report), listed: report.map(({ row }) => row.uuid) }];
}

/** Compares the rules and not their texts, because PostgreSQL sorts the keys of JSON by length. */
function isSame(stored: Readonly<Record<string, unknown>>, rules: CleanupRules): boolean {
  const known = stored as unknown as CleanupRules;
  return !areStricter(rules, known) && !areStricter(known, rules);
}
