import type { ChildProcess } from 'node:child_process';
import type { Foreign } from './orphan-guard.js';

interface Common {
  /** file-name safe; names the pid file, the log files and the child in `installation.kill` */
  readonly name: string;
  /** what the operator calls it */
  readonly title: string;
  readonly env: NodeJS.ProcessEnv;
  readonly readyLimitMs: number;
  /** how long it may drain before it is killed */
  readonly stopLimitMs: number;
  /** resolves when the child can be used; gives up when the signal fires */
  ready(child: ChildProcess, signal: AbortSignal): Promise<void>;
}

/** One of our own Node programs: says `{ready: true}` over IPC, ends when its stdin does. */
export interface ServicePlan extends Common {
  readonly kind: 'service';
  /** the script */
  readonly file: string;
  readonly args: readonly string[];
  /** the operator asked it to end the whole installation */
  readonly onStopRequested?: () => void;
  /** gets everything that it sends over IPC */
  readonly onMessage?: (message: unknown) => void;
}

/** Postgres, nats-server, an S3 server: runs under a guard. */
export interface ForeignPlan extends Common, Foreign {
  readonly kind: 'foreign';
}

export type ChildPlan = ServicePlan | ForeignPlan;
