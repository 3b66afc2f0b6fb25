import { expect, it } from '@jest/globals';
import { type HealthReport, type JobWorker } from '#libs/contracts';
import { english } from '#libs/messages';
import { type KnownServices, type Report, serviceList } from './service-list.js';

const NOW = 1_000_000;
const health = (service: string, node = 'nas'): HealthReport => ({ service, node, version: '1', ok: true, checks: [] });
const report = (service: string, silentS: number, node = 'nas'): Report => ({
  id: `${service}@${node}/${String(silentS)}`,
  at: NOW - silentS * 1000,
  health: health(service, node),
});
const busy = (of: Partial<Record<JobWorker, number>>): ReadonlyMap<JobWorker, number> =>
  new Map(Object.entries(of) as [JobWorker, number][]);

/** A line for each listed service: its name, whether it is ok, and the message of its first check. */
function listed({
  reports,
  onDemand = new Map(),
  isComplete = true,
}: Pick<KnownServices, 'reports'> & Partial<KnownServices>): string[] {
  return serviceList({ own: health('api'), reports, onDemand, isComplete, now: NOW }).map(({ service, ok, checks }) => {
    const text = checks[0]?.message ?? '';
    return `${service} ${ok ? 'ok' : 'not ok'}${text === '' ? '' : `: ${english(text)}`}`;
  });
}
const ASLEEP = 'asleep, starts when there is work';

it('lists reporting, late and missing services', () => {
  expect(listed({ reports: [report('recorder', 1)] })).toEqual([
    'api ok',
    'converter not ok: no converter is running',
    'recorder ok',
  ]);
  expect(listed({ reports: [report('recorder', 25)], isComplete: false })).toEqual([
    'api ok',
    'recorder not ok: has not reported for 25 s',
  ]);
});

it('drops a late process when another one of its kind reports from the same machine', () => {
  expect(listed({ reports: [report('recorder', 25), report('recorder', 1), report('converter', 1)] })).toEqual([
    'api ok',
    'converter ok',
    'recorder ok',
  ]);
});

it('lists a worker on demand as asleep, whether it has never run or has been stopped', () => {
  const onDemand = busy({ converter: 0, exporter: 0 });
  const both = ['api ok', `converter ok: ${ASLEEP}`, `exporter ok: ${ASLEEP}`, 'recorder ok'];
  expect(listed({ reports: [report('recorder', 1)], onDemand })).toEqual(both);
  expect(listed({ reports: [report('recorder', 1), report('converter', 25)], onDemand })).toEqual(both);
});

it('lists a worker of another machine as missing, although that of this machine is asleep', () => {
  const onDemand = busy({ converter: 0 });
  expect(listed({ reports: [report('recorder', 1), report('converter', 25, 'attic')], onDemand })).toEqual([
    'api ok',
    'converter not ok: has not reported for 25 s',
    `converter ok: ${ASLEEP}`,
    'recorder ok',
  ]);
});

it('lists a worker on demand as it reports while it runs', () => {
  const onDemand = busy({ converter: 60_000 });
  expect(listed({ reports: [report('recorder', 1), report('converter', 2)], onDemand })).toEqual([
    'api ok',
    'converter ok',
    'recorder ok',
  ]);
});

it('lists a worker as missing if its work has waited longer than a start takes', () => {
  const reports = [report('recorder', 1)];
  expect(listed({ reports, onDemand: busy({ converter: 19_999 }) })).toContain(`converter ok: ${ASLEEP}`);
  expect(listed({ reports, onDemand: busy({ converter: 20_000 }) })).toContain(
    'converter not ok: no converter is running',
  );
  expect(listed({ reports: [...reports, report('converter', 25)], onDemand: busy({ converter: 20_000 }) })).toContain(
    'converter not ok: has not reported for 25 s',
  );
});
