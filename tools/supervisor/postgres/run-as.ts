import { execFileSync, spawnSync } from 'node:child_process';
import { OutsideError, untranslated } from '#libs/errors';

/**
 * Runs a program as the database's own user. `uid` and `gid` are null if Vodkeep runs as a plain user; the program then
 * runs as the same user.
 */
export interface RunAs {
  readonly uid: number | null;
  readonly gid: number | null;
  wrap(file: string, args: readonly string[]): { file: string; args: string[] };
}

const USER = 'vodkeep-db';
const SELF: RunAs = { uid: null, gid: null, wrap: (file, args) => ({ file, args: [...args] }) };
// Capabilities to read and enter all folders: a clone under /root is closed to every other user. Without
// no_setuid_fixup, access(2), which initdb uses to find its own binary, ignores these capabilities.
const READ_ALL_CAPABILITIES = [
  '--securebits',
  '+no_setuid_fixup',
  '--inh-caps',
  '+dac_override,+dac_read_search',
  '--ambient-caps',
  '+dac_override,+dac_read_search',
];

/**
 * Finds or creates the system user that runs PostgreSQL, because PostgreSQL refuses to run as root (useradd, once per
 * machine).
 * @param paths files that this user must be able to read; if it cannot, it gets only the two capabilities for that
 * @throws OutsideError `no-database-user`: when the user cannot be created or cannot read `paths`; the message names
 *   the remedy
 */
export function databaseUser(paths: readonly string[]): RunAs {
  if (process.getuid?.() !== 0) return SELF;
  const { uid, gid } = findUser(USER) ?? createUser();
  const drop = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const options = [drop, [...drop, ...READ_ALL_CAPABILITIES]].find((some) => canRead(some, paths));
  if (options === undefined)
    throw new OutsideError(
      untranslated(
        'no-database-user',
        `The user ${USER} can't reach ${paths.join(' and ')}. Put the clone and the data where every user can enter (not under /root), or start Vodkeep as a plain user`,
      ),
    );
  return { uid, gid, wrap: (file, args) => ({ file: 'setpriv', args: [...options, '--', file, ...args] }) };
}

function canRead(options: readonly string[], paths: readonly string[]): boolean {
  return paths.every((path) => spawnSync('setpriv', [...options, '--', 'test', '-r', path]).status === 0);
}

function findUser(user: string): { uid: number; gid: number } | null {
  const { status, stdout } = spawnSync('getent', ['passwd', user], { encoding: 'utf8' });
  const [, , uid, gid] = stdout.split(':');
  return status === 0 ? { uid: Number(uid), gid: Number(gid) } : null;
}

function createUser(): { uid: number; gid: number } {
  try {
    execFileSync(
      '/usr/sbin/useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/usr/sbin/nologin',
        USER,
      ],
      { stdio: 'pipe' },
    );
  } catch (thrown) {
    // Two installations may start at the same time on a new machine.
    const found = findUser(USER);
    if (found !== null) return found;
    throw new OutsideError(
      untranslated(
        'no-database-user',
        `Could not add the system user ${USER} that runs PostgreSQL. Start Vodkeep as a plain user, or add it: useradd --system ${USER}`,
      ),
      { cause: thrown },
    );
  }
  const made = findUser(USER);
  if (made === null)
    throw new OutsideError(untranslated('no-database-user', `useradd added ${USER}, but getent does not find it`));
  return made;
}
