import { once } from 'node:events';
import { spawn } from 'node:child_process';

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
  const endWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithUs);
  const ended = once(child, 'close').finally(() => {
    process.off('exit', endWithUs);
  });
  ended.catch(() => undefined);
  return {
    file,
    stop: async () => {
      child.kill('SIGINT');
      const timer = setTimeout(endWithUs, STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
