import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { keptText } from './kept-text.js';

/**
 * One key of a keyring file: `<key id>:<32 bytes, base64url>`; one a line, the first seals, all open (architecture
 * D11).
 */
export const newKey = (): string => `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64url')}`;

/** Makes the keyring at the first start and says once that it must be kept. */
export function demandKeyring(file: string, say: (line: string) => void): void {
  if (existsSync(file)) return;
  const key = keptText(file, newKey);
  say(`New key for stored secrets: ${key}`);
  say(`It is kept in ${file}. Back it up: without it, stored passwords and tokens can't be read again`);
}
