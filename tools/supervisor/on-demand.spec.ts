import { describe, expect, it } from '@jest/globals';
import { OutsideError, untranslated } from '#libs/errors';
import type { Children } from './children.js';
import type { SupervisedProcess } from './supervised-process.js';
import { decide, OnDemandWorkers, workersWithWork } from './on-demand.js';
import { servicePlan } from './service-plan.js';

describe('decide', () => {
  const given = { idleMs: 0, quietMs: 120_000 };
  it('starts a sleeping worker as soon as there is work', () => {
    expect(decide({ ...given, state: 'asleep', hasWork: true })).toBe('start');
    expect(decide({ ...given, state: 'asleep', hasWork: false })).toBeNull();
  });
  it('stops a worker after the quiet period, not before', () => {
    expect(decide({ ...given, state: 'awake', hasWork: false, idleMs: 119_999 })).toBeNull();
    expect(decide({ ...given, state: 'awake', hasWork: false, idleMs: 120_000 })).toBe('stop');
  });
  it('never stops a worker that has work, however old its last work is', () => {
    expect(decide({ ...given, state: 'awake', hasWork: true, idleMs: 999_999 })).toBeNull();
  });
  it.each(['starting', 'stopping'] as const)('does nothing while a worker is %s', (state) => {
    expect(decide({ ...given, state, hasWork: true })).toBeNull();
    expect(decide({ ...given, state, hasWork: false, idleMs: 999_999 })).toBeNull();
  });
});

it('reads only the reports of the api', () => {
  expect(workersWithWork({ workersWithWork: ['converter'] })).toEqual(['converter']);
  for (const other of [null, 'converter', { ready: true }, { workersWithWork: 'converter' }])
    expect(workersWithWork(other)).toBeNull();
});

/** Workers whose processes are recorded, not run. */
function fakeInstallation() {
  const [steps, lines]: [string[], string[]] = [[], []];
  const installation = { now: 0, steps, lines, starting: Promise.resolve(), stopping: Promise.resolve() };
  const children: Pick<Children, 'add' | 'start' | 'get'> = {
    add: () => [],
    start: ([plan]) => {
      steps.push(`start ${plan?.name ?? ''}`);
      return installation.starting;
    },
    get: (name) =>
      ({
        stop: () => {
          steps.push(`stop ${name}`);
          return installation.stopping;
        },
      }) as SupervisedProcess,
  };
  const workers = new OnDemandWorkers({
    children,
    quietMs: 1000,
    say: (line) => lines.push(line),
    now: () => installation.now,
  });
  workers.add(
    ['converter', 'exporter'].map((name) =>
      servicePlan({ name, title: name, file: '/nowhere', env: {}, stopLimitMs: 1000 }),
    ),
  );
  const report = async (at: number, ...names: string[]): Promise<void> => {
    installation.now = at;
    workers.onReport(names);
    await new Promise(setImmediate);
  };
  return { installation, workers, report };
}

describe('workers on demand', () => {
  it('start when there is work, and stop a quiet period after their own last work', async () => {
    const { installation, report } = fakeInstallation();
    await report(0);
    await report(100, 'converter');
    await report(5000, 'converter');
    await report(5900);
    await report(6000);
    await report(6100, 'exporter');
    expect(installation.steps).toEqual(['start converter', 'stop converter', 'start exporter']);
  });

  it('are stopped once, and start again after the stop for work that arrives meanwhile', async () => {
    const { installation, report } = fakeInstallation();
    const stopped = Promise.withResolvers<undefined>();
    installation.stopping = stopped.promise;
    await report(0, 'converter');
    await report(1000);
    await report(1050);
    await report(1100, 'converter');
    expect(installation.steps).toEqual(['start converter', 'stop converter']);
    stopped.resolve(undefined);
    await report(1200, 'converter');
    await report(1300, 'converter');
    expect(installation.steps).toEqual(['start converter', 'stop converter', 'start converter']);
  });

  it('have a quiet period from the moment at which they are ready, however long they start', async () => {
    const { installation, report } = fakeInstallation();
    const started = Promise.withResolvers<undefined>();
    installation.starting = started.promise;
    await report(0, 'converter');
    await report(5000);
    started.resolve(undefined);
    await new Promise(setImmediate);
    await report(5900);
    expect(installation.steps).toEqual(['start converter']);
    await report(6000);
    expect(installation.steps).toEqual(['start converter', 'stop converter']);
  });

  it('report a failed start, and start again half a minute later while there is work', async () => {
    const { installation, report } = fakeInstallation();
    installation.starting = Promise.reject(new OutsideError(untranslated('service-down', "converter can't start")));
    await report(0, 'converter');
    await report(29_999, 'converter');
    expect(installation.lines).toEqual(["converter can't start"]);
    installation.starting = Promise.resolve();
    await report(30_000, 'converter');
    expect(installation.steps).toEqual(['start converter', 'start converter']);
  });

  it('do not start once the installation stops', async () => {
    const { installation, workers, report } = fakeInstallation();
    await workers.close();
    await report(0, 'converter');
    expect(installation.steps).toEqual([]);
  });

  it('start on request, even without work', async () => {
    const { installation, workers } = fakeInstallation();
    expect([await workers.wake('converter'), await workers.wake('converter'), await workers.wake('api')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(installation.steps).toEqual(['start converter']);
  });
});
