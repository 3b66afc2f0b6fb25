import { type VideoMetadata } from '#libs/contracts';
import { z } from 'zod';
import { type PacketScan } from './packet-scan.js';

const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  avg_frame_rate: z.string().optional(),
  r_frame_rate: z.string().optional(),
  bit_rate: z.string().optional(),
  sample_rate: z.string().optional(),
  channels: z.int().optional(),
});
type Stream = z.infer<typeof Stream>;

/** ffprobe's JSON for `-show_streams -show_format`; only the fields that are used. */
export const ProbedFile = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({
    format_name: z.string(),
    size: z.string().optional(),
    duration: z.string().optional(),
    bit_rate: z.string().optional(),
  }),
});
export type ProbedFile = z.infer<typeof ProbedFile>;

export interface Scans {
  readonly video: PacketScan | null;
  readonly audio: PacketScan | null;
}

/** Names as in v0, which uses those of mediainfo, such as `container: "MPEG-4"`. */
const CONTAINERS: Readonly<Record<string, string>> = {
  mov: 'MPEG-4',
  matroska: 'Matroska',
  mpegts: 'MPEG-TS',
  aac: 'ADTS',
  mp3: 'MPEG Audio',
  flv: 'Flash Video',
  ogg: 'Ogg',
};
const CODECS: Readonly<Record<string, string>> = {
  h264: 'AVC',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  vp8: 'VP8',
  mpeg4: 'MPEG-4 Visual',
  aac: 'AAC',
  mp3: 'MPEG Audio',
  opus: 'Opus',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  flac: 'FLAC',
  vorbis: 'Vorbis',
};
/** Codecs with frames of constant size. The frames of all others vary, whatever their nominal rate. */
const CONSTANT_RATE: ReadonlySet<string> = new Set(['ac3', 'eac3']);
/** Time stamps of Matroska are whole milliseconds: steps of 33 and 34 ms are one rate. */
const STEP_TOLERANCE_SECONDS = 0.0021;

/** Builds v0 `video_metadata`: integers where v0 has them, lengths in seconds. Absent fields are unknown. */
export function videoMetadata(probed: ProbedFile, scans: Scans): VideoMetadata {
  return {
    type: scans.video ? 'video' : 'audio',
    ...fileFields(probed.format, scans.video ?? scans.audio),
    ...(scans.video && videoFields(find(probed, 'video'), scans.video)),
    ...(scans.audio && audioFields(find(probed, 'audio'))),
  };
}

function fileFields(
  format: ProbedFile['format'],
  track: PacketScan | null,
): Pick<VideoMetadata, 'container' | 'size' | 'duration' | 'full_duration' | 'bitrate'> {
  const trackSeconds = track ? seconds(track) : 0;
  const fullSeconds = number(format.duration) ?? trackSeconds;
  const size = number(format.size) ?? 0;
  const bitrate = number(format.bit_rate) ?? (size * 8) / Math.max(fullSeconds, 1e-3);
  return {
    container: CONTAINERS[format.format_name.split(',')[0] ?? ''] ?? format.format_name,
    size,
    duration: Math.floor(trackSeconds + HALF_TICK),
    full_duration: Math.floor(fullSeconds + HALF_TICK),
    bitrate: Math.round(bitrate),
  };
}

/** 9.999999 s is ten seconds, written in ticks. */
const HALF_TICK = 0.0005;

function videoFields(stream: Stream, scan: PacketScan): Partial<VideoMetadata> {
  const rate = number(stream.bit_rate);
  return {
    ...(stream.width !== undefined && { width: stream.width }),
    ...(stream.height !== undefined && { height: stream.height }),
    fps: Math.round((scan.packets / Math.max(seconds(scan), 1e-6)) * 1000) / 1000,
    fps_mode: (scan.maxStep - scan.minStep) / scan.ticksPerSecond <= STEP_TOLERANCE_SECONDS ? 'CFR' : 'VFR',
    video_codec: codecName(stream),
    video_bitrate_mode: rateMode(stream),
    ...(rate !== null && { video_bitrate: Math.round(rate) }),
  };
}

function audioFields(stream: Stream): Partial<VideoMetadata> {
  const rate = number(stream.bit_rate);
  const sampleRate = number(stream.sample_rate);
  return {
    audio_codec: codecName(stream),
    audio_bitrate_mode: rateMode(stream),
    ...(rate !== null && { audio_bitrate: Math.round(rate) }),
    ...(sampleRate !== null && { audio_sample_rate: sampleRate }),
    ...(stream.channels !== undefined && { audio_channels: stream.channels }),
  };
}

const find = (probed: ProbedFile, type: string): Stream => probed.streams.find((s) => s.codec_type === type) ?? {};
const codecName = (stream: Stream): string => CODECS[stream.codec_name ?? ''] ?? stream.codec_name ?? 'unknown';
const rateMode = (stream: Stream): 'CBR' | 'VBR' => (CONSTANT_RATE.has(stream.codec_name ?? '') ? 'CBR' : 'VBR');
const seconds = (scan: PacketScan): number => (scan.endTicks - scan.firstTicks) / scan.ticksPerSecond;

function number(text: string | undefined): number | null {
  const value = Number(text);
  return text === undefined || Number.isNaN(value) ? null : value;
}
