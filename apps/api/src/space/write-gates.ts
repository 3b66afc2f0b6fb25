import { expectedBytes, gateLimit, type GateState, missingBytes, nextGateState, sealLimit } from '#libs/domain';
import { type Message, message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { SpaceRepository } from '../persistence/repositories/space.repository.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { forEachCollectingErrors } from '../platform/for-each-collecting-errors.js';
import { type PeriodicTask } from '../platform/scheduler/periodic-task.js';
import { Scheduler } from '../platform/scheduler/scheduler.js';
import { Settings } from '../settings/settings.service.js';
import { CaptureStatusCache } from '../vods/capture-status-cache.js';
import { type MeasuredRoot, type RootName, RootSpaces } from './root-spaces.js';
import { SpaceNotices, rootTitle } from './space-notices.js';
import { SpaceReportService } from './space-report.service.js';

const INTERVAL_MS = 5_000;
const GB = 1_000_000_000;
/** The typical length and bitrate of a channel are those of this many last recordings. */
const PAST_RECORDINGS = 10;

/** A disk, its limit in bytes, and the state of its gate. */
export interface WriteGate extends MeasuredRoot {
  readonly limit: number;
  /** Below it, running recordings pause; null: they do not write to this disk. */
  readonly sealLimit: number | null;
  readonly state: GateState;
}

/** Bytes that the running recordings will still need, and what of it is missing above the limit. */
export interface SpaceDemand {
  readonly expected: number;
  readonly missing: number;
}

type Listener<T> = (value: T) => Promise<void>;

/**
 * The write gate of each disk. Below its limit, new recordings wait; below a fifth of it, running ones pause; both
 * continue when there is space again. Room is made before recordings need it (`onDemand`). Every API measures; the
 * leading one acts.
 */
@Injectable()
export class WriteGates {
  private readonly log = new Logger('write-gate');
  private readonly task: PeriodicTask;
  private current: readonly WriteGate[] = [];
  private currentDemand: SpaceDemand = { expected: 0, missing: 0 };
  private readonly stateListeners: Listener<GateState>[] = [];
  private readonly demandListeners: Listener<SpaceDemand>[] = [];
  private readonly openListeners: (() => void)[] = [];

  constructor(
    private readonly scheduler: Scheduler,
    private readonly roots: RootSpaces,
    private readonly settings: Settings,
    private readonly snapshots: CaptureStatusCache,
    private readonly vods: VodRepository,
    private readonly space: SpaceRepository,
    private readonly report: SpaceReportService,
    private readonly notices: SpaceNotices,
  ) {
    this.task = scheduler.every('write-gate', { intervalMs: INTERVAL_MS, where: 'every-instance' }, () => this.run());
  }

  /** All disks as they were measured last. */
  get gates(): readonly WriteGate[] {
    return this.current;
  }
  get demand(): SpaceDemand {
    return this.currentDemand;
  }

  /** Why no recording may begin now; null: it may. */
  refusal(): Message | null {
    const root = this.fullRoot();
    return root === null ? null : message('verdict.no-room', { root: rootTitle(root) });
  }

  /** The first disk that is too full for new recordings. */
  fullRoot(): RootName | null {
    return this.current.find(({ state }) => state === 'low' || state === 'sealed')?.name ?? null;
  }

  /** Measures now, after a recording began or space became free. */
  wake(): void {
    this.task.wake();
  }

  /** Called on the leader after each measurement with the state of the storage. */
  onStorageState(listener: Listener<GateState>): void {
    this.stateListeners.push(listener);
  }

  /** Called on the leader after each measurement. */
  onDemand(listener: Listener<SpaceDemand>): void {
    this.demandListeners.push(listener);
  }

  /** Called when new recordings may begin again. */
  onOpen(listener: () => void): void {
    this.openListeners.push(listener);
  }

  private async run(): Promise<void> {
    const wasClosed = this.fullRoot() !== null;
    const before = new Map(this.current.map((gate) => [gate.name, gate]));
    const measured = await this.roots.measure();
    this.current = measured.map((root) => this.gateOf(root, before.get(root.name)?.state ?? 'open'));
    for (const gate of this.current) {
      this.notices.observe(gate);
      if (gate.state !== (before.get(gate.name)?.state ?? 'open'))
        this.log.warn(`${gate.name} (${gate.path}): ${gate.state}, ${String(gate.space.freeBytes)} bytes free`);
    }
    if (wasClosed && this.fullRoot() === null) for (const listener of this.openListeners) listener();
    if (this.scheduler.isLeader) await this.act();
  }

  private gateOf(root: MeasuredRoot, before: GateState): WriteGate {
    const isStorage = root.name === 'storage';
    const limit = gateLimit({
      setBytes: this.settings.get(isStorage ? 'storage.gate_gb' : 'storage.data_gate_gb') * GB,
      totalBytes: root.space.totalBytes,
      captureBytesPerS: isStorage ? this.snapshots.totalBitrate() / 8 : 0,
    });
    const state = nextGateState(before, root.space, limit);
    return { ...root, limit, sealLimit: isStorage ? sealLimit(limit) : null, state };
  }

  /** A fault of one step stops no other: a recording that cannot pause must not prevent that room is made. */
  private async act(): Promise<void> {
    const storage = this.current.find(({ name }) => name === 'storage');
    await forEachCollectingErrors(
      [
        ...this.current.map((gate) => () => this.notices.apply(gate)),
        ...(storage ? this.stateListeners.map((listener) => () => listener(storage.state)) : []),
        ...(storage ? [() => this.tellDemand(storage)] : []),
      ],
      (step) => step(),
    );
  }

  private async tellDemand(storage: WriteGate): Promise<void> {
    const demand = await this.demandOn(storage);
    this.currentDemand = demand;
    await forEachCollectingErrors(this.demandListeners, (listener) => listener(demand));
  }

  private async demandOn({ space, limit, state }: WriteGate): Promise<SpaceDemand> {
    if (state === 'read-only') return { expected: 0, missing: 0 };
    const recordings = await this.growing(await this.vods.allAssigned());
    const leavingBytes = await this.report.bytesOfDeletedVods();
    return {
      expected: recordings.reduce((sum, { bytes, expectedBytes: whole }) => sum + Math.max(0, whole - bytes), 0),
      missing: missingBytes({ freeBytes: space.freeBytes, limitBytes: limit, leavingBytes }, recordings),
    };
  }

  private async growing(vods: readonly VodEntity[]) {
    if (vods.length === 0) return [];
    const past = await this.space.lastRecordings([...new Set(vods.map((vod) => vod.channelUuid))], PAST_RECORDINGS);
    return vods.map(({ uuid, channelUuid, bytes }) => {
      const snapshot = this.snapshots.of(uuid);
      const bitrate = snapshot === null || snapshot.bitrate === 0 ? null : snapshot.bitrate;
      return {
        bytes: Math.max(bytes, snapshot?.bytes ?? 0),
        expectedBytes: expectedBytes(past.get(channelUuid) ?? [], bitrate),
      };
    });
  }
}
