import { spawn } from 'node:child_process';
import { OutsideError, untranslated } from '#libs/errors';

const STDERR_CHARS = 4000;

/**
 * Runs ffmpeg to its end.
 * @param onSeconds receives the seconds of output written so far
 * @throws OutsideError `ffmpeg-failed`: when it fails; with its last lines
 */
export async function runFfmpeg(args: readonly string[], onSeconds?: (seconds: number) => void): Promise<void> {
  const progress = onSeconds === undefined ? [] : ['-progress', 'pipe:1'];
  const child = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...progress, ...args], {
    stdio: ['ignore', onSeconds === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    const us = /.*out_time_us=(\d+)/s.exec(chunk.toString())?.[1];
    if (us !== undefined) onSeconds?.(Number(us) / 1e6);
  });
  const endWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithUs);
  let last = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    last = (last + chunk.toString()).slice(-STDERR_CHARS);
  });
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  process.off('exit', endWithUs);
  if (code !== 0) throw new OutsideError(untranslated('ffmpeg-failed', `ffmpeg ended with ${String(code)}: ${last}`));
}
