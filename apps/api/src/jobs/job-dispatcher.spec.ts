import { type Bus } from '#libs/bus';
import { WORKER_JOBS, type WorkerJobDef } from '#libs/contracts';
import { JobDispatcher } from './job-dispatcher.js';

const boot = (defs: readonly WorkerJobDef[]) => (): void => {
  const parts = {
    scheduler: { every: () => ({ wake: () => undefined }) },
    jobs: { onQueued: () => undefined, allStages: () => defs.map((def) => ({ def })) },
    bus: { deadLetters: { onAdded: () => () => undefined }, onPulse: () => () => undefined } as unknown as Bus,
  };
  new JobDispatcher(
    parts.scheduler as never,
    parts.jobs as never,
    {} as never,
    {} as never,
    parts.bus,
    {} as never,
  ).onApplicationBootstrap();
};

describe('the start of the API', () => {
  it('succeeds with a stage of each kind of job', () => {
    expect(boot(WORKER_JOBS)).not.toThrow();
  });

  it.each(WORKER_JOBS.map(({ kind }) => kind))('fails without a stage of %s', (kind) => {
    expect(boot(WORKER_JOBS.filter((def) => def.kind !== kind))).toThrow(`No stage is registered for ${kind}.`);
  });
});
