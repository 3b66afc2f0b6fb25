import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OutsideError, untranslated } from '#libs/errors';
import type { ChildPlan } from './child-plan.js';
import { guarded } from './orphan-guard.js';
import { lastLineSince, sizeOf } from './log-files.js';
import { removePidFile, signalQuietly, writePidFile } from './pid-files.js';
import { isHeartbeat, isStopInstallation } from './wait-for.js';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** last line of this run on stderr; '' if there is none */
  readonly lastLine: string;
  /** True if it was killed because its event loop did not answer. */
  readonly wasSilent: boolean;
}

/** One process from its start to its end. A supervised child has many in sequence. */
export interface ProcessHandle {
  readonly pid: number;
  /**
   * resolves when the process is ready for use; rejects when it ends first, or is not ready in time (code
   * `ready-timeout`; the process is then killed)
   */
  readonly ready: Promise<void>;
  readonly exited: Promise<Exit>;
  signal(signal: NodeJS.Signals): void;
  /** sends the stop signal, and kills the process group after `limitMs` */
  end(limitMs: number): Promise<Exit>;
}

interface Folders {
  readonly runDir: string;
  readonly logDir: string;
}

/**
 * Starts the child in its own process group, with a pipe from the supervisor as stdin and files for its output, so that
 * neither the supervisor's end nor a full terminal blocks it.
 */
export function startProcess(plan: ChildPlan, folders: Folders): ProcessHandle {
  const errFile = join(folders.logDir, `${plan.name}.err.log`);
  const errStart = sizeOf(errFile);
  const child = spawnChild(plan, folders, errFile);
  const ended = new AbortController();
  const silence = plan.kind === 'service' ? watchSilence(child, plan.silentLimitMs) : null;
  const exited = exitOf(child).then((exit) => {
    ended.abort();
    silence?.stop();
    // Processes that the child started (an ffmpeg) share its group and must not continue to write.
    if (child.pid !== undefined) signalQuietly(-child.pid, 'SIGKILL');
    removePidFile(folders.runDir, plan.name);
    const lastLine = lastLineSince(errFile, errStart) || exit.lastLine;
    return { ...exit, lastLine, wasSilent: silence?.isOver() ?? false };
  });
  const pid = child.pid ?? 0;
  const send = (signal: NodeJS.Signals) => {
    if (pid !== 0) signalQuietly(pid, signal);
  };
  return {
    pid,
    exited,
    ready: readiness(plan, child, ended),
    signal: send,
    end: (limitMs) => endProcess({ plan, child, exited, limitMs }),
  };
}

function spawnChild(plan: ChildPlan, folders: Folders, errFile: string): ChildProcess {
  const { file, args } =
    plan.kind === 'third-party'
      ? guarded(plan, folders.runDir)
      : { file: process.execPath, args: [plan.file, ...plan.args] };
  const out = openSync(join(folders.logDir, `${plan.name}.log`), 'a', 0o600);
  const err = openSync(errFile, 'a', 0o600);
  const child = spawn(file, args, {
    detached: true,
    env: plan.env,
    stdio: ['pipe', out, err, ...(plan.kind === 'service' ? ['ipc' as const] : [])],
  });
  closeSync(out);
  closeSync(err);
  child.stdin?.on('error', () => undefined); // the child may close its end first
  if (plan.kind === 'service')
    child.on('message', (message) => {
      if (isStopInstallation(message)) plan.onStopRequested?.();
      plan.onMessage?.(message);
    });
  if (child.pid !== undefined) {
    try {
      writePidFile(folders.runDir, plan.name, child.pid);
    } catch (thrown) {
      signalQuietly(-child.pid, 'SIGKILL'); // without its pid file, no later supervisor would find it
      throw thrown;
    }
  }
  return child;
}

/** Number of checks until the limit. A pause of this process (a suspended machine) counts as one check. */
const SILENT_CHECKS = 15;

/** Kills a child that has sent heartbeats and then sends none for `limitMs`. */
function watchSilence(
  child: ChildProcess,
  limitMs: number,
): { readonly stop: () => void; readonly isOver: () => boolean } {
  let silentChecks: number | null = null;
  child.on('message', (message) => {
    if (isHeartbeat(message)) silentChecks = 0;
  });
  const isOver = (): boolean => silentChecks !== null && silentChecks >= SILENT_CHECKS;
  const timer = setInterval(() => {
    if (silentChecks === null || isOver()) return;
    silentChecks += 1;
    if (isOver() && child.pid !== undefined) signalQuietly(child.pid, 'SIGKILL');
  }, limitMs / SILENT_CHECKS).unref();
  return {
    isOver,
    stop: () => {
      clearInterval(timer);
    },
  };
}

const exitOf = (child: ChildProcess): Promise<Omit<Exit, 'wasSilent'>> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve({ code, signal, lastLine: '' });
    });
    child.once('error', (fault) => {
      resolve({ code: null, signal: null, lastLine: fault.message });
    });
  });

async function readiness(plan: ChildPlan, child: ChildProcess, ended: AbortController): Promise<void> {
  const timeout = AbortSignal.timeout(plan.readyLimitMs);
  const signal = AbortSignal.any([timeout, ended.signal]);
  try {
    await plan.ready(child, signal);
    signal.throwIfAborted();
  } catch (thrown) {
    if (child.pid !== undefined && !ended.signal.aborted) signalQuietly(child.pid, 'SIGKILL');
    if (timeout.aborted)
      throw new OutsideError(
        untranslated('ready-timeout', `${plan.title} was not ready after ${String(plan.readyLimitMs / 1000)} s`),
        { cause: thrown },
      );
    throw new OutsideError(untranslated('not-ready', `${plan.title} did not start`), { cause: thrown });
  }
}

interface EndProcess {
  readonly plan: ChildPlan;
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  readonly limitMs: number;
}

async function endProcess({ plan, child, exited, limitMs }: EndProcess): Promise<Exit> {
  const { pid } = child;
  if (pid === undefined) return exited;
  signalQuietly(pid, plan.kind === 'third-party' ? `SIG${plan.stopSignal}` : 'SIGTERM');
  signalQuietly(pid, 'SIGCONT'); // a process that SIGSTOP paused receives no other signal
  const ended = new AbortController();
  const killer = pause(limitMs, null, { signal: ended.signal }).then(
    () => {
      signalQuietly(-pid, 'SIGKILL');
    },
    () => undefined,
  );
  const exit = await exited;
  ended.abort();
  await killer;
  return exit;
}
