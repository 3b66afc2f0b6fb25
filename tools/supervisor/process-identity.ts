import { readFileSync } from 'node:fs';

/**
 * Identifies one process of one boot. A pid alone is not unique: pids repeat after a reboot and when the numbers wrap.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly bootId: string;
  /** start time in clock ticks since boot, /proc/<pid>/stat field 22 */
  readonly startTicks: string;
}

/** @returns null if no such process runs (a zombie does not run) */
export function identityOf(pid: number): ProcessIdentity | null {
  const startTicks = startTicksOf(readProc(`/proc/${String(pid)}/stat`));
  return startTicks === null ? null : { pid, bootId: readProc('/proc/sys/kernel/random/boot_id').trim(), startTicks };
}

/** Whether the recorded process still runs under its pid. */
export function stillRuns(known: ProcessIdentity): boolean {
  const now = identityOf(known.pid);
  return now?.bootId === known.bootId && now.startTicks === known.startTicks;
}

/**
 * The command name is in parentheses and may contain spaces and parentheses, so fields are counted from the last
 * closing parenthesis.
 */
export function startTicksOf(stat: string): string | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  return state === undefined || state === '' || state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
