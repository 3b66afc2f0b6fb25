import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OutsideError } from '#libs/errors';
import { postgresBinaries } from '../../../tools/supervisor/postgres/binaries.js';
import { type Cluster, POSTGRES_MAJOR, prepareCluster } from '../../../tools/supervisor/postgres/cluster.js';
import { repositoryRoot } from '../../../tools/supervisor/root.js';

const run = promisify(execFile);

/**
 * A fresh cluster, copied from one that `initdb` made once on this machine: a hundred specs take one each, and initdb
 * costs more than most of them.
 * @param dir where it is wanted; its parent exists
 * @throws OutsideError `postgres-template` - it can't be copied
 */
export async function freshCluster(dir: string, password: string): Promise<Cluster> {
  const template = templateDir();
  if (!existsSync(template)) await keep(await prepareCluster(dir, password), template);
  else await copy(template, dir);
  return prepareCluster(dir, password);
}

/** Another build of PostgreSQL, or another user, has another one. */
function templateDir(): string {
  const { mtimeMs } = statSync(join(postgresBinaries(), 'postgres'));
  const user = String(process.getuid?.() ?? 0);
  return join(repositoryRoot(), '.cache/postgres', `${POSTGRES_MAJOR}-${user}-${mtimeMs.toFixed(0)}`);
}

/** Two that keep one at once: the second finds the place taken, and its copy goes. */
async function keep({ dir }: Cluster, template: string): Promise<void> {
  const draft = `${template}.${String(process.pid)}`;
  mkdirSync(join(template, '..'), { recursive: true });
  await copy(dir, draft);
  try {
    renameSync(draft, template);
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(template))
      throw new OutsideError('postgres-template', `${template} can't be made.`, { cause: thrown });
  }
}

/** With owners and modes, which Postgres looks at. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', '--reflink=auto', from, to]).catch((cause: unknown) => {
    throw new OutsideError('postgres-template', `${from} can't be copied to ${to}. Is the disk full?`, { cause });
  });
}
