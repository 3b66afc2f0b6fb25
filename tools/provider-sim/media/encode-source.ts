import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder, repositoryRoot } from './cached-folder.js';
import type { MediaSpec } from './media-spec.js';
import { pictureScript, soundInput } from './pattern.js';
import { runFfmpeg } from './run-ffmpeg.js';

/** Raised when the pattern or the encoder's settings change, so that old files of the cache are not taken. */
const RECIPE = 3;

/**
 * The quickest setting of each, closed groups of a second. AV1 by quality, and not its quickest preset: those leave
 * cells of the strip half changed.
 */
const NEWER = {
  h265: ({ fps, rate }: { readonly fps: string; readonly rate: string }) => [
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    `keyint=${fps}:min-keyint=${fps}:scenecut=0:open-gop=0:bframes=0:log-level=error`,
    '-tag:v',
    'hvc1',
    '-b:v',
    rate,
  ],
  av1: ({ fps }: { readonly fps: string }) => ['-c:v', 'libsvtav1', '-preset', '8', '-crf', '28', '-g', fps],
} as const;
const SOUND = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];

function encoderArgs(spec: MediaSpec): string[] {
  const rate = `${String(spec.videoKbps)}k`;
  if (spec.codec !== undefined)
    return [...NEWER[spec.codec]({ fps: String(spec.fps), rate }), '-pix_fmt', 'yuv420p', ...SOUND];
  const filler = spec.constantRate === true ? ['-minrate', rate, '-x264-params', 'nal-hrd=cbr'] : [];
  return [
    '-c:v',
    'libx264',
    '-preset',
    'superfast',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '2',
    '-g',
    String(spec.fps),
    '-keyint_min',
    String(spec.fps),
    '-sc_threshold',
    '0',
    '-bf',
    '2',
    '-flags',
    '+cgop',
    '-b:v',
    rate,
    '-maxrate',
    rate,
    '-bufsize',
    rate,
    ...filler,
    ...SOUND,
  ];
}

/** Encodes a source once. @returns its folder in the cache, with `source.mp4` */
export async function encodeSource(mediaDir: string, spec: MediaSpec): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([RECIPE, spec]))
    .digest('hex')
    .slice(0, 16);
  const root = await repositoryRoot();
  return cachedFolder(path.join(mediaDir, key), async (folder) => {
    const script = path.join(folder, 'picture.txt');
    await writeFile(script, pictureScript(spec, root));
    await runFfmpeg([
      '-filter_complex_script',
      script,
      '-f',
      'lavfi',
      '-i',
      soundInput(spec),
      '-map',
      '[v]',
      '-map',
      '0:a',
      ...encoderArgs(spec),
      '-t',
      String(spec.seconds),
      path.join(folder, 'source.mp4'),
    ]);
  });
}
