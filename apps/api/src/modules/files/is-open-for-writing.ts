import { readdir, readFile, readlink, realpath } from 'node:fs/promises';

const PROC = '/proc';
/** Of the octal `flags` in fdinfo: O_WRONLY and O_RDWR. Source: proc_pid_fdinfo(5), open(2). */
const TO_WRITE = 0o3;

/**
 * Whether a process has this file open to write it, as far as this user may see. Where the system does not tell (it has
 * no /proc), it counts as written.
 */
export async function isOpenForWriting(file: string): Promise<boolean> {
  const [path, pids] = await Promise.all([realpath(file), readdir(PROC).catch(() => null)]);
  if (pids === null) return true;
  const found = await Promise.all(pids.filter((pid) => /^\d+$/.test(pid)).map((pid) => isWrittenBy(pid, path)));
  return found.includes(true);
}

async function isWrittenBy(pid: string, path: string): Promise<boolean> {
  // One that has ended meanwhile, or is another user's, is none that writes it.
  for (const fd of await readdir(`${PROC}/${pid}/fd`).catch(() => [])) {
    if ((await readlink(`${PROC}/${pid}/fd/${fd}`).catch(() => '')) !== path) continue;
    const info = await readFile(`${PROC}/${pid}/fdinfo/${fd}`, 'utf8').catch(() => '');
    if ((parseInt(/^flags:\s*([0-7]+)/m.exec(info)?.[1] ?? '0', 8) & TO_WRITE) !== 0) return true;
  }
  return false;
}
