import { BugError } from '#libs/errors';
import type { ChildPlan } from './child-plan.js';
import type { DataFolder } from './data-folder.js';
import { SupervisedProcess } from './supervised-process.js';

/**
 * Stop order: programs that write stop before the programs that they write to. `recorder` stands for each child of that
 * name or `recorder-0`.
 */
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

/** All supervised children of one installation, by name. */
export class Children {
  readonly #children = new Map<string, SupervisedProcess>();
  constructor(
    private readonly folder: DataFolder,
    private readonly say: (line: string) => void,
    private readonly onFatal: (fault: Error) => void,
  ) {}

  /** @throws as {@link SupervisedProcess.start} */
  async start(plans: readonly ChildPlan[]): Promise<void> {
    await Promise.all(this.add(plans).map((child) => child.start()));
  }

  /** Registers children without starting them. Replaces children of the same name, which must be down. */
  add(plans: readonly ChildPlan[]): readonly SupervisedProcess[] {
    const { runDir, logDir } = this.folder;
    const added = plans.map(
      (plan) => new SupervisedProcess(plan, { runDir, logDir, say: this.say, onFatal: this.onFatal }),
    );
    for (const child of added) this.#children.set(child.name, child);
    return added;
  }

  get(name: string): SupervisedProcess {
    const child = this.#children.get(name);
    if (child === undefined)
      throw new BugError(
        'no-such-child',
        `The installation has no child ${name}; it has ${[...this.#children.keys()].join(', ')}`,
      );
    return child;
  }

  /** Process ids by name; null for a child that is down. */
  pids(): Record<string, number | null> {
    return Object.fromEntries([...this.#children].map(([name, child]) => [name, child.pid]));
  }

  /** Stops all children in {@link STOP_ORDER}. */
  async stop(): Promise<void> {
    const rest = new Set(this.#children.values());
    for (const role of STOP_ORDER) {
      const ofRole = [...rest].filter((child) => child.name === role || child.name.startsWith(`${role}-`));
      for (const child of ofRole) rest.delete(child);
      // Services that the order does not name use NATS.
      if (role === 'nats')
        await Promise.all([...rest].filter((child) => child.plan.kind === 'service').map((child) => child.stop()));
      await Promise.all(ofRole.map((child) => child.stop()));
    }
  }
}
