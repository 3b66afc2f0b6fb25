import { statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from '@jest/globals';
import { tempDir } from '#libs/testkit';
import { SOURCE_FLAGS } from '../testrun/source-flags.mjs';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

it('creates folders that other users can read, except private ones, whatever the umask of the shell', async () => {
  const dir = tempDir('main');
  // The start fails at the port, after it created the data folder.
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const data = join(dir.path, 'data');
  const main = [...SOURCE_FLAGS, join(import.meta.dirname, 'main.ts'), '--data', data, '--port', String(port)];
  const { exitCode, stderr } = await execa('sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, ...main], {
    reject: false,
    env: { VODKEEP_HOST: '127.0.0.1' },
  });
  taken.close();
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`Port ${String(port)} is in use`)]);
  expect(['', 'run', 'log', 'spool'].map((name) => modeOf(join(data, name)))).toEqual(['755', '700', '700', '700']);
  dir.remove();
});
