import { spawn } from 'node:child_process';
import { OutsideError } from '#libs/errors';

const KEPT_STDERR = 4000;

/** Runs ffmpeg to its end. @throws OutsideError `ffmpeg-failed` with its last words */
export async function runFfmpeg(args: readonly string[]): Promise<void> {
  const child = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithUs);
  let last = '';
  child.stderr.on('data', (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-KEPT_STDERR);
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  process.off('exit', endWithUs);
  if (code !== 0) throw new OutsideError('ffmpeg-failed', `ffmpeg ended with ${String(code)}: ${last}`);
}
