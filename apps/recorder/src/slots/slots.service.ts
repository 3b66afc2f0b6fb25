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
  private readonly waiting = new Set<string>();
  private readonly acquiring = new Set<string>();
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
  ) {
    this.log = log.child('slots');
  }

  get used(): number {
    return this.captures.size;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.drain.add({ name: 'captures', limitMs: HAND_OVER_MS, run: () => this.end() });
    const released = await this.taker.releaseLeasesOfDeadProcesses();
    const stopLeases = await this.bus.leases.watch((change) => {
      this.onLease(change);
    });
    const stopAssignments = await this.bus.assignments.watch((change) => {
      this.onAssignment(change);
    });
    for (const vod of released) this.scheduleAcquire(vod, 0);
    this.timers.push(
      setInterval(() => {
        this.renewAll();
      }, this.times.renewMs),
      setInterval(() => {
        for (const capture of this.captures.values()) capture.pulse();
      }, this.times.snapshotMs),
      setInterval(() => {
        this.scheduleAll();
      }, RECHECK_MS),
    );
    this.drain.addLast({
      name: 'watches',
      run: () => {
        stopAssignments();
        stopLeases();
      },
    });
  }

  private onAssignment(change: KvChange<Assignment>): void {
    if (change.type === 'put') {
      this.assignments.set(change.key, change.value);
      this.captures.get(change.key)?.update(change.value);
      this.scheduleAcquire(change.key);
    } else if (change.type === 'delete') {
      this.assignments.delete(change.key);
      this.captures.get(change.key)?.stop('stopped');
    }
  }

  private onLease(change: KvChange<Lease>): void {
    if (change.type === 'put') {
      this.leases.set(change.key, change.value);
      const capture = this.captures.get(change.key);
      if (!capture || this.isOurs(change.value)) return;
      if (this.drain.signal.aborted) {
        this.handOver.markSuccessor(change.key);
        return;
      }
      capture.lease.markLost();
      capture.stop('superseded');
    } else if (change.type === 'delete') {
      this.leases.delete(change.key);
      this.scheduleAcquire(change.key);
    }
  }

  private isOurs({ recorder, node, pid }: Lease): boolean {
    return recorder === this.identity.name && node === this.identity.node && pid === this.identity.pid;
  }

  private scheduleAll(): void {
    for (const vod of this.assignments.keys()) this.scheduleAcquire(vod);
  }

  /** Schedules the acquisition of a free lease. @param delayMs overrides the delay from priority and load */
  private scheduleAcquire(vod: string, delayMs?: number): void {
    const assignment = this.assignments.get(vod);
    if (!assignment || this.waiting.has(vod) || !this.canAcquire(vod)) return;
    this.waiting.add(vod);
    const { slots } = this.identity;
    const after =
      delayMs ??
      leaseDelayMs({ priority: assignment.priority, used: this.captures.size, slots, random: Math.random() });
    setTimeout(() => {
      this.waiting.delete(vod);
      this.acquire(vod).catch((error: unknown) => {
        this.log.failure('lease not acquired', error, { vod });
      });
    }, after);
  }

  private canAcquire(vod: string): boolean {
    const isBusy = this.leases.has(vod) || this.captures.has(vod) || this.acquiring.has(vod);
    return !isBusy && !this.drain.signal.aborted && this.captures.size + this.acquiring.size < this.identity.slots;
  }

  private async acquire(vod: string): Promise<void> {
    const assignment = this.assignments.get(vod);
    if (!assignment || !this.canAcquire(vod)) return;
    this.acquiring.add(vod);
    try {
      const lease = await this.taker.take(vod);
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
