import { Bus } from '#libs/bus';
import { type HealthReport, PULSES } from '#libs/contracts';
import { HealthRegistry, WorkerDemand } from '#libs/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { redactMessagePaths } from '../../platform/redact-paths.js';
import { FORGET_MS, type Report, serviceList } from './service-list.js';

/** Services report every 5 s: in this time each has spoken. */
const TURN_MS = 7_000;

/** What every service of the installation says of itself, this api included. */
@Injectable()
export class ServiceReports implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly newest = new Map<string, Report>();
  private stop: () => void = () => undefined;
  /** Since when this api listens; before every service had its turn nobody is missing. */
  private listeningSince = Infinity;

  constructor(
    private readonly bus: Bus,
    private readonly own: HealthRegistry,
    private readonly demand: WorkerDemand,
  ) {}

  onApplicationBootstrap(): void {
    this.listeningSince = Date.now();
    this.stop = this.bus.onPulse(PULSES.serviceHealth, '*', (report) => {
      this.newest.set(report.id, report);
    });
  }

  onModuleDestroy(): void {
    this.stop();
  }

  async all(): Promise<HealthReport[]> {
    const own = await this.own.report();
    const now = Date.now();
    for (const [id, r] of this.newest) if (now - r.at >= FORGET_MS) this.newest.delete(id);
    return serviceList({
      own,
      reports: [...this.newest.values()],
      onDemand: new Map(this.demand.workers.map((worker) => [worker, this.demand.busyMs(worker)])),
      isComplete: now - this.listeningSince >= TURN_MS,
      now,
    }).map(withoutMachinePaths);
  }
}

const withoutMachinePaths = (health: HealthReport): HealthReport => ({
  ...health,
  checks: health.checks.map((check) => ({
    ...check,
    message: check.message === '' ? '' : redactMessagePaths(check.message),
  })),
});
