import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { UserError, untranslated } from '#libs/errors';
import { makeMine, demandOwner } from './data-owner.js';
import { persistedText } from './persisted-text.js';

/**
 * Where everything of one installation lives; made with mode 0700 parts except the media, which Jellyfin and friends may read.
 */
export interface DataFolder {
  readonly dir: string;
  /** pid files, sockets, the files that hold ports and tokens of this run */
  readonly runDir: string;
  readonly logDir: string;
  readonly mediaDir: string;
  readonly spoolDir: string;
  readonly keyringFile: string;
  /**
   * name of this machine towards the cluster; written once, so that a changed host name leaves no stranger's leases
   * behind
   */
  readonly node: string;
}

/**
 * Call it under the folder's lock.
 * @param mediaDir where the operator wants the media; under `dir` when not said
 * @throws UserError `data-folder` - can't be made or written, with the remedy
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
  // Not the media: their disk may not be mounted, and api alone knows whether the installation has a storage (ADR 0012).
  for (const part of [folder.runDir, folder.logDir, folder.spoolDir]) demandWritable(part);
  chmodSync(folder.runDir, 0o700);
  chmodSync(folder.logDir, 0o700);
  chmodSync(folder.spoolDir, 0o700);
  return {
    ...folder,
    node: persistedText(join(dir, 'node-name'), () => hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-')),
  };
}

/** Step by step: Node's own recursive mkdir never returns below /proc (24.21). */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  mkdirSync(dir);
}

/**
 * Makes the data folder when it is missing.
 * @throws UserError `data-folder` - can't be made or written; `data-owner` - parts of it belong to another user; each
 *   with the remedy
 */
export function demandDataFolder(dir: string): void {
  demandWritable(dir);
  demandOwner(dir);
}

function demandWritable(dir: string): void {
  try {
    makeFolder(dir);
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? 'no code';
    if (code === 'ENOSPC' || code === 'EDQUOT') throw thrown;
    throw new UserError(
      untranslated(
        'data-folder',
        `The data folder ${dir} can't be written (${code}). ${makeMine(dir)}. Or use another one: npm start -- --data DIR`,
      ),
    );
  }
}
