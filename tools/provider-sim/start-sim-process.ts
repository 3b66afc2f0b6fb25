import { fork } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { OutsideError, untranslated } from '#libs/errors';
import { repositoryRoot } from './media/cached-folder.js';
import type { Action } from './scenario.js';
import type { SimLog } from './sim-log.js';
import type { TwitchAction } from './twitch/twitch-spec.js';

const Ready = z.object({
  ready: z.literal(true),
  port: z.int(),
  channels: z.array(z.object({ name: z.string(), url: z.string(), page: z.string(), kind: z.enum(['hls', 'twitch']) })),
});

export interface SimProcessOptions {
  /** Name of the scenario: `demo`, `steady`, ... */
  readonly scenario: string;
  readonly port?: number;
  /** Only for `bench` and `twitch-many`. */
  readonly channels?: number;
  readonly seed?: number;
  /** Address to which EventSub callbacks of any `https` host are delivered; see `TwitchSettings`. */
  readonly callbacksTo?: string;
}

/**
 * The simulator in a separate process, controlled over HTTP: for benches, whose figures must not include its load, and
 * for chaos tests.
 */
export interface SimProcess {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  readonly channels: z.infer<typeof Ready>['channels'];
  act(channel: string, action: Action | TwitchAction): Promise<void>;
  log(): Promise<SimLog>;
  stop(): Promise<void>;
}

function optionsOf({ channels, seed, callbacksTo }: Omit<SimProcessOptions, 'scenario' | 'port'>): string[] {
  return Object.entries({ channels, seed, callbacks: callbacksTo }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
}

/** Needs the build in dist. @throws OutsideError `sim-died`: when the simulator ends before it is ready */
export async function startSimProcess({ scenario, port = 0, ...more }: SimProcessOptions): Promise<SimProcess> {
  const main = path.join(await repositoryRoot(), 'dist/tools/provider-sim/main.js');
  const child = fork(main, [scenario, '--port', String(port), ...optionsOf(more)], {
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, VODKEEP_STDIN_GUARD: '1' },
    execArgv: [],
  });
  const closed = new Promise<void>((done) => {
    child.once('close', () => {
      done();
    });
  });
  const ready = await new Promise<z.infer<typeof Ready>>((done, fail) => {
    child.on('message', (message) => {
      const { success, data } = Ready.safeParse(message);
      if (success) done(data); // progress messages come before it
    });
    child.once('exit', (code) => {
      fail(new OutsideError(untranslated('sim-died', `provider-sim ended with ${String(code)} before it was ready`)));
    });
  });
  const url = `http://127.0.0.1:${String(ready.port)}`;
  return {
    pid: child.pid ?? 0,
    port: ready.port,
    url,
    channels: ready.channels,
    act: async (channel, { do: name, ...fields }) => {
      const answer = await fetch(`${url}/_sim/${encodeURIComponent(channel)}/${name}`, {
        method: 'POST',
        body: JSON.stringify(fields),
      });
      if (!answer.ok) throw new OutsideError(untranslated('sim-refused', `${name}: ${await answer.text()}`));
    },
    log: async () => (await fetch(`${url}/_sim/log`)).json() as Promise<SimLog>,
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
