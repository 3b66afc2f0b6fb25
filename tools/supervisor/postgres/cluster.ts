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

/** A database cluster on disk, made when it was missing, ready to be started. */
export interface Cluster {
  readonly dir: string;
  readonly binDir: string;
  readonly runAs: RunAs;
}

/** Major version of the pinned binaries; the data of another one is never touched. */
export const POSTGRES_MAJOR = '18';
export const POSTGRES_USER = 'vodkeep';

/** What the folder of a database holds. */
type Found = 'nothing' | 'cluster' | 'damaged';

interface Damaged {
  /** moves a damaged database aside instead of refusing it */
  readonly moveDamagedDatabase?: boolean;
  readonly say?: (line: string) => void;
}

/**
 * Makes the cluster (UTF-8 with PostgreSQL's own C.UTF-8 order, so that no system update reorders an index; page
 * checksums). It is made under another name and renamed, so a kill half-way leaves nothing that looks like one.
 * @param dir the cluster's folder
 * @throws UserError `postgres-version` - made by another major version; `postgres-damaged` - the folder holds files but no
 *   database; `data-owner` - another user's; OutsideError `initdb` - with its last line
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
  else await initialise(cluster, password);
  return cluster;
}

/** @throws UserError `postgres-version` - made by another major version; `data-owner` - this user may not look into it */
export function findCluster(dir: string): Found {
  try {
    const names = readdirSync(dir);
    if (names.length === 0) return 'nothing';
    if (!names.includes('PG_VERSION')) return 'damaged';
    demandOurVersion(dir);
    return existsSync(join(dir, 'global/pg_control')) ? 'cluster' : 'damaged';
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'nothing';
    if (code === 'EACCES') throw otherOwner(dirname(dir), [basename(dir)]);
    throw thrown;
  }
}

function demandOurVersion(dir: string): void {
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (version !== POSTGRES_MAJOR)
    throw new UserError(
      untranslated(
        'postgres-version',
        `The database in ${dir} is of PostgreSQL ${version}, this Vodkeep brings ${POSTGRES_MAJOR}. Start the version that made it, or use another data folder: npm start -- --data DIR`,
      ),
    );
}

const damaged = (dir: string): UserError =>
  new UserError(
    untranslated(
      'postgres-damaged',
      `${dir} holds no whole database: PG_VERSION or global/pg_control is missing, as after a half restore. Vodkeep leaves it as it is. Restore it from a backup, or move it aside and start with an empty database: npm start -- --move-damaged-database`,
    ),
  );

/** @returns where it is now */
function moveAside(dir: string): string {
  const aside = `${dir}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(dir, aside);
  return aside;
}

async function adopt({ dir, runAs }: Cluster): Promise<void> {
  if (statSync(dir).uid !== (runAs.uid ?? process.getuid?.())) await own(dir, runAs);
  forgetDeadPostmaster(dir);
}

async function own(dir: string, { uid, gid }: RunAs): Promise<void> {
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

async function initialise({ dir, binDir, runAs }: Cluster, password: string): Promise<void> {
  // What an initdb left here that was killed: no database ever ran in it.
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
  // An empty folder gives way; one that holds anything by now does not (ENOTEMPTY).
  renameSync(draft, dir);
}

/** Runs a program to its end. @returns its exit code, and the first line it wrote to stderr that names an error */
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
