import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OutsideError, UserError } from '#libs/errors';
import { postgresBinaries } from './binaries.js';
import { databaseUser, type RunAs } from './run-as.js';

/** A database cluster on disk, made when it was missing, ready to be started. */
export interface Cluster {
  readonly dir: string;
  readonly binDir: string;
  readonly runAs: RunAs;
}

/** Major version of the pinned binaries; the data of another one is never touched. */
export const POSTGRES_MAJOR = '18';
export const POSTGRES_USER = 'vodkeep';

/**
 * Makes the cluster (UTF-8 with PostgreSQL's own C.UTF-8 order, so that no system update reorders an index; page
 * checksums). It is made under another name and renamed, so a kill half-way leaves nothing that looks like one.
 * @param dir the cluster's folder
 * @throws UserError `postgres-version` - made by another major version; OutsideError `initdb` - with its last words
 */
export async function prepareCluster(dir: string, password: string): Promise<Cluster> {
  mkdirSync(dirname(dir), { recursive: true });
  const binDir = postgresBinaries();
  const runAs = databaseUser([join(binDir, 'postgres'), dirname(dir)]);
  const cluster = { dir, binDir, runAs };
  if (existsSync(join(dir, 'PG_VERSION'))) await adopt(cluster);
  else await initialise(cluster, password);
  return cluster;
}

async function adopt({ dir, runAs }: Cluster): Promise<void> {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (version !== POSTGRES_MAJOR)
    throw new UserError(
      'postgres-version',
      `The database in ${dir} is of PostgreSQL ${version}, this Vodkeep brings ${POSTGRES_MAJOR}. Start the version that made it, or use another data folder: npm start -- --data DIR`,
    );
  if (statSync(dir).uid !== (runAs.uid ?? process.getuid?.())) await own(dir, runAs);
  forgetDeadPostmaster(dir);
}

async function own(dir: string, { uid, gid }: RunAs): Promise<void> {
  const owner =
    uid === null ? `${String(process.getuid?.())}:${String(process.getgid?.())}` : `${String(uid)}:${String(gid)}`;
  if ((await run('chown', ['-R', owner, dir])) !== 0)
    throw new UserError(
      'data-folder',
      `The database in ${dir} belongs to another user. Start Vodkeep as before, or hand it over: sudo chown -R ${owner} ${dir}`,
    );
}

async function initialise({ dir, binDir, runAs }: Cluster, password: string): Promise<void> {
  const draft = `${dir}.making`;
  const passwordFile = `${dir}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (runAs.uid !== null && runAs.gid !== null)
    for (const path of [draft, passwordFile]) chownSync(path, runAs.uid, runAs.gid);
  const { file, args } = runAs.wrap(join(binDir, 'initdb'), [
    '-D',
    draft,
    '-U',
    POSTGRES_USER,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
  const code = await run(file, args);
  rmSync(passwordFile, { force: true });
  if (code !== 0)
    throw new OutsideError(
      'initdb',
      `PostgreSQL's initdb ended with ${String(code)} (its words stand above). Is the disk of ${dir} full, or mounted without the right to change owners?`,
    );
  rmSync(dir, { recursive: true, force: true });
  renameSync(draft, dir);
}

async function run(file: string, args: readonly string[]): Promise<number> {
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? -1;
}

/**
 * After a power cut its pid may be any program's by now, and postgres would refuse to start. We hold the folder's lock:
 * nobody else runs here.
 */
function forgetDeadPostmaster(dir: string): void {
  const file = join(dir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = readFileSync(file, 'utf8').split('\n')[0]?.trim() ?? '';
  const command = `/proc/${pid}/cmdline`;
  const isOurs = existsSync(command) && readFileSync(command, 'utf8').includes(dir);
  if (!isOurs) rmSync(file);
}
