import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connectBus } from '#libs/bus';
import { tempDir } from '#libs/testkit';
import { storeLimitBytes } from './disk-space.js';
import { natsPlan } from './nats-child.js';
import { freePort } from './ports.js';
import { repositoryRoot } from './root.js';

let dir: ReturnType<typeof tempDir>;
beforeEach(() => {
  dir = tempDir('nats-child');
});
afterEach(() => {
  dir.remove();
});

/** Makes the streams on a nats-server with that limit. */
async function makeStreams(limit: number): Promise<void> {
  const port = await freePort();
  const files = { storeDir: join(dir.path, 'nats'), configFile: join(dir.path, 'nats.conf') };
  const path = `${join(repositoryRoot(), '.tools/venv/bin')}:${process.env['PATH'] ?? ''}`;
  const plan = natsPlan({ port, token: 'token', ...files, storeLimitBytes: limit }, path);
  const server = spawn(plan.file, plan.args, { stdio: 'ignore' });
  try {
    await plan.ready(server, new AbortController().signal);
    const bus = await connectBus({ servers: `nats://127.0.0.1:${String(port)}`, token: 'token', name: 'spec' });
    await bus.ensure().finally(() => bus.close());
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
}

const FREE = 200 * 1024 ** 2;

it('makes all streams where 200 MB are free', async () => {
  await makeStreams(storeLimitBytes(FREE));
});

it("could not with JetStream's own limit, three quarters of the free space", async () => {
  await expect(makeStreams(FREE * 0.75)).rejects.toThrow(/insufficient storage resources/);
});
