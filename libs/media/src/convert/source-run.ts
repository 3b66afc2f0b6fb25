import { type Readable } from 'node:stream';

/**
 * One stored object of a run. `bytes` is what its name promises; another size when it is read means that it is torn.
 * Null: not known (init sections).
 */
export interface SourcePiece {
  readonly key: string;
  readonly bytes: number | null;
}

/** Media that follows on without a gap: one TimelineRun, with where its bytes are. */
export interface SourceRun {
  readonly container: 'ts' | 'fmp4' | 'aac';
  /** Init section of fMP4, sent before the segments. */
  readonly init: SourcePiece | null;
  /** At least one, in source order. */
  readonly pieces: readonly SourcePiece[];
  /** Length by the timeline, in ms: tells how often the 33-bit clock of TS wrapped, and is compared with the media. */
  readonly durMs: number;
}

/**
 * Reads one object from byte `start` on.
 * @throws anything - it is asked again, from where it broke off
 */
export type OpenPiece = (key: string, start: number, signal: AbortSignal) => Promise<Readable>;
