import { expect, it } from '@jest/globals';
import { type Bus } from '#libs/bus';
import { type ApiConfig, loadConfig, SERVICES } from '#libs/config';
import { type Scheduler } from '../scheduler/scheduler.js';
import { workerDemandProvider } from './worker-demand.provider.js';

/** Names of the tasks that the provider schedules with these environment variables. */
function scheduled(env: Readonly<Record<string, string>>): readonly string[] {
  const tasks: string[] = [];
  const config = loadConfig(env, { workers: SERVICES.api.workers }) as ApiConfig;
  const bus = { onCommandQueued: () => undefined } as Partial<Bus> as Bus;
  const scheduler = { every: (name: string) => tasks.push(name) } as unknown as Scheduler;
  workerDemandProvider.useFactory(bus, config, scheduler);
  return tasks;
}

it('the API reports which workers have work only if some run on demand, so never in a cluster', () => {
  expect(scheduled({})).toEqual([]);
  expect(scheduled({ VODKEEP_ON_DEMAND: 'converter' })).toEqual(['worker-demand']);
  expect(scheduled({ VODKEEP_ISOLATED_RECORDERS: '4' })).toEqual(['worker-demand']);
});
