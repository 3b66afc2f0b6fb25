import { type Readable } from 'node:stream';
import { type SegmentContainer } from '#libs/contracts';

/**
 * One stored object of a run. `bytes` is the size in its name; another size means that the object is damaged. Null:
 * unknown (init sections).
 */
export interface SourcePiece {
  readonly key: string;
  readonly bytes: number | null;
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
}

/**
 * Reads one object from byte `start`.
 * @throws any error; the caller retries from the byte where the read stopped
 */
export type OpenPiece = (key: string, start: number, signal: AbortSignal) => Promise<Readable>;
