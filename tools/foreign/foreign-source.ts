import type { ChannelLog } from '../provider-sim/index.js';

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
