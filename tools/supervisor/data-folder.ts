import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { UserError, untranslated } from '#libs/errors';
import { ownerCommand, requireOwner } from './data-owner.js';
import { persistedText } from './persisted-text.js';

/**
 * Folders and files of one installation. The run, log and spool folders have mode 0700; the media folder does not,
 * because media servers such as Jellyfin may read it.
 */
export interface DataFolder {
  readonly dir: string;
  /** pid files, sockets, and files with the ports and tokens of this run */
  readonly runDir: string;
  readonly logDir: string;
  readonly mediaDir: string;
  readonly spoolDir: string;
  readonly keyringFile: string;
  /**
   * name of this machine in the cluster; written once, so that a changed host name leaves no leases under the old name
   */
  readonly node: string;
}

/**
 * Creates the folders of an installation. The caller must hold the folder's lock.
 * @param mediaDir media folder that the operator chose; default: `storage` under `dir`
 * @throws UserError `data-folder`: when a folder cannot be created or written; the message names the remedy
 */
export function openDataFolder(dir: string, mediaDir: string = join(dir, 'storage')): DataFolder {
  const folder = {
    dir,
    runDir: join(dir, 'run'),
    logDir: join(dir, 'log'),
    mediaDir,
    spoolDir: join(dir, 'spool'),
    keyringFile: join(dir, 'secret.key'),
  };
  // The media folder is not created here: its disk may not be mounted, and only the api knows whether the installation
  // has a storage (ADR 0012).
  for (const part of [folder.runDir, folder.logDir, folder.spoolDir]) requireWritable(part);
  chmodSync(folder.runDir, 0o700);
  chmodSync(folder.logDir, 0o700);
  chmodSync(folder.spoolDir, 0o700);
  return {
    ...folder,
    node: persistedText(join(dir, 'node-name'), () => hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-')),
  };
}

/** Creates one level at a time: Node's own recursive mkdir never returns below /proc (24.21). */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  mkdirSync(dir);
}

/**
 * Creates the data folder if it is missing.
 * @throws UserError `data-folder`: when it cannot be created or written; `data-owner`: when parts of it belong to
 *   another user; each message names the remedy
 */
export function requireDataFolder(dir: string): void {
  requireWritable(dir);
  requireOwner(dir);
}

function requireWritable(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? 'no code';
    if (code === 'ENOSPC' || code === 'EDQUOT') throw thrown;
    throw new UserError(
      untranslated(
        'data-folder',
        `The data folder ${dir} can't be written (${code}). ${ownerCommand(dir)}. Or use another one: npm start -- --data DIR`,
      ),
    );
  }
}
