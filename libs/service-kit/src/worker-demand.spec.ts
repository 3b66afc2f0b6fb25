import { expect, it } from '@jest/globals';
import { WorkerDemand, type WorkReport } from './worker-demand.js';

it('reports the workers with queued or running commands, and measures for how long they have had any', async () => {
  let queued = new Map<string, number>();
  let now = 1000;
  const reports: WorkReport[] = [];
  const demand = new WorkerDemand(['converter', 'exporter'], {
    bus: { queuedCommands: () => Promise.resolve(queued) },
    report: (report) => reports.push(report),
    now: () => now,
  });
  const check = async (at: number, ...names: string[]): Promise<number> => {
    queued = new Map(names.map((name) => [name, 1]));
    now = at;
    await demand.check();
    return demand.busyMs('converter');
  };
  expect(await check(1000, 'video-download', 'of-a-newer-version')).toBe(0);
  expect(await check(2000, 'picture')).toBe(0);
  expect(await check(5000, 'convert')).toBe(3000);
  expect(await check(6000)).toBe(0);
  expect(reports.map(({ workersWithWork }) => workersWithWork)).toEqual([[], ['converter'], ['converter'], []]);
});
