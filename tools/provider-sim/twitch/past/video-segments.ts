import { isGrowing, type PastVideo, type VideoPiece } from './past-video.js';

/** Twitch's own segment duration for videos, s. */
const VIDEO_SEGMENT_S = 10;

/** A segment of a video: several consecutive segments of the channel. */
export interface VideoSegment {
  readonly n: number;
  readonly pieces: readonly VideoPiece[];
  readonly durationS: number;
  readonly discontinuity: boolean;
  readonly startS: number;
}

/**
 * The video in segments of 10 s. A segment is shorter before a discontinuity or a jump of timestamps, and at the end.
 * While the broadcast is live, the last segment is listed only when it is complete.
 * @param pieceS length of each piece
 */
export function videoSegments(video: PastVideo, pieceS: number): readonly VideoSegment[] {
  const most = Math.max(1, Math.floor(VIDEO_SEGMENT_S / pieceS));
  const groups: VideoPiece[][] = [];
  for (const piece of video.pieces()) {
    const last = groups.at(-1);
    if (!last || last.length === most || isBreak(last[0], piece)) groups.push([piece]);
    else last.push(piece);
  }
  if (isGrowing(video) && (groups.at(-1)?.length ?? most) < most) groups.pop();
  let startS = 0;
  return groups.map((pieces, n) => {
    const segment = {
      n,
      pieces,
      durationS: pieces.length * pieceS,
      discontinuity: n > 0 && pieces[0]?.discontinuity === true,
      startS,
    };
    startS += segment.durationS;
    return segment;
  });
}

const isBreak = (before: VideoPiece | undefined, { discontinuity, shiftS }: VideoPiece): boolean =>
  discontinuity || before?.shiftS !== shiftS;

/** Current duration of the video, s. */
export const videoSeconds = (video: PastVideo, pieceS: number): number =>
  videoSegments(video, pieceS).reduce((sum, { durationS }) => sum + durationS, 0);
