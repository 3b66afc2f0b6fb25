import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import { programFile } from './program-file.js';

interface Target {
  readonly dataDir: string;
  readonly pgUrl: string;
  readonly say: (line: string) => void;
}

/**
 * Replaces the database by a backup. PostgreSQL must run, the api must not.
 * @param wanted file of a backup, or `latest`
 * @throws UserError `restore`: when it fails; the database is then unchanged
 */
export async function restoreDatabase(wanted: string, { dataDir, pgUrl, say }: Target): Promise<void> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [programFile('restore-database'), wanted], {
      env: { ...process.env, VODKEEP_DATA: dataDir, VODKEEP_PG_URL: pgUrl },
      encoding: 'utf8',
    });
    say(stdout.trim());
  } catch (thrown) {
    const { stderr } = thrown as { readonly stderr?: string };
    throw new UserError(untranslated('restore', stderr?.trim() || messageOf(thrown)));
  }
}
