import { hasTruncatedBox, type OpenPiece, readPiece, type SourcePiece, type SourceRun, withPieces } from '#libs/media';

interface Remaining {
  /** The runs without truncated segments, split where one was. */
  readonly runs: readonly SourceRun[];
  readonly truncated: readonly SourcePiece[];
}

/**
 * Finds stored segments of fMP4 whose boxes exceed their end: ffmpeg reads such a box into the next segment, and loses
 * everything behind it. New recordings have none.
 */
export async function withoutTruncated(
  runs: readonly SourceRun[],
  open: OpenPiece,
  signal: AbortSignal,
): Promise<Remaining> {
  const remaining: SourceRun[] = [];
  const truncated: SourcePiece[] = [];
  for (const run of runs) {
    let from = 0;
    for (const [i, piece] of run.pieces.entries()) {
      if (run.container !== 'fmp4' || !(await hasTruncatedBox(readPiece({ piece, open, signal })))) continue;
      truncated.push(piece);
      if (i > from) remaining.push(withPieces(run, run.pieces.slice(from, i)));
      from = i + 1;
    }
    if (from < run.pieces.length) remaining.push(withPieces(run, run.pieces.slice(from)));
  }
  return { runs: remaining, truncated };
}
