import { type OnApplicationBootstrap, Inject, Injectable } from '@nestjs/common';
import { Bus, type KvChange } from '#libs/bus';
import { type Assignment, HAND_OVER_MS, type Lease } from '#libs/contracts';
import { Drain, Log } from '#libs/service-kit';
import { CaptureFactory } from '../capture/capture-factory.js';
import { type Capture } from '../capture/capture.js';
import { IDENTITY, TIMES, type RecorderIdentity, type RecorderTimes } from '../core/tokens.js';
import { DrainHandover } from './drain-handover.js';
import { LeaseTaker } from './lease-taker.js';
import { leaseDelayMs } from './lease-delay.js';
import { RecorderDeaths } from './recorder-deaths.js';

const RECHECK_MS = 2000;

/**
 * Fills free slots with unclaimed assignments. Watches assignments and leases. Acquires a free lease after a delay, so
 * that a better suited recorder can acquire it first. Starts and stops captures when assignments or leases change.
 */
@Injectable()
export class Slots implements OnApplicationBootstrap {
  private readonly assignments = new Map<string, Assignment>();
  private readonly leases = new Map<string, Lease>();
  private readonly captures = new Map<string, Capture>();
  /** VODs that wait before lease acquisition. They occupy no slot, so a VOD of higher priority can overtake them. */
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly acquiring = new Set<string>();
  /** VODs whose lease was taken by the recorder that their assignment names. */
  private readonly moving = new Set<string>();
  /** When the lease of a VOD was last released, by the monotonic clock. */
  private readonly releasedAt = new Map<string, number>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly log: Log;

  constructor(
    private readonly bus: Bus,
    private readonly factory: CaptureFactory,
    private readonly taker: LeaseTaker,
    private readonly handOver: DrainHandover,
    private readonly drain: Drain,
    log: Log,
    @Inject(IDENTITY) private readonly identity: RecorderIdentity,
    @Inject(TIMES) private readonly times: RecorderTimes,
    private readonly deaths: RecorderDeaths,
  ) {
    this.log = log.child('slots');
  }

  get used(): number {
    return this.captures.size;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.drain.add({ name: 'captures', limitMs: HAND_OVER_MS, run: () => this.end() });
    // From before the deaths are reported, because the API then isolates the captures, and their recorders still start.
    const isolated = new Set(
      (await this.bus.assignments.all()).filter(({ value }) => value.isolated !== undefined).map(({ key }) => key),
    );
    const left = await this.deaths.reportPredecessor();
    const released = await this.taker.releaseLeasesOfDeadProcesses();
    const stopLeases = await this.bus.leases.watch((change) => {
      this.onLease(change);
    });
    const stopAssignments = await this.bus.assignments.watch((change) => {
      this.onAssignment(change);
    });
    for (const vod of new Set([...left, ...released])) if (!isolated.has(vod)) this.scheduleAcquire(vod, 0);
    this.timers.push(
      setInterval(() => {
        this.renewAll();
      }, this.times.renewMs),
      setInterval(() => {
        this.scheduleAll();
      }, RECHECK_MS),
    );
    const pulses = setInterval(() => {
      for (const capture of this.captures.values()) capture.pulse();
    }, this.times.snapshotMs);
    this.drain.addLast({
      name: 'watches and snapshots',
      run: () => {
        // Not before: the API counts the parts of a recorder without snapshots as lost, and some are still being stored.
        clearInterval(pulses);
        stopAssignments();
        stopLeases();
      },
    });
  }

  private onAssignment(change: KvChange<Assignment>): void {
    if (change.type === 'put') {
      this.assignments.set(change.key, change.value);
      this.captures.get(change.key)?.update(change.value);
      clearTimeout(this.waiting.get(change.key));
      this.waiting.delete(change.key);
      this.scheduleAcquire(change.key);
    } else if (change.type === 'delete') {
      this.assignments.delete(change.key);
      this.releasedAt.delete(change.key);
      this.captures.get(change.key)?.stop('stopped');
    }
  }

  private onLease(change: KvChange<Lease>): void {
    if (change.type === 'put') {
      this.leases.set(change.key, change.value);
      const capture = this.captures.get(change.key);
      if (capture && !this.isOurs(change.value)) this.onTakenOver(capture, change.value);
      else this.scheduleAcquire(change.key);
    } else if (change.type === 'delete') {
      const lease = this.leases.get(change.key);
      if (change.cause === 'expired' && lease && !this.isOurs(lease)) this.deaths.leaseExpired(lease, this.leases);
      this.leases.delete(change.key);
      if (change.cause === 'deleted') this.releasedAt.set(change.key, performance.now());
      else this.releasedAt.delete(change.key);
      this.scheduleAcquire(change.key);
    }
  }

  private onTakenOver(capture: Capture, { vodUuid, isolated }: Lease): void {
    if (this.moving.has(vodUuid)) return;
    if (this.drain.signal.aborted) this.handOver.markSuccessor(vodUuid);
    else if (isolated === this.assignments.get(vodUuid)?.isolated && isolated !== this.identity.isolated) {
      this.moving.add(vodUuid);
      this.handOver.markSuccessor(vodUuid);
      this.handOver.run([capture]).catch((error: unknown) => {
        this.log.failure('capture not moved', error, { vod: vodUuid });
      });
    } else {
      capture.lease.markLost();
      capture.stop('superseded');
    }
  }

  private isOurs({ recorder, node, pid, process }: Lease): boolean {
    const { identity } = this;
    return recorder === identity.name && node === identity.node && pid === identity.pid && process === identity.process;
  }

  /** Whether the assignment is for another kind of recorder than this one: an isolated one, or one that is not. */
  private isForOthers({ isolated }: Assignment): boolean {
    return isolated !== this.identity.isolated;
  }

  /** Whether the lease is held by a recorder that the assignment is not for, so that this recorder may take it over. */
  private isMisplaced(assignment: Assignment, lease: Lease): boolean {
    return !this.isForOthers(assignment) && lease.isolated !== assignment.isolated;
  }

  private scheduleAll(): void {
    for (const vod of this.assignments.keys()) this.scheduleAcquire(vod);
  }

  /** Schedules the acquisition of a free lease. @param delayMs overrides the delay from priority and load */
  private scheduleAcquire(vod: string, delayMs?: number): void {
    const assignment = this.assignments.get(vod);
    if (!assignment || this.waiting.has(vod) || !this.canAcquire(vod)) return;
    if (this.isForOthers(assignment) && this.identity.isolated !== undefined) return;
    const timer = setTimeout(
      () => {
        this.waiting.delete(vod);
        this.acquire(vod).catch((error: unknown) => {
          this.log.failure('lease not acquired', error, { vod });
        });
      },
      delayMs ?? this.delayOf(assignment),
    );
    this.waiting.set(vod, timer);
  }

  private delayOf(assignment: Assignment): number {
    if (this.isForOthers(assignment)) return this.times.isolatedMs;
    const { slots } = this.identity;
    return leaseDelayMs({ priority: assignment.priority, used: this.captures.size, slots, random: Math.random() });
  }

  private canAcquire(vod: string): boolean {
    const [lease, assignment] = [this.leases.get(vod), this.assignments.get(vod)];
    const isHeld = lease !== undefined && !(assignment && this.isMisplaced(assignment, lease));
    const isBusy = isHeld || this.captures.has(vod) || this.acquiring.has(vod);
    return !isBusy && !this.drain.signal.aborted && this.captures.size + this.acquiring.size < this.identity.slots;
  }

  private async acquire(vod: string): Promise<void> {
    const assignment = this.assignments.get(vod);
    if (!assignment || !this.canAcquire(vod)) return;
    this.acquiring.add(vod);
    try {
      const releasedAt = this.releasedAt.get(vod) ?? -Infinity;
      const lease = this.leases.has(vod)
        ? await this.taker.takeOver(vod)
        : await this.taker.take(vod, performance.now() - releasedAt < this.times.successorMs);
      if (!lease) return;
      const current = this.assignments.get(vod);
      if (!current || this.drain.signal.aborted) await lease.release();
      else this.start(this.factory.make(current, lease));
    } finally {
      this.acquiring.delete(vod);
    }
  }

  private start(capture: Capture): void {
    const { vodUuid } = capture;
    this.captures.set(vodUuid, capture);
    this.deaths.setHeld([...this.captures.keys()]);
    this.log.info(`${capture.channelName}: recording started`, {
      vod: vodUuid,
      part: capture.lease.partId,
      used: this.captures.size,
      slots: this.identity.slots,
    });
    this.runCapture(capture).catch((error: unknown) => {
      this.log.failure('slot not released', error, { vod: vodUuid });
    });
  }

  /** Runs the capture until it ends or fails, then frees its slot. */
  private async runCapture(capture: Capture): Promise<void> {
    try {
      await capture.run();
    } catch (error) {
      this.log.failure(`${capture.channelName}: capture failed`, error, { vod: capture.vodUuid });
    }
    await capture.lease.release();
    this.captures.delete(capture.vodUuid);
    this.moving.delete(capture.vodUuid);
    this.deaths.setHeld([...this.captures.keys()]);
    if (!this.drain.signal.aborted) this.scheduleAll();
  }

  private renewAll(): void {
    for (const capture of this.captures.values()) {
      capture.lease
        .tick()
        .then((held) => {
          if (!held) capture.stop('superseded');
        })
        .catch((error: unknown) => {
          this.log.failure('lease not renewed', error, { vod: capture.vodUuid });
        });
    }
  }

  private async end(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.handOver.run([...this.captures.values()]);
  }
}
