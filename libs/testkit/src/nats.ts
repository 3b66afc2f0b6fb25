import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { delimiter, join, resolve } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';
import { freePort } from '../../../tools/supervisor/ports.js';
import { ServerChild } from './server-child.js';
import { tempDir } from './temp-dir.js';

export interface TestNats {
  readonly url: string;
  readonly token: string;
  readonly pid: () => number | undefined;
  /** SIGKILL */
  kill(): Promise<void>;
  /** Restarts on the same port, with the same store or an empty one. */
  restart(options?: { readonly empty: boolean }): Promise<void>;
  stop(): Promise<void>;
}

const FOLDERS = [
  resolve(import.meta.dirname, '../../../.tools/venv/bin'),
  ...(process.env['PATH'] ?? '').split(delimiter),
];

/**
 * Starts a separate nats-server with JetStream on the loopback interface; it writes every acknowledged message to disk.
 */
export async function startNats(): Promise<TestNats> {
  const dir = tempDir('nats');
  const port = await freePort();
  const token = 'test-token';
  const config = join(dir.path, 'nats.conf');
  writeFileSync(
    config,
    `listen: "127.0.0.1:${port}"\nauthorization { token: "${token}" }\njetstream { store_dir: "${dir.path}/store", sync_interval: always }\n`,
  );
  const server = await ServerChild.start({ file: program(), args: ['-c', config], ready: () => answers(port) });
  return {
    url: `nats://127.0.0.1:${port}`,
    token,
    pid: () => server.pid,
    kill: () => server.kill(),
    restart: async ({ empty } = { empty: false }) => {
      if (empty) rmSync(`${dir.path}/store`, { recursive: true, force: true });
      await server.restart();
    },
    stop: async () => {
      await server.kill();
      dir.remove();
    },
  };
}

function program(): string {
  const found = FOLDERS.map((folder) => join(folder, 'nats-server')).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined)
    throw new OutsideError(untranslated('no-nats-server', 'nats-server is missing: npm test installs it'));
  return found;
}

/** The server sends INFO as soon as it accepts clients. */
async function answers(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'data');
  } finally {
    socket.destroy();
  }
}
