import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError, messageOf } from '#libs/errors';
import { repositoryRoot } from './root.js';

/**
 * The keys of one purpose, for a worker that must open nothing else (architecture D11).
 * @param env holds VODKEEP_KEYRING or VODKEEP_KEYRING_FILE
 * @throws UserError `keyring` - it can't be read; the file is named, a key never is
 */
export async function workerKeys(purpose: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(repositoryRoot(), 'dist/tools/supervisor/hand-out.js'), purpose],
      { env, encoding: 'utf8' },
    );
    return stdout.trim();
  } catch (thrown) {
    const { stderr } = thrown as { readonly stderr?: string };
    throw new UserError(
      'keyring',
      `${env['VODKEEP_KEYRING_FILE'] ?? 'VODKEEP_KEYRING'}: ${stderr?.trim() || messageOf(thrown)}`,
    );
  }
}
