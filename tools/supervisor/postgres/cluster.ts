import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OutsideError, UserError, untranslated } from '#libs/errors';
import { otherOwner } from '../data-owner.js';
import { postgresBinaries } from './binaries.js';
import { databaseUser, type RunAs } from './run-as.js';

/** A database cluster on disk that is ready to start. */
export interface Cluster {
  readonly dir: string;
  readonly binDir: string;
  readonly runAs: RunAs;
}

/** Major version of the pinned binaries. Vodkeep never changes the data of another major version. */
export const POSTGRES_MAJOR = '18';
export const POSTGRES_USER = 'vodkeep';

/** Content of a database folder. */
type Found = 'nothing' | 'cluster' | 'damaged';

interface Damaged {
  /** moves a damaged database aside instead of refusing to start */
  readonly moveDamagedDatabase?: boolean;
  readonly say?: (line: string) => void;
}

/**
 * Creates the cluster if it is missing: UTF-8 with PostgreSQL's own C.UTF-8 collation, so that no system update changes
 * the order of an index, and page checksums. Creates it under a temporary name and renames it, so that an interrupted
 * initdb leaves no incomplete cluster.
 * @param dir the cluster's folder
 * @throws UserError `postgres-version`: when another major version created it; `postgres-damaged`: when the folder
 *   contains files but no database; `data-owner`: when it belongs to another user; OutsideError `initdb`: when initdb
 *   fails, with its first error line
 */
export async function prepareCluster(
  dir: string,
  password: string,
  { moveDamagedDatabase = false, say = () => undefined }: Damaged = {},
): Promise<Cluster> {
  mkdirSync(dirname(dir), { recursive: true });
  const binDir = postgresBinaries();
  const runAs = databaseUser([join(binDir, 'postgres'), dirname(dir)]);
  const cluster = { dir, binDir, runAs };
  const found = findCluster(dir);
  if (found === 'damaged') {
    if (!moveDamagedDatabase) throw damaged(dir);
    say(`The damaged database is now in ${moveAside(dir)}. Vodkeep starts with an empty one`);
  }
  if (found === 'cluster') await adopt(cluster);
  else await initialiseCluster(cluster, password);
  return cluster;
}

/**
 * @throws UserError `postgres-version`: when another major version created it; `data-owner`: when this user may not
 *   read the folder
 */
export function findCluster(dir: string): Found {
  try {
    const names = readdirSync(dir);
    if (names.length === 0) return 'nothing';
    if (!names.includes('PG_VERSION')) return 'damaged';
    requireOwnVersion(dir);
    return existsSync(join(dir, 'global/pg_control')) ? 'cluster' : 'damaged';
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'nothing';
    if (code === 'EACCES') throw otherOwner(dirname(dir), [basename(dir)]);
    throw thrown;
  }
}

function requireOwnVersion(dir: string): void {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (version !== POSTGRES_MAJOR)
    throw new UserError(
      untranslated(
        'postgres-version',
        `The database in ${dir} is of PostgreSQL ${version}, this Vodkeep uses ${POSTGRES_MAJOR}. Start the version that created it, or use another data folder: npm start -- --data DIR`,
      ),
    );
}

const damaged = (dir: string): UserError =>
  new UserError(
    untranslated(
      'postgres-damaged',
      `${dir} contains no complete database: PG_VERSION or global/pg_control is missing, as after an incomplete restore. Vodkeep does not change it. Restore it from a backup, or move it aside and start with an empty database: npm start -- --move-damaged-database`,
    ),
  );

/** @returns the new path */
function moveAside(dir: string): string {
  const aside = `${dir}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(dir, aside);
  return aside;
}

async function adopt({ dir, runAs }: Cluster): Promise<void> {
  if (statSync(dir).uid !== (runAs.uid ?? process.getuid?.())) await changeOwner(dir, runAs);
  removeStalePidFile(dir);
}

async function changeOwner(dir: string, { uid, gid }: RunAs): Promise<void> {
  const owner =
    uid === null ? `${String(process.getuid?.())}:${String(process.getgid?.())}` : `${String(uid)}:${String(gid)}`;
  if ((await run('chown', ['-R', owner, dir])).code !== 0)
    throw new UserError(
      untranslated(
        'data-owner',
        `The database in ${dir} could not be given to the user ${owner}. Run this as root: chown -R ${owner} '${dir}'`,
      ),
    );
}

async function initialiseCluster({ dir, binDir, runAs }: Cluster, password: string): Promise<void> {
  // A killed initdb may have left this folder. No database ever ran in it.
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
  const { code, errorLine } = await run(file, args);
  rmSync(passwordFile, { force: true });
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new OutsideError(
      untranslated(
        'initdb',
        `PostgreSQL's initdb ended with ${String(code)}: ${errorLine}${/permission|owner/i.test(errorLine) ? `. Is the disk of ${dir} mounted without the right to change owners?` : ''}`,
      ),
    );
  }
  // rename(2) replaces an empty folder; it fails if the folder contains anything by now (ENOTEMPTY).
  renameSync(draft, dir);
}

/**
 * Runs a program to its end.
 * @returns its exit code, and the first stderr line that names an error (otherwise the last line)
 */
async function run(file: string, args: readonly string[]): Promise<{ code: number; errorLine: string }> {
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return { code: code ?? -1, errorLine: lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? '' };
}

/**
 * Removes a stale postmaster.pid. After a power cut, another program may have this pid, and postgres would refuse to
 * start. The supervisor holds the folder's lock, so no other Postgres of Vodkeep uses the folder.
 */
function removeStalePidFile(dir: string): void {
  const file = join(dir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = readFileSync(file, 'utf8').split('\n')[0]?.trim() ?? '';
  const command = `/proc/${pid}/cmdline`;
  const isOurs = existsSync(command) && readFileSync(command, 'utf8').includes(dir);
  if (!isOurs) rmSync(file);
}
