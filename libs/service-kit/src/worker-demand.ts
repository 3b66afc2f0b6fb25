import { type Bus } from '#libs/bus';
import { isolatedRecorderName, type JobWorker, workerOf } from '#libs/contracts';

/** Report of the API to the supervisor of `npm start`, over IPC. */
export interface WorkReport {
  readonly workersWithWork: readonly string[];
}

interface Ports {
  readonly bus: Pick<Bus, 'queuedCommands'>;
  readonly report: (report: WorkReport) => void;
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

/** Tracks which on-demand workers have work: queued or running commands, or captures of an isolated recorder. */
export class WorkerDemand {
  readonly #busySince = new Map<JobWorker, number>();
  /** Numbers of the isolated recorders that have captures. */
  isolated: ReadonlySet<number> = new Set();

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
    const queued = this.workers.length === 0 ? [] : (await this.ports.bus.queuedCommands()).keys();
    const busy = new Set([...queued].map(workerOf));
    for (const worker of this.workers)
      if (!busy.has(worker)) this.#busySince.delete(worker);
      else if (!this.#busySince.has(worker)) this.#busySince.set(worker, this.#now());
    const workers = this.workers.filter((worker) => busy.has(worker));
    this.ports.report({ workersWithWork: [...workers, ...[...this.isolated].map(isolatedRecorderName)] });
  }

  #now(): number {
    return (this.ports.now ?? performance.now.bind(performance))();
  }
}
