import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { UserError, untranslated } from '#libs/errors';
import { programPath } from './program-path.js';

/** Folders that only Vodkeep writes to. Media may belong to another user, for example on a network disk. */
const FOLDERS = ['run', 'log', 'spool', 'nats', 'work'];
const FILES = ['.lock', 'node-name', 'secret.key', 'postgres.secret', 'demo-port'];

/**
 * Checks that the data folder belongs to this user. A start as root leaves files that a plain user cannot use later.
 * @param uid of this process; null: root, which may use everything
 * @throws UserError `data-owner`: with the command that gives the folder back to this user
 */
export function requireOwner(dir: string, uid: number | null = plainUid()): void {
  if (uid === null || !existsSync(dir)) return;
  const top = readdirSync(dir).filter(
    (name) => FOLDERS.includes(name) || FILES.includes(name) || name.startsWith('postgres-'),
  );
  const othersFiles = top.filter((name) => lstatSync(join(dir, name)).uid !== uid);
  if (othersFiles.length > 0) throw otherOwner(dir, othersFiles);
  for (const folder of ['run', 'log'].filter((name) => top.includes(name))) {
    const file = readdirSync(join(dir, folder)).find((name) => lstatSync(join(dir, folder, name)).uid !== uid);
    if (file !== undefined) throw otherOwner(dir, [join(folder, file)]);
  }
}

/** @param names files and folders in `dir` that belong to another user */
export const otherOwner = (dir: string, names: readonly string[]): UserError =>
  new UserError(
    untranslated(
      'data-owner',
      `${names.map((name) => join(dir, name)).join(', ')} in the data folder belong${names.length === 1 ? 's' : ''} to another user, as after a start as root. Stop a Vodkeep that runs there. ${ownerCommand(dir)}`,
    ),
  );

/** Command that makes the operator the owner of a folder; uses sudo if it is installed. */
export function ownerCommand(dir: string): string {
  const sudo = programPath('sudo', process.env['PATH'] ?? '') === null ? '' : 'sudo ';
  const command = existsSync(dir) ? `chown -R ${userName()}: '${dir}'` : `install -d -o ${userName()} '${dir}'`;
  return `Run this${sudo === '' ? ' as root' : ''}: ${sudo}${command}`;
}

/** A uid without an entry in /etc/passwd has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function plainUid(): number | null {
  const uid = process.getuid?.() ?? 0;
  return uid === 0 ? null : uid;
}
