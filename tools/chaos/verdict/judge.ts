import type { ChannelLog, OfferedSegment } from '../../provider-sim/index.js';
import {
  checkFrames,
  expectedSegments,
  type FrameRange,
  type FrameReport,
  type Span,
  type ToneReport,
} from '../../provider-sim/frames/index.js';

/** What the installation has in the end. */
export interface Found {
  readonly vods: number;
  /** Finished files that the VOD names. */
  readonly files: number;
  /** Container files that lie on storage (and in the library), named or not. */
  readonly stored: number;
  /** Numbers of the decoded pictures, in the order a player shows them. */
  readonly read: readonly { readonly number: number | null }[];
  /** The sound of the pictures, heard beside them. */
  readonly sound: Pick<ToneReport, 'ok' | 'silent' | 'wrong' | 'missingAtEndMs'>;
}

/** Segments that could not be had: they left the list while everything was down. Recorded ones are welcome. */
export type Excused = readonly Pick<OfferedSegment, 'firstFrame' | 'frameCount'>[];

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
    'frames that nobody offered': report.foreign,
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

const soundFaults = ({ ok, silent, wrong, missingAtEndMs }: Found['sound']): string[] =>
  ok
    ? []
    : [
        `sound: silent at ${asTimes(silent)} ms, wrong at ${asTimes(wrong)} ms, ${String(missingAtEndMs)} ms missing at the end`,
      ];

/** One VOD, one file, every offered frame once and in order, with its sound. */
export function judge(
  log: Pick<ChannelLog, 'segments' | 'sourceFrames'>,
  { read, sound, vods, files, stored }: Found,
  excused: Excused = [],
): Verdict {
  const seen = new Set(read.map(({ number }) => number));
  const isSeen = ({ firstFrame, frameCount }: Excused[number]): boolean =>
    Array.from({ length: frameCount }, (_, i) => (firstFrame + i) % log.sourceFrames).some((number) =>
      seen.has(number),
    );
  const gone = excused.filter((segment) => !isSeen(segment));
  const goneFirst = new Set(gone.map(({ firstFrame }) => firstFrame));
  const ranges = expectedSegments(log, { minReachMs: 0 })
    .filter(({ firstFrame }) => !goneFirst.has(firstFrame))
    .map(({ firstFrame, frameCount }) => ({ first: firstFrame, count: frameCount }));
  const report = checkFrames({ ranges, sourceFrames: log.sourceFrames }, read);
  const wrong = [
    ...countFaults({ 'VODs': vods, 'files of the VOD': files, 'stored container files': stored }),
    ...frameFaults(report),
    ...soundFaults(sound),
  ];
  return { wrong, frames: report.got, excusedFrames: gone.reduce((sum, { frameCount }) => sum + frameCount, 0) };
}

/** What the sim took out of its list in that time. */
export const leftMeanwhile = ({ segments }: Pick<ChannelLog, 'segments'>, from: number, to: number): OfferedSegment[] =>
  segments.filter(({ removedAt }) => removedAt !== null && removedAt >= from && removedAt <= to);
