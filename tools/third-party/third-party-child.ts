import { spawn, type ChildProcess } from 'node:child_process';

/**
 * A child process that never outlives this process. `ended` also resolves if the child could not start; `lastOutput()`
 * then contains its last lines.
 */
export interface ThirdPartyChild {
  readonly ended: Promise<number | null>;
  lastOutput(): string;
  kill(signal: NodeJS.Signals): void;
}

const MAX_ENTRIES = 4000;

export function startChild(command: string, args: readonly string[]): ThirdPartyChild {
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithUs);
  let last = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-MAX_ENTRIES);
  });
  const ended = new Promise<number | null>((done) => {
    child.once('error', (failure) => {
      last += failure.message;
      done(null);
    });
    child.once('close', done);
  }).finally(() => {
    process.off('exit', endWithUs);
  });
  return {
    ended,
    lastOutput: () => last,
    kill: (signal) => {
      child.kill(signal);
    },
  };
}
