import type { ChildProcess } from 'node:child_process';
import type { ThirdPartyProgram } from './orphan-guard.js';

interface Common {
  /** safe as a file name; names the pid file, the log files and the child in `installation.kill` */
  readonly name: string;
  /** name that the operator sees */
  readonly title: string;
  readonly env: NodeJS.ProcessEnv;
  readonly readyLimitMs: number;
  /** time that the child may drain before the supervisor kills it */
  readonly stopLimitMs: number;
  /** resolves when the child is ready for use; gives up when the signal aborts */
  ready(child: ChildProcess, signal: AbortSignal): Promise<void>;
}

/** A Node program of Vodkeep: sends `{ready: true}` over IPC, and ends when its stdin closes. */
export interface ServicePlan extends Common {
  readonly kind: 'service';
  /** the script */
  readonly file: string;
  readonly args: readonly string[];
  /** a process that has sent heartbeats is killed after this time without one */
  readonly silentLimitMs: number;
  /** called when the operator asks this service to stop the whole installation */
  readonly onStopRequested?: () => void;
  /** receives every message that the service sends over IPC */
  readonly onMessage?: (message: unknown) => void;
}

/** A third-party program (Postgres, nats-server, an S3 server) that runs under a guard. */
export interface ThirdPartyPlan extends Common, ThirdPartyProgram {
  readonly kind: 'third-party';
}

export type ChildPlan = ServicePlan | ThirdPartyPlan;
