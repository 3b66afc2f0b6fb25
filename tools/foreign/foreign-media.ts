import path from 'node:path';
import { repositoryRoot } from '../provider-sim/media/cached-folder.js';
import { encodeSource } from '../provider-sim/media/encode-source.js';
import { SMALL_MEDIA } from '../provider-sim/index.js';
import type { ForeignOptions } from './foreign-source.js';

/** Long enough for a recorder to find it, short enough for a test. */
const DEFAULT_SECONDS = 48;

/** The numbered source as one file, for an encoder that is not ours. */
export async function foreignMedia({
  seconds = DEFAULT_SECONDS,
  mediaDir,
}: ForeignOptions): Promise<{ readonly file: string; readonly fps: number; readonly frames: number }> {
  const cache = mediaDir ?? path.join(await repositoryRoot(), '.cache/sim');
  const folder = await encodeSource(cache, { ...SMALL_MEDIA, seconds, label: 'FOREIGN' });
  return { file: path.join(folder, 'source.mp4'), fps: SMALL_MEDIA.fps, frames: seconds * SMALL_MEDIA.fps };
}
