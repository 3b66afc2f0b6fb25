import { type TrackKind, type VideoMetadata } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';
import { ffprobe } from '../ffmpeg/ffprobe.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { MAX_LEAD_S } from '../inspect/track-limits.js';
import { readFileBytes } from './byte-reader.js';
import { type Mp4Index, readMp4Index } from './mp4-index.js';
import { type PacketScan, type Scan, scanPackets } from './packet-scan.js';
import { ProbedFile, type Scans, videoMetadata } from './video-metadata.js';

/** The measured properties of a finished file. */
export interface FileInfo {
  readonly metadata: VideoMetadata;
  /** Length of the video track in ms (of the audio if there is no video), from its packets. */
  readonly trackMs: number;
  readonly frameMs: number;
  /** Length of the file as it plays, ms: from the first track to the last one. */
  readonly lengthMs: number;
  /** Media of the video and of the first audio track, without pauses, ms; null without the track. */
  readonly heldMs: Readonly<Record<TrackKind, number | null>>;
  /** The pauses of these tracks, ms. */
  readonly pausesMs: Readonly<Record<TrackKind, readonly number[]>>;
  readonly frames: number;
  readonly audioMs: number | null;
  /** Keyframes of the video; null for audio. */
  readonly keyframes: KeyframeIndex | null;
}

/** The positions where decoding may start: presentation times in ticks, so that nothing is rounded. */
interface KeyframeIndex {
  readonly ticksPerSecond: number;
  readonly startTicks: number;
  readonly endTicks: number;
  readonly frames: number;
  readonly keyframes: readonly number[];
}

/**
 * Probes a file: v0 `video_metadata`, exact track lengths and the keyframe index. The lengths come from the index of an
 * mp4, or else from the packets, so a file without lengths in its header is valid.
 * @throws OutsideError `file-without-media`, `command-failed`
 */
export async function probeFile(scan: Scan): Promise<FileInfo> {
  const probed = ProbedFile.parse(
    await ffprobe({
      args: ['-show_streams', '-show_format', ...mediaOnly(scan.file), scan.file],
      signal: scan.signal,
    }).catch(refused),
  );
  const { video, audio } = await scanTracks(probed, scan);
  const track = video ?? audio;
  if (!track) throw new OutsideError(message('error.file-without-media'));
  return {
    metadata: videoMetadata(probed, { video, audio }),
    trackMs: lengthMs(track),
    frameMs: lengthMs(track) / track.packets,
    lengthMs: playedMs(video, audio) ?? lengthMs(track),
    heldMs: { video: video && heldMs(video), audio: audio && heldMs(audio) },
    pausesMs: { video: pausesOf(video), audio: pausesOf(audio) },
    frames: track.packets,
    audioMs: audio && lengthMs(audio),
    keyframes: video && keyframeIndex(video),
  };
}

/** Ends of the last line that ffprobe writes for a format that is not allowed, and for a file in which it finds no media. */
const FFPROBE_ERRORS: Readonly<Record<string, OwnMessage>> = {
  'Invalid argument': message('error.file-without-media.list'),
  'Invalid data found when processing input': message('error.file-without-media.damaged'),
};

function refused(thrown: unknown): never {
  const stderr = thrown instanceof OutsideError ? thrown.data['stderr'] : null;
  const lastLine = Array.isArray(stderr) ? String(stderr.at(-1)) : '';
  const meant = Object.entries(FFPROBE_ERRORS).find(([end]) => lastLine.endsWith(end));
  throw meant ? new OutsideError(meant[1], { cause: thrown }) : thrown;
}

async function scanTracks(probed: ProbedFile, scan: Scan): Promise<Scans> {
  const index = probed.format.format_name.startsWith('mov') ? await indexOf(scan) : null;
  if (index && (index.video ?? index.audio)) return index;
  return { video: await scanPackets('v:0', scan), audio: await scanPackets('a:0', scan) };
}

async function indexOf(scan: Scan): Promise<Mp4Index | null> {
  if (scan.bytes) return readMp4Index(scan.bytes);
  await using bytes = await readFileBytes(scan.file);
  return await readMp4Index(bytes);
}

const lengthMs = (scan: PacketScan): number => ((scan.endTicks - scan.firstTicks) * 1000) / scan.ticksPerSecond;

const pausesOf = (scan: PacketScan | null): readonly number[] => scan?.pausesMs ?? [];

const heldMs = (scan: PacketScan): number => lengthMs(scan) - scan.pausesMs.reduce((sum, ms) => sum + ms, 0);

/** The length of the video, and of the audio before and after it where the video is missing. */
function playedMs(video: PacketScan | null, audio: PacketScan | null): number | null {
  if (!video || !audio) return null;
  const [own, other] = [video, audio].map(({ firstTicks, endTicks, ticksPerSecond }) => ({
    from: firstTicks / ticksPerSecond,
    to: endTicks / ticksPerSecond,
  }));
  if (!own || !other) return null;
  const beside = [own.from - other.from, other.to - own.to].filter((seconds) => seconds > MAX_LEAD_S);
  return beside.reduce((sum, seconds) => sum + seconds * 1000, lengthMs(video));
}

const keyframeIndex = (scan: PacketScan): KeyframeIndex => ({
  ticksPerSecond: scan.ticksPerSecond,
  startTicks: scan.firstTicks,
  endTicks: scan.endTicks,
  frames: scan.packets,
  keyframes: scan.keyframes,
});
