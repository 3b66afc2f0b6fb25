import { once } from 'node:events';
import { spawn } from 'node:child_process';

/** ffmpeg is killed if it has not completed the file within this time after SIGINT. */
const STOP_MS = 10_000;

/** The recording that Vodkeep's is compared with. */
export interface Reference {
  readonly file: string;
  /** Ends the recording, if the stream did not end it, and resolves when the file is complete. */
  stop(): Promise<void>;
}

/**
 * Records a stream as a user without Vodkeep would: `ffmpeg -i URL -c copy FILE`. Matroska, because it holds every codec
 * and a file that was cut off is still readable.
 */
export function startReference(url: string, file: string): Reference {
  const child = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', url, '-c', 'copy', file], { stdio: 'ignore' });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  const ended = once(child, 'close').finally(() => {
    process.off('exit', kill);
  });
  // `stop` reports a failure to start.
  ended.catch(() => undefined);
  return {
    file,
    stop: async () => {
      child.kill('SIGINT');
      const timer = setTimeout(kill, STOP_MS);
      await ended.finally(() => {
        clearTimeout(timer);
      });
    },
  };
}
