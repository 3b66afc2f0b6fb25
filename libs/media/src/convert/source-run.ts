import { type Readable } from 'node:stream';
import { type MissingTrack, type SegmentContainer } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';

/**
 * One stored object of a run. `bytes` is the size in its name; another size means that the object is damaged. Null:
 * unknown (init sections).
 */
export interface SourcePiece {
  readonly key: string;
  readonly bytes: number | null;
  /** Its time on the clock of its run, if the run has audio of its own ({@link SourceRun.audio}), ms. */
  readonly time?: { readonly ptsMs: number; readonly durMs: number };
  /** Length in its name, ms; absent: unknown. */
  readonly durMs?: number;
  /** Tracks that are missing, as its name says; absent: none. */
  readonly missing?: readonly MissingTrack[];
}

/** Audio of a rendition during a run, with the time stamps of the run. */
export interface SourceAudio {
  /** Identifies the rendition in all runs. */
  readonly id: string;
  readonly container: SegmentContainer;
  readonly init: SourcePiece | null;
  /** In order; time stamps may jump. Each has its time, on the clock of the run. */
  readonly pieces: readonly SourcePiece[];
  /** For the file: the title of the track, and its language as an RFC 5646 tag (either may be empty). */
  readonly name: string;
  readonly language: string;
  readonly isDefault: boolean;
}

/** Media without a gap: one TimelineRun with the location of its bytes. */
export interface SourceRun {
  readonly container: SegmentContainer;
  /** Init section of fMP4, sent before the segments. */
  readonly init: SourcePiece | null;
  /** At least one, in source order. */
  readonly pieces: readonly SourcePiece[];
  /**
   * Length according to the timeline, ms. Determines how often the 33-bit clock of TS wrapped, and is compared with the
   * media.
   */
  readonly durMs: number;
  /**
   * Added to each time stamp of TS when the segments are read, ticks; absent: none. ffmpeg unwraps a clock by the first
   * time stamp that it reads, and takes an earlier one of another track for one of 26.5 hours later.
   */
  readonly shiftTicks?: number;
  /** A packet of TS that replaces each PMT: it announces all tracks, also where one is missing; absent: none. */
  readonly trackTable?: Buffer;
  /** Audio renditions; absent or empty: the segments contain all audio. */
  readonly audio?: readonly SourceAudio[];
}

/** Whether the media has no time stamps that ffmpeg reads. */
export const isPacked = ({ container }: Pick<SourceRun, 'container'>): boolean =>
  container !== 'ts' && container !== 'fmp4';

/**
 * The format that joins a run and its audio renditions: MPEG-TS where all is MPEG-TS or packed, else fragmented MP4. Both
 * keep the time stamps of all tracks as they are, and need no seeking.
 */
export const muxFormatOf = ({ container, audio = [] }: Pick<SourceRun, 'container' | 'audio'>): 'mpegts' | 'mp4' =>
  [container, ...audio.map((one) => one.container)].includes('fmp4') ? 'mp4' : 'mpegts';

/** A run with some of its segments, and the audio that belongs to them. */
export function withPieces(run: SourceRun, pieces: readonly SourcePiece[]): SourceRun {
  if (pieces.length === run.pieces.length) return run;
  const part = { ...run, pieces, durMs: (run.durMs * pieces.length) / run.pieces.length };
  return run.audio ? { ...part, audio: audioOf(run.audio, pieces) } : part;
}

function audioOf(audio: readonly SourceAudio[], pieces: readonly SourcePiece[]): SourceAudio[] {
  const from = pieces[0]?.time?.ptsMs ?? 0;
  const last = pieces.at(-1)?.time;
  const to = last ? last.ptsMs + last.durMs : Infinity;
  return audio
    .map((one) => ({
      ...one,
      pieces: one.pieces.filter(({ time }) => time && time.ptsMs < to && time.ptsMs + time.durMs > from),
    }))
    .filter((one) => one.pieces.length > 0);
}

/**
 * Reads one object from byte `start`.
 * @throws any error; the caller retries from the byte where the read stopped
 */
export type OpenPiece = (key: string, start: number, signal: AbortSignal) => Promise<Readable>;

/** An object whose size differs from the one in its name. @param sizes `bytes`: its size, or what was read of it */
export const segmentOfOtherSize = (sizes: {
  readonly key: string;
  readonly bytes: number;
  readonly named: number;
}): OutsideError => new OutsideError(message('error.segment-unreadable.size', sizes));
