import { type Bus } from '#libs/bus';
import { type JobWorker, workerOf } from '#libs/contracts';

/** Report of the API to the supervisor of `npm start`, over IPC. */
export interface WorkReport {
  readonly workersWithWork: readonly JobWorker[];
}

interface Ports {
  readonly bus: Pick<Bus, 'queuedCommands'>;
  readonly report: (report: WorkReport) => void;
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

/** Tracks which on-demand workers have work: queued or running commands. */
export class WorkerDemand {
  readonly #busySince = new Map<JobWorker, number>();

  /** @param workers workers that run only while they have work */
  constructor(
    readonly workers: readonly JobWorker[],
    private readonly ports: Ports,
  ) {}

  /** Time in ms for which a worker has had work without a pause; 0 if it has none. */
  busyMs(worker: JobWorker): number {
    const since = this.#busySince.get(worker);
    return since === undefined ? 0 : this.#now() - since;
  }

  /** Reads the queue of commands and reports the result. @throws OutsideError `bus-unavailable`: nothing is reported */
  async check(): Promise<void> {
    const queued = await this.ports.bus.queuedCommands();
    const busy = new Set([...queued.keys()].map(workerOf));
    for (const worker of this.workers)
      if (!busy.has(worker)) this.#busySince.delete(worker);
      else if (!this.#busySince.has(worker)) this.#busySince.set(worker, this.#now());
    this.ports.report({ workersWithWork: this.workers.filter((worker) => busy.has(worker)) });
  }

  #now(): number {
    return (this.ports.now ?? performance.now.bind(performance))();
  }
}
