/** Properties of a source. Two equal specs share one encoded file in the cache. */
export interface MediaSpec {
  readonly width: number;
  readonly height: number;
  readonly fps: 30 | 60;
  /** Length before it loops, s; a multiple of 16, so that 48 kHz AAC frames and video frames end together. */
  readonly seconds: number;
  readonly videoKbps: number;
  /** Name shown in the image. */
  readonly label: string;
  /** Constant bit rate through filler data: every segment has the same size (benches). */
  readonly constantRate?: boolean;
  /** Video codec; default H.264. The others need fMP4, and only the simulated Twitch offers them. */
  readonly codec?: 'h265' | 'av1';
}

/** ffmpeg writes `pcm_mulaw` into mov and mkv, but not into mp4. */
export type AudioCodec = 'aac' | 'flac' | 'pcm_mulaw';
/** Audio frames without a container (RFC 8216 section 3.4), here without the ID3 tag that holds their time stamp. */
export type PackedAudio = 'aac' | 'mp3' | 'ac3' | 'eac3';

/** How a source is split into segments, which start on the keyframe grid of one second. */
export interface CutSpec {
  /** Packed audio comes without the video. */
  readonly container: 'ts' | 'fmp4' | PackedAudio;
  readonly segmentS: number;
  /** Of the audio beside video in fMP4; default AAC. */
  readonly audioCodec?: AudioCodec;
  /**
   * Default: both tracks. `muted`: the video with silent audio; `silence`: silent audio only. `video-rendition` and
   * `audio-rendition`: one track, on the clock of both.
   */
  readonly tracks?: 'audio' | 'muted' | 'silence' | 'video-rendition' | 'audio-rendition';
}

/** Small and fast to encode; for recordings in tests. */
export const SMALL_MEDIA: MediaSpec = {
  width: 320,
  height: 180,
  fps: 30,
  seconds: 240,
  videoKbps: 300,
  label: 'STEADY',
};
/** Media of `npm start -- --demo`. */
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
 * 8 Mbit/s, longer than a bench run, so that no run reaches the loop. Most of the rate is filler, so the image may be
 * small and fast to encode.
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
