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

/** `npm start` without its set-up: the supervisor as a process of its own. */
export interface SupervisorProcess {
  readonly pid: number;
  readonly url: string;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and waits until it has drained. */
  stop(): Promise<void>;
}

/** Resolves when it says that it is ready. @throws OutsideError `supervisor-ended` - with its last line */
export async function startSupervisor({ dataDir, port, env, logFile }: Options): Promise<SupervisorProcess> {
  const main = programFile('supervisor');
  // By the channel it learns of our own death, as of that of set-up.
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
