import { type HealthReport, type JobWorker, type Payload, type PULSES } from '#libs/contracts';
import { message } from '#libs/messages';

/** The report of one process, and its time. */
export type Report = Payload<typeof PULSES.serviceHealth>;

/** A service without a report for this time counts as missing. */
const MISSING_AFTER_MS = 20_000;
/** A service that has been missing for this time is no longer listed: it was scaled down or renamed. */
export const UNLIST_AFTER_MS = 10 * 60_000;

export interface KnownServices {
  /** Report of this API. */
  readonly own: HealthReport;
  /** The newest report of each process. */
  readonly reports: readonly Report[];
  /** Workers that run only on demand, and for how many ms each has had work. */
  readonly onDemand: ReadonlyMap<JobWorker, number>;
  /** False while some services may not have had time to report. */
  readonly isComplete: boolean;
  /** Ms since the Unix epoch. */
  readonly now: number;
}

/** Returns the health of all services: as reported, late, asleep or missing. */
export function serviceList({ own, reports, onDemand, isComplete, now }: KnownServices): HealthReport[] {
  const isLate = ({ at }: Report): boolean => now - at >= MISSING_AFTER_MS;
  const others = reports.filter(({ health, at }) => health.service !== 'api' && now - at < UNLIST_AFTER_MS);
  const isRunning = (service: string, node: string): boolean =>
    others.some((r) => r.health.service === service && r.health.node === node && !isLate(r));
  // The supervisor that starts and stops on-demand workers runs on the machine of this API.
  const asleep = [...onDemand]
    .filter(([worker, busyMs]) => busyMs < MISSING_AFTER_MS && !isRunning(worker, own.node))
    .map(([worker]) => worker);
  const isAsleep = (service: string, node: string): boolean =>
    node === own.node && asleep.some((worker) => worker === service);
  // The supervisor replaced or stopped the process, so its missing reports are no problem.
  const isReplaced = ({ health: { service, node } }: Report): boolean =>
    isAsleep(service, node) || isRunning(service, node);
  const known = others.filter((r) => !isLate(r) || !isReplaced(r));
  const kinds = new Set<string>([...asleep, ...known.map((r) => r.health.service)]);
  return [
    own,
    ...known.map((r) => (isLate(r) ? lateReport(r.health, now - r.at) : r.health)),
    ...asleep.map((worker) => sleepingReport(worker, own)),
    ...(isComplete ? REQUIRED_SERVICES.filter((kind) => !kinds.has(kind)).map(missingReport) : []),
  ].sort((a, b) => a.service.localeCompare(b.service));
}

/** Vodkeep cannot record without a recorder or make files without a converter. */
const REQUIRED_SERVICES = ['recorder', 'converter'];

const lateReport = (health: HealthReport, silentMs: number): HealthReport => ({
  ...health,
  ok: false,
  checks: [
    {
      name: 'alive',
      ok: false,
      message: message('health.silent', { n: Math.round(silentMs / 1000) }),
      remedy: message('health.service-remedy'),
    },
  ],
});

const sleepingReport = (service: string, { node, version }: HealthReport): HealthReport => ({
  service,
  node,
  version,
  ok: true,
  checks: [{ name: 'alive', ok: true, message: message('health.asleep'), remedy: '' }],
});

const missingReport = (service: string): HealthReport => ({
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
});
