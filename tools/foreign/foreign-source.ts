import path from 'node:path';
import { type ChannelLog, SMALL_MEDIA } from '../provider-sim/index.js';
import { repositoryRoot } from '../provider-sim/media/cached-folder.js';
import { encodeSource } from '../provider-sim/media/encode-source.js';

/** A live HLS stream made by software that is not ours, from the simulator's numbered frames. */
export interface ForeignSource {
  readonly name: string;
  readonly url: string;
  /** What it listed so far, as seen by our own look at its playlist four times a second; for `expectedFrames`. */
  log(): Pick<ChannelLog, 'segments' | 'fps' | 'sourceFrames'>;
  /** When the encoder has sent its last frame and the list no longer changes. */
  readonly ended: Promise<void>;
  /** Ends the encoder in mid-stream, as a crash of the streamer's machine does. */
  cut(): void;
  /** Ends everything and removes its folder. */
  stop(): Promise<void>;
}

export interface ForeignOptions {
  /** Length of the stream; a multiple of 16 (see MediaSpec). */
  readonly seconds?: number;
  /** Cache of encoded media; `.cache/sim` of the repository when not given. */
  readonly mediaDir?: string;
}

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
