import { type CleanupLimit, type CleanupLimits, type CleanupPlan, planCleanup, planFreeing } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { batches } from '../../detection/batches.js';
import { type ChannelEntity } from '../../persistence/entities/channel.entity.js';
import { ChannelRepository } from '../../persistence/repositories/channel.repository.js';
import { Settings } from '../../settings/settings.service.js';
import { SpaceReportService } from '../../space/space-report.service.js';
import { CleanupCandidates, type CleanupRow } from './cleanup-candidates.js';
import { limitsOf } from './cleanup-limits.js';
import { retentionReason } from './retention-reason.js';

const GB = 1_000_000_000;
/** Number of channels whose VODs are read and evaluated together, before other work gets its turn. */
const CHANNELS_PER_BATCH = 10;
/** While one batch is evaluated, PostgreSQL reads the next ones. */
const PARALLEL_BATCHES = 3;

export interface PlannedDeletion {
  readonly row: CleanupRow;
  readonly over: readonly (CleanupLimit | 'free')[];
}
export interface SparedVod {
  readonly row: CleanupRow;
  readonly why: Message;
}
/**
 * The VODs that a clean-up deletes, and those that it spares although they exceed a limit. `limits`: those of the
 * channel, if the clean-up is for one channel.
 */
export interface Cleanup {
  readonly goes: readonly PlannedDeletion[];
  readonly spared: readonly SparedVod[];
  readonly warnings: readonly Message[];
  readonly limits: CleanupLimits | null;
}

/** The plan of one channel, and all its finished VODs. */
export interface ChannelPlan {
  readonly channel: ChannelEntity;
  readonly rows: readonly CleanupRow[];
  readonly plan: Cleanup;
}
export interface WholeCleanup {
  readonly plans: readonly ChannelPlan[];
  readonly free: Pick<Cleanup, 'goes' | 'warnings'>;
}

/** Decides which VODs a clean-up deletes. Does not delete them. */
@Injectable()
export class Cleanups {
  constructor(
    private readonly candidates: CleanupCandidates,
    private readonly channels: ChannelRepository,
    private readonly settings: Settings,
    private readonly space: SpaceReportService,
  ) {}

  async ofChannel(channel: ChannelEntity): Promise<Cleanup> {
    return this.planOf(channel, await this.candidates.ofChannels([channel.uuid]));
  }

  /** Applies the limits of every channel, then selects further VODs until the minimum free space is met. */
  async ofAll(): Promise<Cleanup> {
    const { plans, free } = await this.planAll();
    const goes = plans.flatMap(({ plan }) => plan.goes);
    const warnings = plans.flatMap(({ channel, plan }) =>
      plan.warnings.map((remark) => message('job.name-remark', { name: channel.displayName, remark })),
    );
    return {
      goes: [...goes, ...free.goes],
      spared: plans.flatMap(({ plan }) => plan.spared),
      warnings: [...warnings, ...free.warnings],
      limits: null,
    };
  }

  /** The plans that {@link ofAll} joins: one for each channel, and the VODs to delete for free space. */
  async planAll(): Promise<WholeCleanup> {
    const plans = await this.plans();
    const goes = plans.flatMap(({ plan }) => plan.goes);
    return { plans, free: await this.planFreeSpace(participantsOf(plans), goes) };
  }

  /**
   * Selects the oldest VODs of all channels until `wantedBytes` are freed, whatever the limits of the channels are. Never
   * the newest one of a channel.
   */
  async freeing(wantedBytes: number): Promise<readonly CleanupRow[]> {
    return planFreeing(participantsOf(await this.plans()), wantedBytes) as readonly CleanupRow[];
  }

  private async plans(): Promise<ChannelPlan[]> {
    const limit = pLimit(PARALLEL_BATCHES);
    const some = [...batches(await this.channels.all(), CHANNELS_PER_BATCH)];
    return (await limit.map(some, (channels) => this.plansOf(channels))).flat();
  }

  private async plansOf(channels: readonly ChannelEntity[]): Promise<ChannelPlan[]> {
    const found = await this.candidates.ofChannels(channels.map(({ uuid }) => uuid));
    const rows = Map.groupBy(found, (row) => row.channelUuid);
    return channels.map((channel) => {
      const own = rows.get(channel.uuid) ?? [];
      return { channel, rows: own, plan: this.planOf(channel, own) };
    });
  }

  private planOf(channel: ChannelEntity, rows: readonly CleanupRow[]): Cleanup {
    const limits = limitsOf(channel, this.settings.all());
    if (!limits) return { goes: [], spared: [], warnings: [message('cleanup.off')], limits };
    const plan = planCleanup(rows, {
      limits,
      deleteOnlyOne: this.settings.get('delete_only_one_vod'),
      now: Date.now(),
    });
    const byUuid = new Map(rows.map((row) => [row.uuid, row]));
    const withRows = <T extends { readonly uuid: string }, R>(
      list: readonly T[],
      make: (row: CleanupRow, item: T) => R,
    ): R[] =>
      list.flatMap((item) => {
        const row = byUuid.get(item.uuid);
        return row ? [make(row, item)] : [];
      });
    return {
      goes: withRows(plan.goes, (row, { over }) => ({ row, over })),
      limits,
      warnings: warningsOf(plan),
      spared: [
        ...withRows(plan.later, (row, { busy }) => ({ row, why: busy })),
        ...rows.filter((row) => row.keeps.length > 0).map((row) => ({ row, why: retentionReason(row.keeps) })),
      ],
    };
  }

  private async planFreeSpace(
    channels: readonly (readonly CleanupRow[])[],
    goes: readonly PlannedDeletion[],
  ): Promise<Pick<Cleanup, 'goes' | 'warnings'>> {
    const wanted = this.settings.get('cleanup.min_free_gb') * GB;
    if (wanted === 0) return { goes: [], warnings: [] };
    const { free, total } = await this.space.report();
    if (free === null)
      return {
        goes: [],
        warnings: [message('cleanup.free-unknown')],
      };
    if (total !== null && wanted >= total)
      return {
        goes: [],
        warnings: [
          message('cleanup.goal-too-large', {
            want: gigabytes(wanted),
            total: gigabytes(total),
          }),
        ],
      };
    const missing = wanted - free - (await this.space.bytesOfDeletedVods()) - sum(goes.map(({ row }) => row));
    const selected = new Set(goes.map(({ row }) => row.uuid));
    const more = planFreeing(
      channels.map((rows) => rows.filter((row) => !selected.has(row.uuid))),
      missing,
    ) as readonly CleanupRow[];
    const short = missing - sum(more);
    return {
      goes: more.map((row) => ({ row, over: ['free'] as const })),
      warnings: short > 0 ? [message('cleanup.goal-unmet', { short: gigabytes(short) })] : [],
    };
  }
}

/** VODs of the channels that take part in clean-ups. */
const participantsOf = (plans: readonly ChannelPlan[]): (readonly CleanupRow[])[] =>
  plans.flatMap(({ plan, rows }) => (plan.limits === null ? [] : [rows]));
const sum = (rows: readonly CleanupRow[]): number => rows.reduce((n, row) => n + row.bytes, 0);
const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

const warningsOf = ({ unmet }: CleanupPlan): Message[] =>
  unmet.map(({ have, want }) =>
    message('cleanup.unmet', {
      have: gigabytes(have),
      want: gigabytes(want),
    }),
  );
