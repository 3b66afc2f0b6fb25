import path from 'node:path';
import { cachedFolder, repositoryRoot } from '../provider-sim/media/cached-folder.js';
import { encodeSource } from '../provider-sim/media/encode-source.js';
import { SMALL_MEDIA } from '../provider-sim/media/media-spec.js';
import { runFfmpeg } from '../provider-sim/media/run-ffmpeg.js';
import type { ProducerMedia } from './producer.js';

/** Encodes the media of the producers, or takes them from the cache of provider-sim. @param seconds multiple of 16 */
export async function producerMedia(seconds: number): Promise<ProducerMedia> {
  const cache = path.join(await repositoryRoot(), '.cache/sim');
  const folder = await encodeSource(cache, { ...SMALL_MEDIA, seconds, label: 'FOREIGN' });
  const file = path.join(folder, 'source.mp4');
  const camera = await cachedFolder(path.join(folder, 'camera'), (work) =>
    runFfmpeg([
      ...['-i', file, '-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency', '-profile:v', 'main'],
      ...['-g', String(SMALL_MEDIA.fps), '-keyint_min', String(SMALL_MEDIA.fps), '-sc_threshold', '0'],
      ...['-b:v', '600k', '-c:a', 'copy', path.join(work, 'camera.mp4')],
    ]),
  );
  return { file, camera: path.join(camera, 'camera.mp4'), seconds };
}
