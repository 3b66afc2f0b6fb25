import { Bus } from '#libs/bus';
import { type HealthReport, PULSES } from '#libs/contracts';
import { HealthRegistry, WorkerDemand } from '#libs/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { redactMessagePaths } from '../../platform/redact-paths.js';
import { UNLIST_AFTER_MS, type Report, serviceList } from './service-list.js';

/** Services report every 5 s, so every service has reported after this time. */
const MAX_REPORT_DELAY_MS = 7_000;

/** Collects the health reports of all services of the installation, including this API. */
@Injectable()
export class ServiceReports implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly newest = new Map<string, Report>();
  private stop: () => void = () => undefined;
  /**
   * Time since which this API receives reports. No service counts as missing before every service had time to report.
   */
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
    for (const [id, r] of this.newest) if (now - r.at >= UNLIST_AFTER_MS) this.newest.delete(id);
    return serviceList({
      own,
      reports: [...this.newest.values()],
      onDemand: new Map(this.demand.workers.map((worker) => [worker, this.demand.busyMs(worker)])),
      isComplete: now - this.listeningSince >= MAX_REPORT_DELAY_MS,
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
