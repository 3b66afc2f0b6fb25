import { spawn, type ChildProcess } from 'node:child_process';
import { OutsideError, untranslated } from '#libs/errors';
import { waitUntilListening } from '../supervisor/wait-for.js';

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

/** Options of ffmpeg as an encoder that reads a file in real time. */
export const FFMPEG_LIVE = ['-v', 'error', '-nostdin', '-y', '-re'] as const;

/** ffmpeg that sends a file in real time to one address. @param output its options and the address */
export const publish = (file: string, output: readonly string[]): ThirdPartyChild =>
  startChild('ffmpeg', [...FFMPEG_LIVE, '-i', file, '-map', '0:v', '-map', '0:a', '-c', 'copy', ...output]);

const START_MS = 20_000;

/** Waits until a server accepts connections. @throws OutsideError `server-silent`: with its last output */
export async function untilListens(port: number, server: ThirdPartyChild): Promise<void> {
  await Promise.race([waitUntilListening(port, AbortSignal.timeout(START_MS)), server.ended]).catch(
    (thrown: unknown) => {
      throw new OutsideError(untranslated('server-silent', `no connection: ${server.lastOutput()}`), { cause: thrown });
    },
  );
}
