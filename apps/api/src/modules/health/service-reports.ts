import { Bus } from '#libs/bus';
import { type HealthReport, type Payload, PULSES } from '#libs/contracts';
import { message } from '#libs/messages';
import { HealthRegistry } from '#libs/service-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { messageWithoutPaths } from '../../platform/without-paths.js';

type Report = Payload<typeof PULSES.serviceHealth>;

/** Services report every 5 s: in this time each has spoken. */
const TURN_MS = 7_000;
/** After this one is missing. */
const MISSING_MS = 20_000;
/** A service that has been missing this long was scaled down or renamed. */
const FORGET_MS = 10 * 60_000;

/** What every service of the house says of itself, this api included. */
@Injectable()
export class ServiceReports implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly newest = new Map<string, Report>();
  private stop: () => void = () => undefined;
  /** Since when this api listens; before every service had its turn nobody is missing. */
  private heardSince = Infinity;

  constructor(
    private readonly bus: Bus,
    private readonly own: HealthRegistry,
  ) {}

  onApplicationBootstrap(): void {
    this.heardSince = Date.now();
    this.stop = this.bus.onPulse(PULSES.serviceHealth, '*', (report) => {
      this.newest.set(report.id, report);
    });
  }

  onModuleDestroy(): void {
    this.stop();
  }

  async all(): Promise<HealthReport[]> {
    const own = await this.own.report();
    for (const [id, r] of this.newest) if (Date.now() - r.at >= FORGET_MS) this.newest.delete(id);
    const others = [...this.newest.values()].filter((r) => r.health.service !== 'api' && Date.now() - r.at < FORGET_MS);
    return [
      own,
      ...others.filter((r) => !isReplaced(r, others)).map(lateOrTrue),
      ...(Date.now() - this.heardSince < TURN_MS ? [] : missingKinds(others)),
    ]
      .map(withoutMachinePaths)
      .sort((a, b) => a.service.localeCompare(b.service));
  }
}

const withoutMachinePaths = (health: HealthReport): HealthReport => ({
  ...health,
  checks: health.checks.map((check) => ({
    ...check,
    message: check.message === '' ? '' : messageWithoutPaths(check.message),
  })),
});

/** The supervisor has started another process in its place: nothing is wrong any more. */
const isReplaced = (late: Report, all: readonly Report[]): boolean =>
  Date.now() - late.at >= MISSING_MS &&
  all.some(
    (r) =>
      r.health.service === late.health.service && r.health.node === late.health.node && Date.now() - r.at < MISSING_MS,
  );

function lateOrTrue({ health, at }: Report): HealthReport {
  const silentMs = Date.now() - at;
  if (silentMs < MISSING_MS) return health;
  const checks = [
    {
      name: 'alive',
      ok: false,
      message: message('health.silent', { n: Math.round(silentMs / 1000) }),
      remedy: message('health.service-remedy'),
    },
  ];
  return { ...health, ok: false, checks };
}

/** Without one of these nothing is recorded, or nothing is converted. */
function missingKinds(reports: readonly Report[]): HealthReport[] {
  return ['recorder', 'converter']
    .filter((kind) => !reports.some((r) => r.health.service === kind))
    .map((service) => ({
      service,
      node: '',
      version: '',
      ok: false,
      checks: [
        {
          name: 'alive',
          ok: false,
          message: message('health.no-running', { service }),
          remedy: message('health.service-missing-remedy', { service }),
        },
      ],
    }));
}
