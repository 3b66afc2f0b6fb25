import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { BugError, OutsideError, untranslated } from '#libs/errors';
import { programFile } from '../../supervisor/program-file.js';

interface Options {
  readonly dataDir: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** `npm start` without its set-up: the supervisor as a separate process. */
export interface SupervisorProcess {
  readonly pid: number;
  readonly url: string;
  /** Sends kill -9 and waits until the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until the supervisor has drained. */
  stop(): Promise<void>;
}

/**
 * Resolves when the supervisor reports that it is ready.
 * @throws OutsideError `supervisor-ended`: when it ends first; with its last line
 */
export async function startSupervisor({ dataDir, port, env, logFile }: Options): Promise<SupervisorProcess> {
  const main = programFile('supervisor');
  // The IPC channel tells the supervisor when this process ends, as it does for set-up.
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [main, '--data', dataDir, '--port', String(port)], {
    stdio: ['ignore', 'pipe', log, 'ipc'],
    detached: true,
    env: { ...process.env, VODKEEP_HOST: '127.0.0.1', VODKEEP_RECORDERS: '2', ...env },
  });
  const exited = once(child, 'exit');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  const { stdout } = child;
  if (stdout === null) throw new BugError('no-pipe', 'the supervisor has no stdout');
  let last = '';
  const url = await new Promise<string>((ready, fail) => {
    createInterface({ input: stdout }).on('line', (line) => {
      last = line;
      const at = /^Vodkeep is ready: (\S+)$/.exec(line)?.[1];
      if (at !== undefined) ready(at);
    });
    void exited.then(() => {
      fail(
        new OutsideError(
          untranslated('supervisor-ended', `the supervisor ended before it was ready: ${last} (${logFile})`),
        ),
      );
    });
  });
  return { pid: child.pid ?? 0, url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
