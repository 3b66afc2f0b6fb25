import path from 'node:path';
import { type ChannelLog, SMALL_MEDIA } from '../provider-sim/index.js';
import { repositoryRoot } from '../provider-sim/media/cached-folder.js';
import { encodeSource } from '../provider-sim/media/encode-source.js';

/** A live HLS stream that third-party software makes from the simulator's numbered frames. */
export interface ThirdPartySource {
  readonly name: string;
  readonly url: string;
  /** Segments listed so far, from a check of the playlist four times per second; for `expectedFrames`. */
  log(): Pick<ChannelLog, 'segments' | 'fps' | 'sourceFrames'>;
  /** Resolves when the encoder has sent its last frame and the playlist no longer changes. */
  readonly ended: Promise<void>;
  /** Kills the encoder during the stream, like a crash of the streamer's machine. */
  cut(): void;
  /** Stops all processes and removes the folder. */
  stop(): Promise<void>;
}

export interface ThirdPartyOptions {
  /** Length of the stream, s; a multiple of 16 (see MediaSpec). */
  readonly seconds?: number;
  /** Cache of encoded media; default: `.cache/sim` of the repository. */
  readonly mediaDir?: string;
}

/** Long enough for a recorder to find the stream, short enough for a test. */
const DEFAULT_SECONDS = 48;

/** The numbered source as one file, for a third-party encoder. */
export async function thirdPartyMedia({
  seconds = DEFAULT_SECONDS,
  mediaDir,
}: ThirdPartyOptions): Promise<{ readonly file: string; readonly fps: number; readonly frames: number }> {
  const cache = mediaDir ?? path.join(await repositoryRoot(), '.cache/sim');
  const folder = await encodeSource(cache, { ...SMALL_MEDIA, seconds, label: 'FOREIGN' });
  return { file: path.join(folder, 'source.mp4'), fps: SMALL_MEDIA.fps, frames: seconds * SMALL_MEDIA.fps };
}
