import { messageOf } from '#libs/errors';
import type { ServicePlan } from './child-plan.js';
import type { Children } from './children.js';

/** A failed start of a worker is retried after this time, while there is work for the worker. */
const RETRY_DELAY_MS = 30_000;

type State = 'asleep' | 'starting' | 'awake' | 'stopping';

interface Situation {
  readonly state: State;
  readonly hasWork: boolean;
  /** time without work, ms */
  readonly idleMs: number;
  /** a worker stops after this time without work, ms */
  readonly quietMs: number;
}

/** Next action for a worker when the api reports which workers have work. */
export function decide({ state, hasWork, idleMs, quietMs }: Situation): 'start' | 'stop' | null {
  if (state === 'asleep' && hasWork) return 'start';
  return state === 'awake' && !hasWork && idleMs >= quietMs ? 'stop' : null;
}

/** The workers with work, from a message of the api (libs/service-kit worker-demand.ts); null for any other message. */
export function workersWithWork(message: unknown): readonly unknown[] | null {
  if (typeof message !== 'object' || message === null || !('workersWithWork' in message)) return null;
  return Array.isArray(message.workersWithWork) ? message.workersWithWork : null;
}

interface Worker {
  readonly plan: ServicePlan;
  state: State;
  /** resolves when the current stop is complete */
  stopped: Promise<void>;
  lastWorkAt: number;
  /** after a failed start: earliest time of the next start */
  startAt: number;
}

interface Ports {
  readonly children: Pick<Children, 'add' | 'start' | 'get'>;
  readonly quietMs: number;
  readonly say: (line: string) => void;
  /** Monotonic clock, ms. */
  readonly now?: () => number;
}

/**
 * Workers that start when there is work for them and stop after a quiet period. Decisions happen only when the api
 * reports, so they never use outdated information: while the api is down, no worker starts or stops. A worker that
 * accepts a command at the moment in which it is stopped returns the command when it drains.
 */
export class OnDemandWorkers {
  readonly #workers = new Map<string, Worker>();
  #isClosed = false;

  constructor(private readonly ports: Ports) {}

  /** Registers workers without starting them. */
  add(plans: readonly ServicePlan[]): void {
    this.ports.children.add(plans);
    for (const plan of plans)
      this.#workers.set(plan.name, { plan, state: 'asleep', stopped: Promise.resolve(), lastWorkAt: 0, startAt: 0 });
  }

  /** @param names the workers that have work now */
  onReport(names: readonly unknown[]): void {
    if (this.#isClosed) return;
    const now = this.#now();
    for (const worker of this.#workers.values()) {
      const hasWork = names.includes(worker.plan.name);
      if (hasWork) worker.lastWorkAt = now;
      const { state, lastWorkAt, startAt } = worker;
      const step = decide({ state, hasWork, idleMs: now - lastWorkAt, quietMs: this.ports.quietMs });
      if (step === 'start' && now >= startAt) void this.#start(worker);
      if (step === 'stop') worker.stopped = this.#stop(worker);
    }
  }

  /**
   * Starts a sleeping worker even if the api reports no work for it.
   * @returns whether a worker of that name was asleep
   */
  async wake(name: string): Promise<boolean> {
    const worker = this.#workers.get(name);
    await worker?.stopped;
    if (worker?.state !== 'asleep') return false;
    await this.#start(worker);
    return true;
  }

  /** Disables all further starts and stops. Resolves when the running stops are complete. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers.values()].map(({ stopped }) => stopped));
  }

  async #start(worker: Worker): Promise<void> {
    worker.state = 'starting';
    try {
      await this.ports.children.start([worker.plan]);
      worker.state = 'awake';
      // A start may take longer than the quiet period.
      worker.lastWorkAt = this.#now();
    } catch (thrown) {
      worker.state = 'asleep';
      worker.startAt = this.#now() + RETRY_DELAY_MS;
      if (!this.#isClosed) this.ports.say(messageOf(thrown));
    }
  }

  async #stop(worker: Worker): Promise<void> {
    worker.state = 'stopping';
    await this.ports.children.get(worker.plan.name).stop();
    worker.state = 'asleep';
  }

  #now(): number {
    return (this.ports.now ?? performance.now.bind(performance))();
  }
}
