import { existsSync } from 'node:fs';
import path from 'node:path';
import { CELLS, STRIP_HEIGHT_FRACTION, STRIP_LUMA } from '../frames/digit-code.js';
import { TONE_EXPRESSION } from '../frames/tone-code.js';
import type { MediaSpec } from './media-spec.js';

/** A font that comes with our own packages, so that the picture is the same on a machine without fonts. */
const FONT = 'node_modules/@fontsource/jetbrains-mono/files/jetbrains-mono-latin-700-normal.woff';
/** In an ffmpeg filter script a comma inside an expression is escaped. */
const escaped = (expression: string): string => expression.replaceAll(',', '\\,');

function texts(spec: MediaSpec, root: string): string {
  const font = path.join(root, FONT);
  if (!existsSync(font)) return '';
  const clock = `drawtext=fontfile=${font}:text='%{pts\\:hms}':x=(w-tw)/2:y=(h-th)/2:fontsize=h/6:fontcolor=white@0.94:shadowx=1:shadowy=2:shadowcolor=black@0.35`;
  const name = `drawtext=fontfile=${font}:text='${spec.label}':x=h/15:y=h/15:fontsize=h/20:fontcolor=white@0.82`;
  return `,${clock},${name}`;
}

/** Filter script of a source: a slow dusk, the clock, and the strip with the frame's number. Ends in [v]. */
export function pictureScript(spec: MediaSpec, root: string): string {
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
export const soundInput = (spec: MediaSpec): string =>
  `aevalsrc=${escaped(TONE_EXPRESSION)}:s=48000:d=${String(spec.seconds)}`;
