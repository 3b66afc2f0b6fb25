import { createHash } from 'node:crypto';
import { z } from 'zod';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { MAX_LEAD_S } from '../inspect/track-limits.js';

const Stream = z.object({
  index: z.int(),
  codec_type: z.string().default('unknown'),
  codec_name: z.string().default('unknown'),
  profile: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  pix_fmt: z.string().optional(),
  extradata: z.string().optional(),
  sample_rate: z.string().optional(),
  channels: z.int().optional(),
  time_base: z.string(),
});
const Packet = z.object({ stream_index: z.int(), pts: z.int().optional(), duration: z.int().optional() });

/**
 * ffprobe's JSON for some segments (`-show_data -show_streams -show_packets -show_format`); only the fields that are
 * used.
 */
export const ProbedMedia = z.object({
  streams: z.array(Stream).default([]),
  packets: z.array(Packet).default([]),
  format: z.object({ start_time: z.string().optional() }),
});
export type ProbedMedia = z.infer<typeof ProbedMedia>;
type Stream = z.infer<typeof Stream>;

/** A track with packets. */
export interface Track {
  /** Position among the streams that the container announces; ffmpeg joins runs by it. */
  readonly index: number;
  readonly type: 'video' | 'audio';
  readonly codec: string;
  /** Two tracks with equal formats can be one track of a file. */
  readonly format: string;
  /** Its index in the segments, if audio renditions are muxed to it. */
  readonly muxedFrom?: number;
}

/** The position and format of some segments on their clock. Times in ticks of `ticksPerSecond`. */
export interface MediaShape {
  /** Media with equal fingerprints can share one file. */
  readonly fingerprint: string;
  readonly container: string;
  /** Only tracks that have packets in these segments, in the order of their indexes. */
  readonly tracks: readonly Track[];
  /** False if the format of a stream in these segments is unknown (no parameter sets). */
  readonly complete: boolean;
  /** False if an announced stream has no packets in these segments. */
  readonly seenAll: boolean;
  /** For display: `h264 1920x1080, aac 48000 Hz`. */
  readonly label: string;
  readonly videoCodec: string | null;
  readonly ticksPerSecond: number;
  /**
   * First presentation time, and end of the last frame, of the anchor: the video, or the first audio if there is no
   * video. Of another track where the anchor is missing.
   */
  readonly firstTicks: number;
  readonly endTicks: number;
  /** Length of the anchor's last frame. */
  readonly frameTicks: number;
  /** Presentation times of the anchor's packets, ascending. */
  readonly packetTicks: readonly number[];
  /**
   * The start of the whole stream according to ffmpeg (audio may start before video), in seconds of the source clock.
   */
  readonly startSeconds: number;
}

const isMedia = (s: Stream): boolean => s.codec_type === 'video' || s.codec_type === 'audio';

const isKnown = (s: Stream): boolean =>
  s.codec_type === 'video' ? (s.width ?? 0) > 0 : Number(s.sample_rate ?? 0) > 0 && (s.channels ?? 0) > 0;

/** Includes the time base, since the concat demuxer does not rescale. */
function trackOf(s: Stream): Track {
  const isVideo = s.codec_type === 'video';
  const values = isVideo
    ? [
        s.codec_name,
        s.profile,
        `${String(s.width)}x${String(s.height)}`,
        s.pix_fmt,
        parameterSetHash(s.codec_name, s.extradata ?? ''),
        s.time_base,
      ]
    : [s.codec_name, s.profile, s.sample_rate, s.channels, s.time_base];
  return { index: s.index, type: isVideo ? 'video' : 'audio', codec: s.codec_name, format: values.join(' ') };
}

const labelOf = (s: Stream): string =>
  s.codec_type === 'video'
    ? `${s.codec_name} ${String(s.width)}x${String(s.height)}`
    : `${s.codec_name} ${s.sample_rate ?? '?'} Hz`;

/**
 * Derives the shape from a probe.
 * @throws OutsideError `segment-without-media`: no video or audio packet has a time stamp
 */
export function mediaShape(probed: ProbedMedia, container: string): MediaShape {
  const announced = probed.streams.filter(isMedia);
  const present = new Set(probed.packets.map((p) => (p.pts === undefined ? -1 : p.stream_index)));
  const streams = announced.filter((s) => present.has(s.index));
  const anchor = streams.find((s) => s.codec_type === 'video') ?? streams[0];
  const place = anchor && placeOf(probed, anchor);
  const others = streams.flatMap((s) => (s === anchor ? [] : [placeOf(probed, s)])).filter((other) => other !== null);
  if (!place) throw new OutsideError(message('error.segment-without-media'));
  // ffmpeg cannot write an audio track of unknown format.
  const tracks = streams.filter((s) => s === anchor || isKnown(s)).map(trackOf);
  return {
    fingerprint: [container, ...tracks.map((t) => `${String(t.index)} ${t.format}`)].join('; '),
    container,
    tracks,
    complete: streams.every(isKnown),
    seenAll: streams.length === announced.length,
    label: streams.map(labelOf).join(', '),
    videoCodec: anchor.codec_type === 'video' ? anchor.codec_name : null,
    startSeconds: Number(probed.format.start_time ?? 0),
    ...withOthers(place, others),
  };
}

type Place = Pick<MediaShape, 'ticksPerSecond' | 'firstTicks' | 'endTicks' | 'frameTicks' | 'packetTicks'>;

/** While the anchor is missing at the start or the end, other tracks tell when the media starts and ends. */
function withOthers(place: Place, others: readonly Place[]): Place {
  const rate = place.ticksPerSecond;
  const first = Math.min(...others.map((o) => (o.firstTicks * rate) / o.ticksPerSecond));
  const end = Math.max(...others.map((o) => (o.endTicks * rate) / o.ticksPerSecond));
  return {
    ...place,
    firstTicks: place.firstTicks - first > MAX_LEAD_S * rate ? Math.round(first) : place.firstTicks,
    endTicks: end - place.endTicks > MAX_LEAD_S * rate ? Math.round(end) : place.endTicks,
  };
}

/**
 * Whether media of both shapes can share one file: one of them has all tracks of the other. A file one of whose tracks
 * starts late or stops early is better than two files.
 */
export const areJoinable = (a: MediaShape, b: MediaShape): boolean => hasAllOf(a, b) || hasAllOf(b, a);

function hasAllOf(wide: MediaShape, narrow: MediaShape): boolean {
  const formats = new Map(wide.tracks.map((t) => [t.index, t.format]));
  return wide.container === narrow.container && narrow.tracks.every((t) => formats.get(t.index) === t.format);
}

/** Null for a stream without any time stamp. */
function placeOf(probed: ProbedMedia, { index, time_base }: Stream): Place | null {
  const times = probed.packets
    .filter((p) => p.stream_index === index && p.pts !== undefined)
    .map((p) => ({ pts: p.pts ?? 0, duration: p.duration ?? 0 }))
    .sort((a, b) => a.pts - b.pts);
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last) return null;
  const frameTicks = last.duration > 0 ? last.duration : last.pts - (times.at(-2)?.pts ?? last.pts);
  const [num = 1, den = 90_000] = time_base.split('/').map(Number);
  return {
    ticksPerSecond: den / num,
    firstTicks: first.pts,
    endTicks: last.pts + frameTicks,
    frameTicks,
    packetTicks: times.map(({ pts }) => pts),
  };
}

/**
 * NAL unit types that define how the video is coded (ITU-T H.264 table 7-1, H.265 table 7-1); other types (SEI,
 * delimiters) may appear or not.
 */
const H264_SETS: ReadonlySet<number> = new Set([7, 8]);
const H265_SETS: ReadonlySet<number> = new Set([32, 33, 34]);

/**
 * Hashes parameter sets, so that equal sets have equal hashes. ffprobe's own hash of `extradata` does not: an encoder
 * may write start codes of three or four bytes from one keyframe to the next.
 * @param dump `extradata` of `ffprobe -show_data`: lines of `00000000: 0000 0001 6764 ...  ....gd`
 */
export function parameterSetHash(codec: string, dump: string): string {
  const bytes = readHexDump(dump);
  const sets = codec === 'h264' || codec === 'hevc' ? annexBSets(codec, bytes) : [];
  const parts = sets.length > 0 ? sets : [bytes.toString('hex')];
  return createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 16);
}

function readHexDump(dump: string): Buffer {
  const hex = dump
    .split('\n')
    .map((line) => /^[0-9a-f]{8}: ([0-9a-f ]+?) {2}/.exec(line)?.[1]?.replaceAll(' ', '') ?? '');
  return Buffer.from(hex.join(''), 'hex');
}

/** Returns the distinct sets of an Annex B byte stream, sorted; empty for the length-prefixed form of mp4. */
function annexBSets(codec: 'h264' | 'hevc', bytes: Buffer): string[] {
  const [before, ...units] = unitsOf(bytes);
  if (before === undefined || before.length > 0) return [];
  const wanted = units.filter(([first = 0]) => isSet(codec, first)).map((unit) => unit.toString('hex'));
  return [...new Set(wanted)].sort();
}

const START_CODE = Buffer.of(0, 1);

/** What stands before the first start code, and the units after each, without the zeros at their ends. */
function* unitsOf(bytes: Buffer): Generator<Buffer> {
  let from = 0;
  for (let code = 0; code >= 0; from = code + START_CODE.length) {
    code = bytes.indexOf(START_CODE, from);
    let end = code < 0 ? bytes.length : code;
    while (end > from && bytes[end - 1] === 0) end -= 1;
    yield bytes.subarray(from, end);
    if (code < 0) return;
  }
}

const isSet = (codec: 'h264' | 'hevc', first: number): boolean =>
  codec === 'h264' ? H264_SETS.has(first & 0x1f) : H265_SETS.has((first >> 1) & 0x3f);
