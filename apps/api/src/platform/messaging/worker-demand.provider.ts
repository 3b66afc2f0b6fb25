import { Bus } from '#libs/bus';
import { type ApiConfig } from '#libs/config';
import { CONFIG, WorkerDemand, type WorkReport } from '#libs/service-kit';
import { Scheduler } from '../scheduler/scheduler.js';

/** Interval for commands that have ended or that an earlier API queued. New commands are reported at once. */
const CHECK_INTERVAL_MS = 1_000;

/** Reports to the supervisor which workers to start and stop, if it runs some of them on demand. */
export const workerDemandProvider = {
  provide: WorkerDemand,
  useFactory: (bus: Bus, { workers }: ApiConfig, scheduler: Scheduler): WorkerDemand => {
    const demand = new WorkerDemand(workers.onDemand, { bus, report: toSupervisor });
    if (workers.onDemand.length === 0 && workers.isolatedRecorders === 0) return demand;
    const plan = { intervalMs: CHECK_INTERVAL_MS, where: 'every-instance' } as const;
    const task = scheduler.every('worker-demand', plan, () => demand.check());
    bus.onCommandQueued(() => {
      task.wake();
    });
    return demand;
  },
  inject: [Bus, CONFIG, Scheduler],
};

function toSupervisor(report: WorkReport): void {
  if (process.connected && process.send) process.send(report, undefined, undefined, () => undefined);
}
