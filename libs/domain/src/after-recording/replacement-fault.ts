import { type VideoMetadata } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';

/** A file of the recording, or of the downloaded VOD. */
interface VideoFile {
  readonly videoMs: number;
  readonly metadata: VideoMetadata;
}

/** Lengths are whole ms, and the last frame of a file may count or not. */
const ROUNDING_MS = 50;

/**
 * Why the downloaded VOD is less complete than the recording, so that it does not replace it; null: it is not. Pure.
 * @param isMuted the site says that it has muted parts of its VOD
 */
export function replacementFault(
  own: readonly VideoFile[],
  copy: readonly VideoFile[],
  isMuted: boolean,
): OwnMessage | null {
  const [ownMs, copyMs] = [lengthOf(own), lengthOf(copy)];
  if (copyMs + ROUNDING_MS < ownMs)
    return message('stage.copy-shorter', { own: seconds(ownMs), copy: seconds(copyMs) });
  if (TRACKS.some((codec) => own.some(has(codec)) && !copy.every(has(codec)))) return message('stage.copy-lacks-track');
  const height = Math.max(0, ...own.map(heightOf));
  if (copy.some((file) => heightOf(file) < height)) return message('stage.copy-smaller');
  return isMuted ? message('stage.copy-muted') : null;
}

const TRACKS = ['video_codec', 'audio_codec'] as const;
const has =
  (codec: (typeof TRACKS)[number]) =>
  ({ metadata }: VideoFile): boolean =>
    metadata[codec] !== undefined;
const heightOf = ({ metadata }: VideoFile): number => metadata.height ?? 0;
const lengthOf = (files: readonly VideoFile[]): number => files.reduce((ms, { videoMs }) => ms + videoMs, 0);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
