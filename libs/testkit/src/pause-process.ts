import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const CHECK_MS = 5;

/**
 * Sends SIGSTOP and resolves when every thread has stopped: on a busy machine, a server answers for a while after the
 * signal was sent. Linux only (proc_pid_task(5)).
 */
export async function pauseProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  while (!(await statesOf(pid)).every((state) => state === 'T')) await wait(CHECK_MS);
}

/** States of its threads, a letter each. The name before the state is in parentheses and may contain anything. */
async function statesOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${String(pid)}/task`;
  const stats = (await readdir(folder)).map((thread) => readFile(`${folder}/${thread}/stat`, 'utf8'));
  return (await Promise.all(stats)).map((stat) => stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '');
}
