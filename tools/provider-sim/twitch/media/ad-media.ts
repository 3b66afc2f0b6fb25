import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BugError } from '#libs/errors';
import { AD_FIRST_FRAME, CELLS, STRIP_HEIGHT_FRACTION, stripLuma } from '../../frames/digit-code.js';
import { cachedFolder } from '../../media/cached-folder.js';
import { runFfmpeg } from '../../media/run-ffmpeg.js';
import { SPOT_FRAMES, type AdPiece } from './ad-pieces.js';

const RECIPE = 1;
const RATE = '30000/1001';
/** A size that no content of the simulator has. */
const [WIDTH, HEIGHT] = [480, 270];
const CUT_S = { piece: '2.002', tail: '1.001' } as const;

/** A grey card with a strip of frame numbers that no content has. */
function picture(): string {
  const seconds = String(Math.ceil(SPOT_FRAMES / 29));
  const strip = `color=size=${String(CELLS)}x1:rate=${RATE}:c=black:duration=${seconds},format=gray,geq=lum='${stripLuma(AD_FIRST_FRAME).replaceAll(',', '\\,')}'`;
  return [
    `testsrc2=size=${String(WIDTH)}x${String(HEIGHT)}:rate=${RATE}:duration=${seconds},hue=s=0,format=yuv420p[pic];`,
    `${strip},scale=${String(WIDTH)}:${String(HEIGHT / STRIP_HEIGHT_FRACTION)}:flags=neighbor:out_range=tv,format=yuv420p[strip];`,
    '[pic][strip]overlay=0:H-h:format=yuv420[v]',
  ].join('\n');
}

/** Audio at 44.1 kHz, while content has 48 kHz. */
async function encode(folder: string): Promise<void> {
  const script = path.join(folder, 'picture.txt');
  await writeFile(script, picture());
  await runFfmpeg([
    '-filter_complex_script',
    script,
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=180:sample_rate=44100',
    '-map',
    '[v]',
    '-map',
    '0:a',
    '-frames:v',
    String(SPOT_FRAMES),
    '-shortest',
    '-c:v',
    'libx264',
    '-preset',
    'superfast',
    '-profile:v',
    'main',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '2',
    '-g',
    '30',
    '-keyint_min',
    '30',
    '-sc_threshold',
    '0',
    '-bf',
    '0',
    '-b:v',
    '250k',
    '-c:a',
    'aac',
    '-b:a',
    '64k',
    '-ac',
    '2',
    '-ar',
    '44100',
    path.join(folder, 'ad.mp4'),
  ]);
}

/** Segments of the ad in one container, with the init section for fMP4. */
export interface AdCut {
  readonly init: Buffer | null;
  readonly segments: readonly Buffer[];
}
export interface AdCutSpec {
  readonly container: 'ts' | 'fmp4';
  readonly cut: AdPiece['cut'];
}

async function cut(source: string, folder: string, { container, cut: length }: AdCutSpec): Promise<AdCut> {
  const kind =
    container === 'ts'
      ? ['-hls_segment_type', 'mpegts']
      : ['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'];
  const at = await cachedFolder(path.join(folder, `${container}-${length}`), (work) =>
    runFfmpeg([
      '-i',
      source,
      '-map',
      '0:v',
      '-map',
      '0:a',
      '-c',
      'copy',
      '-f',
      'hls',
      '-hls_time',
      CUT_S[length],
      '-hls_list_size',
      '0',
      '-hls_playlist_type',
      'vod',
      ...kind,
      '-hls_segment_filename',
      path.join(work, `s-%05d.${container === 'ts' ? 'ts' : 'm4s'}`),
      path.join(work, 'vod.m3u8'),
    ]),
  );
  const names = (await readdir(at)).filter((name) => name.startsWith('s-')).sort();
  return {
    init: container === 'ts' ? null : await readFile(path.join(at, 'init.mp4')),
    segments: await Promise.all(names.map((name) => readFile(path.join(at, name)))),
  };
}

/** The ad that all breaks show; created at its first use, then cached. */
export class AdMedia {
  private source: Promise<string> | null = null;
  private readonly cuts = new Map<string, Promise<AdCut>>();

  /** @param mediaDir returns the cache folder of encoded media */
  constructor(private readonly mediaDir: () => Promise<string>) {}

  cut(spec: AdCutSpec): Promise<AdCut> {
    const key = `${spec.container}-${spec.cut}`;
    const made = this.cuts.get(key) ?? this.folder().then((folder) => cut(path.join(folder, 'ad.mp4'), folder, spec));
    this.cuts.set(key, made);
    return made;
  }

  async segment(spec: AdCutSpec, index: number): Promise<Buffer> {
    const found = (await this.cut(spec)).segments[index];
    if (!found) throw new BugError('sim-ad', `no ${spec.cut} ${String(index)} of the ad`);
    return found;
  }

  private folder(): Promise<string> {
    const key = createHash('sha256')
      .update(JSON.stringify([RECIPE, picture()]))
      .digest('hex')
      .slice(0, 12);
    this.source ??= this.mediaDir().then((dir) => cachedFolder(path.join(dir, `ad-${key}`), encode));
    return this.source;
  }
}
