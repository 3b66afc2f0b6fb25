import { readFileSync } from 'node:fs';

/** One process of one boot: a pid alone comes back after a restart of the machine, or when the numbers wrap. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly bootId: string;
  /** clock ticks from boot to its start, /proc/<pid>/stat field 22 */
  readonly startTicks: string;
}

/** @returns null when no such process runs (a zombie does not) */
export function identityOf(pid: number): ProcessIdentity | null {
  const startTicks = startTicksOf(readProc(`/proc/${String(pid)}/stat`));
  return startTicks === null ? null : { pid, bootId: readProc('/proc/sys/kernel/random/boot_id').trim(), startTicks };
}

/** Whether the process that was written down is the one that runs under its pid now. */
export function stillRuns(known: ProcessIdentity): boolean {
  const now = identityOf(known.pid);
  return now?.bootId === known.bootId && now.startTicks === known.startTicks;
}

/**
 * The command's name stands in brackets and may itself hold spaces and brackets, so fields are counted from the last
 * one.
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
