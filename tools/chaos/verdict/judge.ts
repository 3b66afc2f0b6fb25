import type { ChannelLog, OfferedSegment } from '../../provider-sim/index.js';
import {
  checkFrames,
  expectedSegments,
  type FrameRange,
  type FrameReport,
  type Span,
  type ToneReport,
} from '../../provider-sim/frames/index.js';

/** What the installation stored for the stream. */
export interface StoredStream {
  readonly vods: number;
  /** Finished files listed by the VOD. */
  readonly files: number;
  /** Container files on storage and in the library, whether or not a VOD lists them. */
  readonly stored: number;
  /** Frame numbers decoded from the file, in presentation order. */
  readonly read: readonly { readonly number: number | null }[];
  /** Result of checking the audio track. */
  readonly sound: Pick<ToneReport, 'ok' | 'silent' | 'wrong' | 'missingAtEndMs'>;
}

/** Segments that left the playlist during the outage. They may be missing; if recorded, they must be complete. */
export type ExcusedSegments = readonly Pick<OfferedSegment, 'firstFrame' | 'frameCount'>[];

export interface Verdict {
  readonly wrong: readonly string[];
  readonly frames: number;
  readonly excusedFrames: number;
}

const asText = (ranges: readonly FrameRange[]): string =>
  ranges
    .slice(0, 6)
    .map(({ first, count }) => `${String(first)}+${String(count)}`)
    .join(' ');

const countFaults = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts)
    .filter(([, count]) => count !== 1)
    .map(([what, count]) => `${String(count)} ${what} instead of one`);

function frameFaults(report: FrameReport): string[] {
  const kinds = {
    'lost frames': report.lost,
    'doubled frames': report.doubled,
    'frames out of order': report.swapped,
    'frames that were not offered': report.foreign,
    'unreadable pictures': report.unreadable,
  };
  const faults = Object.entries(kinds)
    .filter(([, ranges]) => ranges.length > 0)
    .map(([what, ranges]) => `${what}: ${asText(ranges)}`);
  if (report.expected === 0) faults.push('nothing was offered');
  return report.ok || faults.length > 0
    ? faults
    : [`the first wrong picture is number ${String(report.firstWrong?.at)}`];
}

const asTimes = (spans: readonly Span[]): string =>
  spans
    .slice(0, 6)
    .map(({ fromMs, toMs }) => `${String(fromMs)}-${String(toMs)}`)
    .join(' ');

const soundFaults = ({ ok, silent, wrong, missingAtEndMs }: StoredStream['sound']): string[] =>
  ok
    ? []
    : [
        `sound: ${[
          ...(silent.length > 0 ? [`silent at ${asTimes(silent)} ms`] : []),
          ...(wrong.length > 0 ? [`wrong at ${asTimes(wrong)} ms`] : []),
          ...(missingAtEndMs > 0 ? [`${String(missingAtEndMs)} ms missing at the end`] : []),
        ].join(', ')}`,
      ];

/** Passes if there is one VOD with one file that holds every offered frame once, in order, with correct audio. */
export function judge(
  log: Pick<ChannelLog, 'segments' | 'sourceFrames'>,
  { read, sound, vods, files, stored }: StoredStream,
  excused: ExcusedSegments = [],
): Verdict {
  const seen = new Set(read.map(({ number }) => number));
  const isSeen = ({ firstFrame, frameCount }: ExcusedSegments[number]): boolean =>
    Array.from({ length: frameCount }, (_, i) => (firstFrame + i) % log.sourceFrames).some((number) =>
      seen.has(number),
    );
  const missingSegments = excused.filter((segment) => !isSeen(segment));
  const missingFirstFrames = new Set(missingSegments.map(({ firstFrame }) => firstFrame));
  const ranges = expectedSegments(log, { minReachMs: 0 })
    .filter(({ firstFrame }) => !missingFirstFrames.has(firstFrame))
    .map(({ firstFrame, frameCount }) => ({ first: firstFrame, count: frameCount }));
  const report = checkFrames({ ranges, sourceFrames: log.sourceFrames }, read);
  const wrong = [
    ...countFaults({ 'VODs': vods, 'files of the VOD': files, 'stored container files': stored }),
    ...frameFaults(report),
    ...soundFaults(sound),
  ];
  return {
    wrong,
    frames: report.got,
    excusedFrames: missingSegments.reduce((sum, { frameCount }) => sum + frameCount, 0),
  };
}

/** Segments that the simulator removed from its playlist between `from` and `to`. */
export const segmentsRemovedBetween = (
  { segments }: Pick<ChannelLog, 'segments'>,
  from: number,
  to: number,
): OfferedSegment[] => segments.filter(({ removedAt }) => removedAt !== null && removedAt >= from && removedAt <= to);
