import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

/** Root folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..');
/** Folder of everything that set-up installs outside node_modules. */
export const TOOLS = join(ROOT, '.tools');
/** Python environment of nats-server, streamlink and yt-dlp, which come from PyPI. */
export const VENV = join(TOOLS, 'venv');
/** Node of the version that package.json names. */
export const NODE = join(ROOT, 'node_modules/.bin/node');

export const isRoot = process.getuid?.() === 0;

/** PATH of all programs that set-up starts; run.sh adds Vodkeep's own programs and the system folders. */
export const PATH = process.env['PATH'] ?? '';

/**
 * First executable of this name; null if there is none.
 * @param {string} name
 * @param {string} [path]
 */
export function which(name, path = PATH) {
  return (
    path
      .split(delimiter)
      .filter((dir) => dir !== '')
      .map((dir) => join(dir, name))
      .find(isExecutable) ?? null
  );
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether this user can write to a folder, or create it if it does not exist.
 * @param {string} path
 * @returns {boolean}
 */
export function isWritableFolder(path) {
  if (!existsSync(path) && dirname(path) !== path) return isWritableFolder(dirname(path));
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * How a person runs commands as root: with sudo if it is installed.
 * @param {string[]} commands
 * @param {string | null} [sudo] path of sudo; null if it is not installed
 */
export const asRoot = (commands, sudo = which('sudo')) =>
  sudo === null
    ? `Run this as root: ${commands.join(' && ')}`
    : `Run this: ${commands.map((command) => `sudo ${command}`).join(' && ')}`;

/** Command by which root gives a folder to this user. @param {string} path */
export const chownToMe = (path) => `chown -R ${userName()}: ${quoted(path)}`;

/** @param {string} text as one word of a shell (POSIX, 2.2.2 Single-Quotes) */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** A uid without an entry in /etc/passwd has no name. */
function userName() {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
