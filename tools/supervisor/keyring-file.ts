import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { UserError, messageOf, untranslated } from '#libs/errors';
import { persistedText } from './persisted-text.js';
import { programFile } from './program-file.js';

/**
 * One key of a keyring file: `<key id>:<32 bytes, base64url>`. The file has one key per line; the first key encrypts,
 * all keys decrypt.
 */
const newKey = (): string => `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64url')}`;

/** Creates the keyring at the first start and tells the operator once to back its file up. The key itself is not shown. */
export function ensureKeyring(file: string, say: (line: string) => void): void {
  if (existsSync(file)) return;
  persistedText(file, newKey);
  say(
    `New key for stored secrets in ${file}. Back it up: without it, stored passwords, tokens and addresses can't be read`,
  );
}

/**
 * The keys of one purpose, for a worker that must not decrypt anything else.
 * @param env contains VODKEEP_KEYRING or VODKEEP_KEYRING_FILE
 * @throws UserError `keyring`: when the keyring cannot be read; the message names the file, never a key
 */
export async function workerKeys(purpose: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [programFile('print-derived-keys'), purpose], {
      env,
      encoding: 'utf8',
    });
    return stdout.trim();
  } catch (thrown) {
    const { stderr } = thrown as { readonly stderr?: string };
    throw new UserError(
      untranslated(
        'keyring',
        `${env['VODKEEP_KEYRING_FILE'] ?? 'VODKEEP_KEYRING'}: ${stderr?.trim() || messageOf(thrown)}`,
      ),
    );
  }
}
