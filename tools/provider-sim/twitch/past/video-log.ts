import type { LiveChannel } from '../../channel/live-channel.js';
import type { OfferedSegment } from '../../sim-log.js';
import { isGrowing, type PastVideo } from './past-video.js';
import { videoSegments } from './video-segments.js';

/**
 * Content of a video, in the format that `checkRecording` compares a file with. `seq` is the number in a segment's
 * name.
 */
export interface VideoLog {
  readonly id: string;
  readonly channel: string;
  readonly fps: number;
  readonly sourceFrames: number;
  readonly isGrowing: boolean;
  readonly segments: readonly OfferedSegment[];
}

export function videoLog(video: PastVideo, { renditions: [best], spec: { name, segmentS } }: LiveChannel): VideoLog {
  const perPiece = best?.media.framesPerSegment ?? 0;
  const { fps = 30, seconds = 0 } = best?.media.spec ?? {};
  const segments = videoSegments(video, segmentS).flatMap(({ n, pieces, startS }) =>
    pieces.map(({ position }, i): OfferedSegment => ({
      seq: n,
      epoch: 0,
      url: '',
      firstFrame: position * perPiece,
      frameCount: perPiece,
      durationMs: segmentS * 1000,
      bytes: 0,
      publishedAt: video.createdAt,
      removedAt: null,
      reachableMs: Number.MAX_SAFE_INTEGER,
      withheld: false,
      startsAt: video.createdAt + (startS + i * segmentS) * 1000,
    })),
  );
  return { id: video.id, channel: name, fps, sourceFrames: fps * seconds, isGrowing: isGrowing(video), segments };
}
