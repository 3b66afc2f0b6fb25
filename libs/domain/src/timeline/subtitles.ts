import { type SubtitlesTrack, type Timeline } from '#libs/contracts';
import { type RenditionParts } from './align-audio.js';
import { mediaMs } from './build-timeline.js';
import { type PartInfo } from './part-info.js';
import { SpanIndex, type VideoSpan } from './span-index.js';

/**
 * Adds the subtitles of renditions to a timeline, with the wall clock of each segment. Only their cues have exact
 * times ({@link CuePlaces}). Pure.
 * @returns the same timeline if there are none
 */
export function addSubtitles(timeline: Timeline, renditions: readonly RenditionParts[]): Timeline {
  return renditions.length === 0
    ? timeline
    : { ...timeline, subtitles: renditions.map((one) => trackOf(one, mediaMs(timeline))) };
}

function trackOf({ track, parts }: RenditionParts, wholeMs: number): SubtitlesTrack {
  const segments = parts.flatMap(({ segments: all, epochs }) =>
    all.flatMap((s) => {
      const epoch = epochs.get(s.epoch);
      return epoch ? [{ partId: s.partId, name: s.name, at: epoch.startAt + s.ptsMs - epoch.firstPtsMs }] : [];
    }),
  );
  const missingMs = parts.reduce((sum, part) => sum + missingIn(part), 0);
  return { track, segments, missingMs: segments.length === 0 ? wholeMs : missingMs };
}

/** The window of a source that just began may list segments that never existed. */
function missingIn({ segments: [first], gaps }: PartInfo): number {
  const isInside = (gap: PartInfo['gaps'][number]): boolean =>
    first !== undefined && (gap.epoch > first.epoch || (gap.epoch === first.epoch && gap.fromSeq > first.seq));
  return gaps.filter(isInside).reduce((sum, { durMs }) => sum + durMs, 0);
}

/** Video without a gap: the position of its file in the list of files, and where it starts in it, ms. */
export interface FileSpan extends VideoSpan {
  readonly file: number;
  readonly fileMs: number;
}

/** When a cue is shown: position of the file, and times in it, ms. */
export interface PlacedCue {
  readonly file: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Times on the clock of the media; `at`: wall clock near them, ms since the Unix epoch. */
export interface CueTime {
  readonly fromMs: number;
  readonly toMs: number;
  readonly at: number;
}

/**
 * Places cues in the files of a VOD by the clock that they share with the video. What lies in a gap of the video is left
 * out.
 */
export class CuePlaces {
  private readonly index: SpanIndex<FileSpan>;

  constructor(spans: readonly FileSpan[]) {
    this.index = new SpanIndex(spans);
  }

  /** @returns several places if a gap interrupts the cue, or another run of video goes on */
  find({ fromMs, toMs, at }: CueTime): PlacedCue[] {
    const cue = { s: { ptsMs: fromMs, durMs: toMs - fromMs }, at, epoch: { container: 'vtt' as const } };
    return this.index.find(cue).map(({ span, atMs }) => ({
      file: span.file,
      fromMs: span.fileMs + Math.max(0, atMs),
      toMs: span.fileMs + Math.min(span.durMs, atMs + toMs - fromMs),
    }));
  }
}
