/** Ads have 30000/1001 frames per second: 60 frames are 2.002 s (docs/reference/twitch.md#ads). */
const AD_FRAME_MS = 1001 / 30;
/** Number of frames of the longest spot: 15.015 s. A longer break is a pod of several spots. */
export const SPOT_FRAMES = 450;
const PIECE_FRAMES = 60;
const TAIL_FRAMES = 30;

/** A segment of an ad. `cut` and `index` identify its bytes: the source in pieces of 60 frames, or in tails of 30. */
export interface AdPiece {
  readonly spot: number;
  readonly offsetMs: number;
  readonly durationMs: number;
  readonly cut: 'piece' | 'tail';
  readonly index: number;
}
interface AdSpot {
  readonly offsetMs: number;
  readonly durationMs: number;
}
export interface AdPod {
  readonly durationMs: number;
  readonly spots: readonly AdSpot[];
  readonly pieces: readonly AdPiece[];
}

const msOf = (frames: number): number => Math.round(frames * AD_FRAME_MS);

function piecesOf(spot: number, first: number, frames: number): AdPiece[] {
  const whole = Math.floor(frames / PIECE_FRAMES);
  const pieces = Array.from({ length: whole }, (_, index): AdPiece => ({
    spot,
    offsetMs: msOf(first + index * PIECE_FRAMES),
    durationMs: msOf(PIECE_FRAMES),
    cut: 'piece',
    index,
  }));
  if (frames % PIECE_FRAMES === 0) return pieces;
  return [
    ...pieces,
    {
      spot,
      offsetMs: msOf(first + whole * PIECE_FRAMES),
      durationMs: msOf(TAIL_FRAMES),
      cut: 'tail',
      index: (whole * PIECE_FRAMES) / TAIL_FRAMES,
    },
  ];
}

/**
 * The first three segments of a break are listed at once, so ads are listed this much earlier than their playback time
 * ends.
 */
export const ADS_AHEAD_MS = 2 * 2002;

/** Time from the start of its break until a segment is listed. */
export const listedAfterMs = ({ offsetMs }: AdPiece): number => Math.max(0, offsetMs - ADS_AHEAD_MS);

/**
 * The spots and segments of a break of about this many seconds (to 1.001 s). A spot ends with a shorter segment if
 * needed.
 */
export function adPod(seconds: number): AdPod {
  const total = Math.max(1, Math.round((seconds * 1000) / AD_FRAME_MS / TAIL_FRAMES)) * TAIL_FRAMES;
  const spots: AdSpot[] = [];
  const pieces: AdPiece[] = [];
  for (let first = 0; first < total; first += SPOT_FRAMES) {
    const frames = Math.min(SPOT_FRAMES, total - first);
    pieces.push(...piecesOf(spots.length, first, frames));
    spots.push({ offsetMs: msOf(first), durationMs: msOf(frames) });
  }
  return { durationMs: msOf(total), spots, pieces };
}
