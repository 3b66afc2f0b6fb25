import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder } from '../../media/cached-folder.js';
import { encodeSource } from '../../media/encode-source.js';
import type { MediaSpec } from '../../media/media-spec.js';
import { runFfmpeg } from '../../media/run-ffmpeg.js';
import type { PastClip } from './past-clip.js';

/** The file of a clip in one size: a stretch of the source encoded anew, as Twitch does; made once. */
export async function clipFile(
  mediaDir: string,
  media: MediaSpec,
  { fromS, seconds }: Pick<PastClip, 'fromS' | 'seconds'>,
): Promise<Buffer> {
  const key = createHash('sha256')
    .update(JSON.stringify([1, media, fromS, seconds]))
    .digest('hex')
    .slice(0, 16);
  const source = await encodeSource(mediaDir, media);
  const folder = await cachedFolder(path.join(mediaDir, `clip-${key}`), (work) =>
    runFfmpeg([
      '-ss',
      String(fromS),
      '-i',
      path.join(source, 'source.mp4'),
      '-t',
      String(seconds),
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-pix_fmt',
      'yuv420p',
      '-b:v',
      `${String(media.videoKbps)}k`,
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      '-movflags',
      '+faststart',
      path.join(work, 'clip.mp4'),
    ]),
  );
  return readFile(path.join(folder, 'clip.mp4'));
}
