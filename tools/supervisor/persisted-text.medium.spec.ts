import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { persistedText } from './persisted-text.js';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir('persisted-text');
});
afterEach(() => {
  dir.remove();
});

it('creates a text only once', () => {
  const file = join(dir.path, 'port');
  expect(['1', '2'].map((text) => persistedText(file, () => text))).toEqual(['1', '1']);
});

it('leaves no file behind if the text cannot be written, as on a full disk', async () => {
  // A process that may write no byte: its files stay empty, and each write fails.
  const script = `
    process.on('SIGXFSZ', () => undefined);
    const { persistedText } = await import(${JSON.stringify(join(import.meta.dirname, 'persisted-text.ts'))});
    try { persistedText('port', () => '1'); } catch (thrown) { process.exitCode = thrown.code === 'EFBIG' ? 7 : 1; }`;
  const { exitCode } = await execa(
    'sh',
    ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--no-warnings', '--input-type=module', '--eval', script],
    { cwd: dir.path, reject: false, stdio: 'ignore' },
  );
  expect(exitCode).toBe(7);
  expect(readdirSync(dir.path)).toEqual([]);
});
