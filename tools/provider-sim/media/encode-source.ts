import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CELLS, STRIP_HEIGHT_FRACTION, STRIP_LUMA } from '../frames/digit-code.js';
import { TONE_EXPRESSION } from '../frames/tone-code.js';
import { cachedFolder, repositoryRoot } from './cached-folder.js';
import type { MediaSpec } from './media-spec.js';
import { runFfmpeg } from './run-ffmpeg.js';

/** Increase this when the image or the encoder's settings change, so that the cache's old files are not used. */
const RECIPE = 3;

/**
 * The fastest setting of each encoder, with closed GOPs of one second. AV1 uses constant quality, and not its fastest
 * preset, which leaves cells of the strip half changed.
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

/** Receives the encoded share of a source, 0 to 100. Not called if the cache contains it. */
export type OnPercent = (percent: number) => void;

/** Encodes a source once. @returns its folder in the cache, with `source.mp4` */
export async function encodeSource(mediaDir: string, spec: MediaSpec, onPercent?: OnPercent): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([RECIPE, spec]))
    .digest('hex')
    .slice(0, 16);
  const root = await repositoryRoot();
  return cachedFolder(path.join(mediaDir, key), async (folder) => {
    const script = path.join(folder, 'picture.txt');
    await writeFile(script, pictureScript(spec, root));
    onPercent?.(0);
    const onSeconds =
      onPercent &&
      ((seconds: number) => {
        onPercent(Math.min(100, (100 * seconds) / spec.seconds));
      });
    const args = [
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
    ];
    await runFfmpeg(args, onSeconds);
  });
}

/** A font from the repository's npm packages, so that the image is the same on a machine without fonts. */
const FONT = 'node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-700-normal.woff';
/** In an ffmpeg filter script, a comma inside an expression must be escaped. */
const escaped = (expression: string): string => expression.replaceAll(',', '\\,');

function texts(spec: MediaSpec, root: string): string {
  const font = path.join(root, FONT);
  if (!existsSync(font)) return '';
  const clock = `drawtext=fontfile=${font}:text='%{pts\\:hms}':x=(w-tw)/2:y=(h-th)/2:fontsize=h/6:fontcolor=white@0.94:shadowx=1:shadowy=2:shadowcolor=black@0.35`;
  const name = `drawtext=fontfile=${font}:text='${spec.label}':x=h/15:y=h/15:fontsize=h/20:fontcolor=white@0.82`;
  return `,${clock},${name}`;
}

/** Filter script of a source: a slow dusk, the clock, and the strip with the frame's number. Its output is [v]. */
function pictureScript(spec: MediaSpec, root: string): string {
  const { width, height, fps, seconds } = spec;
  const base = `size=${String(width)}x${String(height)}:rate=${String(fps)}:duration=${String(seconds)}`;
  const dusk = `gradients=${base}:c0=0x12263a:c1=0x1d4e63:c2=0xc9774a:c3=0x2b2f4f:nb_colors=4:x0=0:y0=0:x1=${String(width)}:y1=${String(height)}:seed=7:speed=0.005`;
  const strip = `color=size=${String(CELLS)}x1:rate=${String(fps)}:c=black:duration=${String(seconds)},format=gray,geq=lum='${escaped(STRIP_LUMA)}'`;
  return [
    `${dusk},format=yuv420p${texts(spec, root)}[pic];`,
    `${strip},scale=${String(width)}:${String(height / STRIP_HEIGHT_FRACTION)}:flags=neighbor:out_range=tv,format=yuv420p[strip];`,
    '[pic][strip]overlay=0:H-h:format=yuv420[v]',
  ].join('\n');
}

/** The tone track, as a lavfi input. */
const soundInput = (spec: MediaSpec): string =>
  `aevalsrc=${escaped(TONE_EXPRESSION)}:s=48000:d=${String(spec.seconds)}`;
