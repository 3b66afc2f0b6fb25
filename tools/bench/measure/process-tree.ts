import { readdirSync, readFileSync } from 'node:fs';

/** Value of `getconf CLK_TCK`: 100 on every Linux that Node supports. */
const TICKS_PER_S = 100;
const KB_PER_MB = 1024;

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Children of all threads, because a worker thread may have started one. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid)
    .flatMap((thread) => readProc(`/proc/${String(pid)}/task/${thread}/children`).split(' '))
    .filter((text) => text !== '')
    .map(Number);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${String(pid)}/task`);
  } catch {
    return [];
  }
}

/** These processes and all their living descendants. */
export function treeOf(roots: readonly number[]): number[] {
  return roots.flatMap((pid) => [pid, ...treeOf(childrenOf(pid))]);
}

/** User and system seconds so far, including ended children. */
export function cpuSeconds(roots: readonly number[]): number {
  return treeOf(roots).reduce((sum, pid) => sum + ticksOf(readProc(`/proc/${String(pid)}/stat`)), 0) / TICKS_PER_S;
}

/**
 * Sum of fields 14 to 17 of /proc/pid/stat (utime, stime, cutime, cstime). The name before them may contain spaces and
 * parentheses.
 */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
}

/**
 * Proportional set size (PSS): memory of these processes and their descendants, where each shared page counts once in
 * total over all processes that share it. MB of 2^20.
 */
export const pssMb = (roots: readonly number[]): number => treeOf(roots).reduce((sum, pid) => sum + ownPssMb(pid), 0);

/** Like {@link pssMb}, but of this process without its children. */
export const ownPssMb = (pid: number): number =>
  Number(/^Pss: +(\d+) kB/m.exec(readProc(`/proc/${String(pid)}/smaps_rollup`))?.[1] ?? 0) / KB_PER_MB;

/**
 * Seconds that the cores were busy since boot, for any reason: idle and iowait are the fourth and fifth number of the
 * first line.
 */
export function machineBusySeconds(): number {
  const [, ...ticks] = (readProc('/proc/stat').split('\n')[0] ?? '').split(/ +/).map(Number);
  return ticks.slice(0, 8).reduce((sum, n, at) => sum + (at === 3 || at === 4 ? 0 : n), 0) / TICKS_PER_S;
}
