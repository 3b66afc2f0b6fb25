/** What a source looks like. Two equal specs share one encoded file in the cache. */
export interface MediaSpec {
  readonly width: number;
  readonly height: number;
  readonly fps: 30 | 60;
  /** Length before it loops; a multiple of 16, so that 48 kHz AAC frames and video frames end together. */
  readonly seconds: number;
  readonly videoKbps: number;
  /** Name shown in the picture. */
  readonly label: string;
  /** Constant rate by filler: every segment has the same size (benches). */
  readonly constantRate?: boolean;
  /** Of the picture; H.264 when not given. The others are cut into fMP4, and offered by the simulated Twitch only. */
  readonly codec?: 'h265' | 'av1';
}

/** How a source is cut: segments start on the keyframe grid of one second. */
export interface CutSpec {
  readonly container: 'ts' | 'fmp4';
  readonly segmentS: number;
  /** Both when not given. `muted`: the picture beside silence; `silence`: that alone. */
  readonly tracks?: 'audio' | 'muted' | 'silence';
}

/** Small and quick: what tests record. */
export const SMALL_MEDIA: MediaSpec = {
  width: 320,
  height: 180,
  fps: 30,
  seconds: 240,
  videoKbps: 300,
  label: 'STEADY',
};
/** What a newcomer sees in `npm start -- --demo`. */
export const DEMO_MEDIA: MediaSpec = {
  width: 640,
  height: 360,
  fps: 30,
  seconds: 96,
  videoKbps: 1200,
  label: 'HARBOUR CAM',
};
/** The simulated Twitch channel of the demo. */
export const DEMO_TWITCH_MEDIA: MediaSpec = { ...DEMO_MEDIA, label: 'SALTY HARBOUR' };
/**
 * 8 Mbit/s, longer than a bench run, so that no run reaches the loop. Its rate is filler mostly: the picture may be
 * small, so that it is encoded soon.
 */
export const BENCH_MEDIA: MediaSpec = {
  width: 640,
  height: 360,
  fps: 30,
  seconds: 128,
  videoKbps: 7700,
  label: 'BENCH',
  constantRate: true,
};
