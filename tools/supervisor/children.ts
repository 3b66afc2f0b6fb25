import { BugError } from '#libs/errors';
import type { ChildPlan } from './child-plan.js';
import type { DataFolder } from './data-folder.js';
import { KeptChild } from './kept-child.js';

/** Who ends first: writers hand over while what they write to still stands. */
export const STOP_ORDER = [
  'provider-sim',
  'recorder',
  'exporter',
  'converter',
  'api',
  'nats',
  's3',
  'postgres',
] as const;

/** All kept children of one house, by name. */
export class Children {
  readonly #kept = new Map<string, KeptChild>();
  constructor(
    private readonly folder: DataFolder,
    private readonly say: (line: string) => void,
    private readonly onFatal: (fault: Error) => void,
  ) {}

  async start(plans: readonly ChildPlan[]): Promise<void> {
    const { runDir, logDir } = this.folder;
    const fresh = plans.map((plan) => new KeptChild(plan, { runDir, logDir, say: this.say, onFatal: this.onFatal }));
    for (const child of fresh) this.#kept.set(child.name, child);
    await Promise.all(fresh.map((child) => child.start()));
  }

  get(name: string): KeptChild {
    const child = this.#kept.get(name);
    if (child === undefined)
      throw new BugError(
        'no-such-child',
        `The house has no child ${name}; it has ${[...this.#kept.keys()].join(', ')}`,
      );
    return child;
  }

  pids(): Record<string, number | null> {
    return Object.fromEntries([...this.#kept].map(([name, child]) => [name, child.pid]));
  }

  async stop(): Promise<void> {
    const rest = new Set(this.#kept.values());
    for (const role of STOP_ORDER) {
      const now = [...rest].filter((child) => child.name === role || child.name.startsWith(`${role}-`));
      for (const child of now) rest.delete(child);
      if (role === 'nats')
        await Promise.all([...rest].filter((child) => child.plan.kind === 'service').map((child) => child.stop()));
      await Promise.all(now.map((child) => child.stop()));
    }
  }
}
