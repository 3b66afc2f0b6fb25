import { Bus } from '#libs/bus';
import { type Storage } from '#libs/storage';
import { type FactoryProvider } from '@nestjs/common';
import { STORAGE } from '../kit.js';
import { Log } from '../log.js';
import { WorkerJobRunner, type WorkerJobPorts } from './worker-job-runner.js';

/** Provides {@link WorkerJobRunner} in the Nest module of a worker. @param worker the operator sees its name */
export const workerJobRunner = (worker: WorkerJobPorts['worker']): FactoryProvider<WorkerJobRunner> => ({
  provide: WorkerJobRunner,
  useFactory: (bus: Bus, storage: Storage, log: Log) =>
    new WorkerJobRunner({ bus, storage, worker, log: log.child('jobs') }),
  inject: [Bus, STORAGE, Log],
});
