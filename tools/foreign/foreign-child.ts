import { spawn, type ChildProcess } from 'node:child_process';

/** A child that never outlives us. `ended` also when it could not be started: its last words are in `words()`. */
export interface ForeignChild {
  readonly ended: Promise<number | null>;
  words(): string;
  kill(signal: NodeJS.Signals): void;
}

const KEPT = 4000;

export function startChild(command: string, args: readonly string[]): ForeignChild {
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithUs);
  let last = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-KEPT);
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
    words: () => last,
    kill: (signal) => {
      child.kill(signal);
    },
  };
}
