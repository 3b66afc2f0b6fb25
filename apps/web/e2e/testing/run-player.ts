import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_MS = 60_000;
/** Folder of the programs from PyPI that the set-up installs. */
const VENV = path.resolve(import.meta.dirname, '../../../../.tools/venv/bin');

/**
 * Runs an external player to its end.
 * @throws with its output: if it fails or hangs
 */
export async function runPlayer(name: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(name, [...args], {
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 20_000_000,
    env: { ...process.env, PATH: `${VENV}:${process.env['PATH'] ?? ''}` },
  });
  return stdout;
}

export interface Taking {
  readonly url: string;
  readonly to: string;
  /** Absent: to the end. */
  readonly seconds?: number;
}

/** How each player saves a playlist from its first segment. */
export const PLAYERS: Readonly<Record<string, (taking: Taking) => Promise<string>>> = {
  'ffmpeg': ({ url, to, seconds }) =>
    runPlayer('ffmpeg', [
      '-v',
      'error',
      '-nostdin',
      '-y',
      '-live_start_index',
      '0',
      '-i',
      url,
      ...(seconds === undefined ? [] : ['-t', String(seconds)]),
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'matroska',
      to,
    ]),
  'streamlink': ({ url, to, seconds }) =>
    runPlayer('streamlink', [
      '--no-config',
      '--loglevel',
      'error',
      '--hls-live-restart',
      ...(seconds === undefined ? [] : ['--stream-segmented-duration', String(seconds)]),
      '--force',
      '-o',
      to,
      `hls://${url}`,
      'best',
    ]),
  'yt-dlp': ({ url, to, seconds }) =>
    runPlayer('yt-dlp', [
      '--ignore-config',
      '--no-warnings',
      '--quiet',
      '--no-part',
      '--force-overwrites',
      '--no-cache-dir',
      '--fixup',
      'never',
      '--downloader',
      seconds === undefined ? 'm3u8:native' : 'm3u8:ffmpeg',
      ...(seconds === undefined
        ? []
        : ['--downloader-args', 'ffmpeg_i:-live_start_index 0', '--downloader-args', `ffmpeg_o:-t ${String(seconds)}`]),
      '-o',
      to,
      url,
    ]),
};
