import { type AutomaticCleanupView, type View } from '#libs/contracts';
import { areStricter, type CleanupLimits, type CleanupRules, type KeepRule, zonedDate } from '#libs/domain';
import { UserError } from '#libs/errors';
import { message, verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type CleanupReviewEntity } from '../../persistence/entities/cleanup-review.entity.js';
import { CleanupReviews, type NewReview } from '../../persistence/repositories/cleanup-review.repository.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Clock } from '../../platform/clock.js';
import { Notices } from '../../platform/notices.service.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { Settings } from '../../settings/settings.service.js';
import { type SpaceDemand, WriteGates } from '../../space/write-gates.js';
import { CleanupJob, type CleanupRequest } from './cleanup-job.js';
import { Cleanups, type PlannedDeletion } from './cleanup.service.js';

const GB = 1_000_000_000;
const DUE_MS = 10_000;
const DAILY_CHECK_MS = 600_000;
/** Local time of the daily clean-up. */
const DAILY_HOUR_MS = 4 * 3_600_000;
/** Room is made at most this often: the deletions of the run before must show in the free space first. */
const ROOM_MS = 30_000;

/** Scopes of the rules of the whole storage, and of the daily run itself. */
const FREE = 'free';
const ROOM = 'room';
const DAILY = 'daily';

/** The VODs that one rule set selects. */
interface Part {
  readonly scope: string;
  readonly rules: CleanupRules;
  readonly goes: readonly PlannedDeletion[];
}

/**
 * Cleans up without the operator: after recordings, every day, and when space for recordings is missing. The first run
 * after a rule is set or made stricter only reports what it would delete; the next one deletes.
 */
@Injectable()
export class AutomaticCleanup {
  private roomAt = -Infinity;
  /** Whether making room was on at the last measurement; a rule that is switched on again is new. */
  private isRoomOn = true;

  constructor(
    scheduler: Scheduler,
    gates: WriteGates,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly channels: ChannelRepository,
    private readonly cleanups: Cleanups,
    private readonly job: CleanupJob,
    private readonly reviews: CleanupReviews,
    private readonly notices: Notices,
  ) {
    scheduler.every('cleanup-after-recording', DUE_MS, () => this.afterRecordings());
    scheduler.every('cleanup-daily', DAILY_CHECK_MS, () => this.daily());
    gates.onDemand((demand) => this.makeRoom(demand));
  }

  async present(): Promise<View<typeof AutomaticCleanupView>> {
    const reviews = await this.reviews.all();
    const reported = [...reviews.values()].filter((review) => review.reported);
    return {
      after_recording: this.settings.get('cleanup.after_recording'),
      daily: this.settings.get('cleanup.daily'),
      make_room: this.settings.get('cleanup.make_room'),
      last_run: reviews.get(DAILY)?.reviewedAt.toISOString() ?? null,
      reported:
        reported.length === 0
          ? null
          : {
              vods: reported.reduce((n, { vods }) => n + vods, 0),
              bytes: reported.reduce((n, { bytes }) => n + bytes, 0),
              at: new Date(Math.max(...reported.map(({ reviewedAt }) => reviewedAt.getTime()))).toISOString(),
            },
    };
  }

  /**
   * Cleans up all channels and frees the configured space.
   * @returns name of the job; null if nothing is deleted @throws UserError `job-running` (409)
   */
  async all(): Promise<string | null> {
    const { plans, free } = await this.cleanups.parts();
    const parts = plans.map(({ channel, plan }) => ({
      scope: channel.uuid,
      rules: this.rulesOf(plan.limits),
      goes: plan.goes,
    }));
    return this.apply([...parts, this.freePart(free.goes)], {
      name: 'cleanup_daily',
      title: message('job.title.automatic-cleanup'),
      channelUuid: null,
    });
  }

  private async afterRecordings(): Promise<void> {
    for (const due of await this.reviews.due()) {
      const isOn = this.settings.get('cleanup.after_recording');
      if (!isOn || (await unlessRunning(() => this.ofChannel(due.channelUuid)))) await this.reviews.done(due);
    }
  }

  /**
   * Cleans up a channel after its recording, and frees the configured space.
   * @returns name of the job; null if nothing is deleted @throws UserError `job-running` (409)
   */
  async ofChannel(uuid: string): Promise<string | null> {
    const channel = await this.channels.find(uuid);
    if (!channel) return null;
    const { goes, limits } = await this.cleanups.ofChannel(channel);
    const parts: Part[] = [{ scope: uuid, rules: this.rulesOf(limits), goes }];
    if (this.settings.get('cleanup.min_free_gb') > 0)
      parts.push(this.freePart((await this.cleanups.parts()).free.goes));
    return this.apply(parts, {
      name: `cleanup_auto_${channel.internalName}`,
      title: verbatim(channel.displayName),
      channelUuid: uuid,
    });
  }

  /** Once a day, from the configured hour of the time zone on. */
  private async daily(): Promise<void> {
    if (!this.settings.get('cleanup.daily')) return;
    const last = (await this.reviews.all()).get(DAILY)?.reviewedAt.getTime() ?? null;
    const now = this.clock.now();
    if (last !== null && this.dayOf(last) === this.dayOf(now)) return;
    if (await unlessRunning(() => this.all()))
      await this.reviews.save([{ scope: DAILY, rules: {}, reported: false, vods: 0, bytes: 0 }]);
  }

  private dayOf(at: number): string {
    const { year, month, day } = zonedDate(new Date(at - DAILY_HOUR_MS), this.settings.timeZone());
    return `${year}-${month}-${day}`;
  }

  private async makeRoom({ missing }: SpaceDemand): Promise<void> {
    const now = performance.now();
    if (!this.settings.get('cleanup.make_room')) {
      if (this.isRoomOn) await this.reviews.forget(ROOM);
      this.isRoomOn = false;
      return;
    }
    this.isRoomOn = true;
    if (missing === 0 || now - this.roomAt < ROOM_MS) return;
    this.roomAt = now;
    const rows = await this.cleanups.freeing(missing);
    // The limit of the gate follows the running recordings, so only the switch itself is a rule.
    const rules = { ...this.rulesOf(null), freeBytes: 1 };
    const part = { scope: ROOM, rules, goes: rows.map((row) => ({ row, over: ['free'] as const })) };
    const request = { name: 'cleanup_room', title: message('job.title.make-room'), channelUuid: null };
    await unlessRunning(() => this.apply([part], request));
  }

  private freePart(goes: readonly PlannedDeletion[]): Part {
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
  private async apply(parts: readonly Part[], request: Omit<CleanupRequest, 'cleanup'>): Promise<string | null> {
    const before = await this.reviews.all();
    const reviewed = parts.map((part) => {
      const review = before.get(part.scope);
      const known = (review?.rules ?? null) as CleanupRules | null;
      return { part, review, isReported: part.goes.length > 0 && areStricter(part.rules, known) };
    });
    const goes = reviewed.flatMap(({ part, isReported }) => (isReported ? [] : part.goes));
    const job = await this.job.start({ ...request, cleanup: { goes } });
    await this.reviews.save(reviewed.flatMap(({ part, review, isReported }) => changeOf(part, { review, isReported })));
    await this.report(
      request.name,
      reviewed.flatMap(({ part, isReported }) => (isReported ? part.goes : [])),
    );
    return job;
  }

  private async report(name: string, goes: readonly PlannedDeletion[]): Promise<void> {
    const key = `cleanup-report:${name}`;
    if (goes.length === 0) {
      await this.notices.resolve(key);
      return;
    }
    const params = { n: goes.length, gb: (sizeOf(goes) / GB).toFixed(2) };
    await this.notices.raise({
      key,
      kind: 'cleanup-report',
      level: 'warning',
      title: message('notice.cleanup-report.title', { n: params.n }),
      text: message('notice.cleanup-report.text', params),
    });
  }
}

/** @returns false while the clean-up before runs: nothing was done */
async function unlessRunning(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    if (thrown instanceof UserError && thrown.code === 'job-running') return false;
    throw thrown;
  }
}

const sizeOf = (goes: readonly PlannedDeletion[]): number => goes.reduce((n, { row }) => n + row.bytes, 0);

interface Outcome {
  readonly review: CleanupReviewEntity | undefined;
  readonly isReported: boolean;
}

/** The new review of a scope; nothing if it says the same as before. */
function changeOf({ scope, rules, goes }: Part, { review, isReported }: Outcome): NewReview[] {
  if (review !== undefined && !review.reported && !isReported && isSame(review.rules, rules)) return [];
  return [
    {
      scope,
      rules,
      reported: isReported,
      vods: isReported ? goes.length : 0,
      bytes: isReported ? sizeOf(goes) : 0,
    },
  ];
}

/** JSON of PostgreSQL sorts its keys by length, so the text of the rules differs. */
function isSame(stored: Readonly<Record<string, unknown>>, rules: CleanupRules): boolean {
  const known = stored as unknown as CleanupRules;
  return !areStricter(rules, known) && !areStricter(known, rules);
}
