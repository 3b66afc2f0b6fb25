import { type VideoMetadata } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';
import { type TimeRange } from './uncovered-ranges.js';

/** A file of the recording, or of the downloaded VOD. */
interface VideoFile {
  readonly videoMs: number;
  readonly metadata: VideoMetadata;
}

/** Lengths are whole ms, and the last frame of a file may count or not. */
const ROUNDING_MS = 50;

interface Replacement {
  readonly own: readonly VideoFile[];
  readonly copy: readonly VideoFile[];
  /** Stretches of the recording that the downloaded VOD does not have, in its file time, ms. */
  readonly missing: readonly TimeRange[];
  /** Parts of the site's VOD that it has muted; null: none. */
  readonly muted: readonly { readonly offsetMs: number; readonly durMs: number }[] | null;
}

/** Why the downloaded VOD is less complete than the recording, so that it does not replace it; null: it is not. Pure. */
export function replacementFault({ own, copy, missing, muted }: Replacement): OwnMessage | null {
  if (missing.length > 0) return message('stage.copy-lacks-times', { ranges: rangesText(missing) });
  const [ownMs, copyMs] = [lengthOf(own), lengthOf(copy)];
  if (copyMs + ROUNDING_MS < ownMs)
    return message('stage.copy-shorter', { own: seconds(ownMs), copy: seconds(copyMs) });
  if (TRACKS.some((codec) => own.some(has(codec)) && !copy.every(has(codec)))) return message('stage.copy-lacks-track');
  const height = Math.max(0, ...own.map(heightOf));
  if (copy.some((file) => heightOf(file) < height)) return message('stage.copy-smaller');
  return muted && mutedFault(muted);
}

function mutedFault(muted: NonNullable<Replacement['muted']>): OwnMessage {
  if (muted.length === 0) return message('stage.copy-muted');
  const ranges = rangesText(muted.map(({ offsetMs, durMs }) => ({ from: offsetMs, to: offsetMs + durMs })));
  return message('stage.copy-muted-ranges', { ranges });
}

const MAX_NAMED = 5;

function rangesText(ranges: readonly TimeRange[]): string {
  const named = ranges.slice(0, MAX_NAMED).map(({ from, to }) => `${clockText(from)}–${clockText(to)}`);
  return [...named, ...(ranges.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

function clockText(ms: number): string {
  const s = Math.round(ms / 1000);
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':');
}

const TRACKS = ['video_codec', 'audio_codec'] as const;
const has =
  (codec: (typeof TRACKS)[number]) =>
  ({ metadata }: VideoFile): boolean =>
    metadata[codec] !== undefined;
const heightOf = ({ metadata }: VideoFile): number => metadata.height ?? 0;
const lengthOf = (files: readonly VideoFile[]): number => files.reduce((ms, { videoMs }) => ms + videoMs, 0);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
