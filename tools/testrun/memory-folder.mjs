import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED_BYTES = 4 * 1024 ** 3;
const NAME = /^vodkeep-test-(\d+)-/;

/**
 * Creates a folder in memory for the temporary files of a test run. Specs create hundreds of databases, and copying
 * those on a disk takes a third of the medium stage.
 * @param {string} [root] a file system in memory
 * @returns {{ readonly path: string, remove(): void } | null} null: there is none with 4 GiB of free space and memory
 */
export function memoryFolder(root = '/dev/shm') {
  if (!hasSpace(root)) return null;
  removeLeftovers(root);
  const path = mkdtempSync(join(root, `vodkeep-test-${String(process.pid)}-`));
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(path, 0o755);
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Containers often have 64 MB there, and some mount it without execution. @param {string} root */
function hasSpace(root) {
  if (!existsSync(root) || !existsSync('/proc/meminfo')) return false;
  const { bavail, bsize } = statfsSync(root);
  const [, freeKiB] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, at]) => at === root);
  return (
    bavail * bsize >= NEEDED_BYTES &&
    Number(freeKiB) * 1024 >= NEEDED_BYTES &&
    mount?.[2] === 'tmpfs' &&
    !mount[3]?.split(',').includes('noexec')
  );
}

/** A run that was killed could not remove its folder. @param {string} root the folder in which runs create theirs */
export function removeLeftovers(root) {
  for (const name of readdirSync(root)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(root, name), { recursive: true, force: true });
  }
}
