import { execFileSync, spawnSync } from 'node:child_process';
import { OutsideError, untranslated } from '#libs/errors';

/**
 * How a program is started as the database's own user. `uid` and `gid` are null when we are a plain user and run it as
 * ourselves.
 */
export interface RunAs {
  readonly uid: number | null;
  readonly gid: number | null;
  wrap(file: string, args: readonly string[]): { file: string; args: string[] };
}

const USER = 'vodkeep-db';
const SELF: RunAs = { uid: null, gid: null, wrap: (file, args) => ({ file, args: [...args] }) };
// Read and enter everything: a clone under /root is closed to every other user. Without no_setuid_fixup, access(2), by
// which initdb looks for its own binary, leaves these capabilities out.
const PASS = [
  '--securebits',
  '+no_setuid_fixup',
  '--inh-caps',
  '+dac_override,+dac_read_search',
  '--ambient-caps',
  '+dac_override,+dac_read_search',
];

/**
 * PostgreSQL refuses to run as root, so root gets it a system user of its own (useradd, once a machine).
 * @param paths what that user must be able to read; when it can't, it gets the two capabilities for it, and nothing
 *   else
 * @throws OutsideError `no-database-user` - with the remedy
 */
export function databaseUser(paths: readonly string[]): RunAs {
  if (process.getuid?.() !== 0) return SELF;
  const { uid, gid } = findUser(USER) ?? create();
  const drop = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  const options = [drop, [...drop, ...PASS]].find((some) => canRead(some, paths));
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

function create(): { uid: number; gid: number } {
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
    // Two installations may start at once on a new machine.
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
