import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { ensureKeyring } from './keyring-file.js';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir('keyring');
});
afterEach(() => {
  dir.remove();
});

it('security-source names the file of a new master key, which only its owner reads, and does not show the key', () => {
  const file = join(dir.path, 'secret.key');
  const lines: string[] = [];
  ensureKeyring(file, (line) => lines.push(line));
  const [, key = ''] = readFileSync(file, 'utf8').trim().split(':');
  expect(key).toHaveLength(43);
  expect(lines.join('\n')).toContain(file);
  expect(lines.join('\n')).not.toContain(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  ensureKeyring(file, (line) => lines.push(line));
  expect(lines).toHaveLength(1);
});
