import { readdir, readFile, readlink, realpath } from 'node:fs/promises';

const PROC = '/proc';
/** O_WRONLY and O_RDWR in the octal `flags` of fdinfo. Source: proc_pid_fdinfo(5), open(2). */
const WRITE_FLAGS = 0o3;

/**
 * Whether a process has this file open for writing, as far as this user can see. On a system without /proc the answer
 * is always true.
 */
export async function isOpenForWriting(file: string): Promise<boolean> {
  const [path, pids] = await Promise.all([realpath(file), readdir(PROC).catch(() => null)]);
  if (pids === null) return true;
  const found = await Promise.all(pids.filter((pid) => /^\d+$/.test(pid)).map((pid) => isWrittenBy(pid, path)));
  return found.includes(true);
}

async function isWrittenBy(pid: string, path: string): Promise<boolean> {
  // A process that has ended or belongs to another user counts as not writing.
  for (const fd of await readdir(`${PROC}/${pid}/fd`).catch(() => [])) {
    if ((await readlink(`${PROC}/${pid}/fd/${fd}`).catch(() => '')) !== path) continue;
    const info = await readFile(`${PROC}/${pid}/fdinfo/${fd}`, 'utf8').catch(() => '');
    if ((parseInt(/^flags:\s*([0-7]+)/m.exec(info)?.[1] ?? '0', 8) & WRITE_FLAGS) !== 0) return true;
  }
  return false;
}
