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

/** Creates the streams on a nats-server with this limit. */
async function makeStreams(limit: number): Promise<void> {
  const port = await freePort();
  const files = { storeDir: join(dir.path, 'nats'), configFile: join(dir.path, 'nats.conf') };
  const path = `${join(repositoryRoot(), '.tools/venv/bin')}:${process.env['PATH'] ?? ''}`;
  const plan = natsPlan({ port, token: 'token', ...files, storeLimitBytes: limit }, path);
  const server = spawn(plan.file, plan.args, { stdio: 'ignore' });
  try {
    await plan.ready(server, new AbortController().signal);
    const bus = await connectBus({ servers: `nats://127.0.0.1:${String(port)}`, token: 'token', name: 'spec' });
    try {
      await bus.ensure();
    } finally {
      await bus.close();
    }
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
}

const FREE_BYTES = 200 * 1024 ** 2;

it('creates all streams with 200 MB of free space', async () => {
  await makeStreams(storeLimitBytes(FREE_BYTES));
});

it('integrity-6 names the cause with a limit that is too small, as JetStream sets by default on a small disk', async () => {
  await expect(makeStreams(FREE_BYTES * 0.75)).rejects.toMatchObject({ code: 'nats-without-room', fault: 'user' });
});
