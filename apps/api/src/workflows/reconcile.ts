import { type Assignment, HLS_KIND, type Lease } from '#libs/contracts';
import { Bus } from '#libs/bus';
import { messageOf } from '#libs/errors';
import { isSealed } from '#libs/service-kit';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { EndDetector } from './end-detector.js';
import { isWithheld } from '../vods/space-hold.js';
import { CaptureStatusCache, type Snapshot } from '../vods/capture-status-cache.js';
import { MissingRecorder } from './missing-recorder.js';
import { ExpiredRecorders } from '../recordings/expired-recorders.js';
import { Isolation } from '../recordings/isolation.js';
import { PartRows } from '../recordings/part-rows.js';
import { Recording } from '../recordings/recording.js';

/** Interval of the cheap checks: is a recording over, does a part still have its recorder. */
const QUICK_MS = 1000;
/** Interval of the comparison of every waiting and capturing VOD with leases and journals. */
const FULL_MS = 60_000;

/** Corrects rows from leases and storage, so that lost events have no lasting effect. Runs on one API at a time. */
@Injectable()
export class Reconcile implements OnApplicationBootstrap {
  private readonly log = new Logger('reconcile');
  private readonly task: PeriodicTask;
  /**
   * VODs whose snapshot is being applied. Skipped snapshots do no harm, because the next one contains the same data and
   * more.
   */
  private readonly applying = new Set<string>();
  private fullAt = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly bus: Bus,
    private readonly vods: VodRepository,
    private readonly recorders: ExpiredRecorders,
    private readonly partRows: PartRows,
    private readonly endDetector: EndDetector,
    private readonly missingRecorder: MissingRecorder,
    private readonly recording: Recording,
    private readonly snapshots: CaptureStatusCache,
    private readonly isolation: Isolation,
  ) {
    this.task = scheduler.every('reconciliation', QUICK_MS, () => this.run());
  }

  onApplicationBootstrap(): void {
    this.snapshots.onSnapshot((s) => {
      this.receive(s);
    });
  }

  /** Compares all rows with leases and storage now instead of at the next interval of 60 s. */
  checkAll(): void {
    this.fullAt = 0;
    this.task.wake();
  }

  /**
   * Applies a snapshot, which can reveal a part whose events were lost: a new one, or one that ended. Neither must wait
   * for the next full run.
   */
  private receive(s: Snapshot): void {
    if (!this.scheduler.isLeader || s.state === 'standby') return;
    if (s.segments === 0 || this.applying.has(s.vodUuid)) return;
    this.applying.add(s.vodUuid);
    this.recording
      .applyPart(s.vodUuid, { ...s, alive: true })
      .catch((thrown: unknown) => {
        this.log.debug(`VOD ${s.vodUuid}: snapshot not applied: ${messageOf(thrown)}`);
      })
      .finally(() => {
        this.applying.delete(s.vodUuid);
      });
  }

  private async run(): Promise<void> {
    const vods = await this.vods.unfinished();
    const full = Date.now() >= this.fullAt;
    if (full) {
      this.fullAt = Date.now() + FULL_MS;
      await this.compareAssignments(vods);
    }
    await this.isolation.review(vods.filter((v) => v.assigned));
    if (vods.length === 0) return;
    const leases = new Map((await this.bus.leases.all()).map(({ value }) => [value.vodUuid, value]));
    for (const vod of vods)
      await this.reconcileVod(vod, leases.get(vod.uuid) ?? null, full).catch((thrown: unknown) => {
        this.log.warn(`${vod.basename}: reconciliation failed: ${messageOf(thrown)}`);
      });
    this.endDetector.sealEnded();
  }

  private async reconcileVod(vod: VodEntity, lease: Lease | null, full: boolean): Promise<void> {
    if (full) await this.partRows.read(vod);
    const parts = await this.vods.parts([vod.uuid]);
    for (const part of parts) if (part.endedAt === null) await this.recorders.check(vod, part, lease);
    if (!vod.assigned) return;
    await this.missingRecorder.check(vod, parts, lease);
    await this.endDetector.check(vod, parts);
  }

  /** Assignments in KV may be lost or outdated: restores the missing ones and deletes those that no row wants. */
  private async compareAssignments(vods: readonly VodEntity[]): Promise<void> {
    const existing = (await this.bus.assignments.all()).map(({ value }) => value);
    const there = new Set(existing.map(({ vodUuid }) => vodUuid));
    const unsealed = await this.toSeal(existing);
    const wanted = new Set(vods.filter(isWanted).map((v) => v.uuid));
    const end = async (uuid: string): Promise<void> => {
      const vod = wanted.has(uuid) ? null : await this.vods.find(uuid);
      if (!wanted.has(uuid) && !(vod && isWanted(vod))) await this.bus.assignments.delete(uuid);
    };
    const begin = async (uuid: string): Promise<void> => {
      if (!there.has(uuid) || unsealed.has(uuid)) await this.recording.assignAgain(uuid);
    };
    // A failure for one recording (its key is lost, its site is unknown) must not affect the others.
    await forEachCollectingErrors(
      [...[...there].map((uuid) => () => end(uuid)), ...[...wanted].map((uuid) => () => begin(uuid))],
      (step) => step(),
    ).catch((thrown: unknown) => {
      this.log.warn(`assignments incomplete: ${messageOf(thrown)}`);
    });
  }

  /**
   * Assignments in clear, except those that a recorder of an earlier version holds: it would record what the source lists
   * a second time.
   */
  private async toSeal(existing: readonly Assignment[]): Promise<ReadonlySet<string>> {
    const unsealed = new Set(existing.filter(isUnsealed).map(({ vodUuid }) => vodUuid));
    if (unsealed.size === 0) return unsealed;
    for (const { value } of await this.bus.leases.all())
      if (value.comparesOpened === undefined) unsealed.delete(value.vodUuid);
    return unsealed;
  }
}

/** Whether an assignment of an earlier version has its address in clear. */
const isUnsealed = ({ providerKind, sourceUrl }: Assignment): boolean =>
  providerKind === HLS_KIND && !isSealed(sourceUrl);

/** Whether an assignment of the VOD must exist. */
const isWanted = (vod: VodEntity): boolean => vod.assigned && !isWithheld(vod);
