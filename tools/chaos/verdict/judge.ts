import type { ChannelLog, OfferedSegment } from '../../provider-sim/index.js';
import { checkFrames, expectedSegments, type FrameRange } from '../../provider-sim/frames/index.js';

/** What the house has in the end. */
export interface Found {
  readonly vods: number;
  /** Finished files that the VOD names. */
  readonly files: number;
  /** Container files that lie on storage (and in the library), named or not. */
  readonly stored: number;
  /** Numbers of the decoded pictures, in the order a player shows them. */
  readonly read: readonly { readonly number: number | null }[];
}

/** Segments that could not be had: they left the list while everything was down. Recorded ones are welcome. */
export type Excused = readonly Pick<OfferedSegment, 'firstFrame' | 'frameCount'>[];

export interface Verdict { readonly wrong: readonly string[]; readonly frames: number; readonly excusedFrames: number }

const asText = (ranges: readonly FrameRange[]): string => ranges.slice(0, 6).map(({ first, count }) => `${String(first)}+${String(count)}`).join(' ');

/** One VOD, one file, every offered frame once and in order. */
export function judge(log: Pick<ChannelLog, 'segments' | 'sourceFrames'>, found: Found, excused: Excused = []): Verdict {
  const seen = new Set(found.read.map(({ number }) => number));
  const missed = new Set(excused.filter(({ firstFrame, frameCount }) => !Array.from({ length: frameCount }, (_, i) => firstFrame + i).some((n) => seen.has(n % log.sourceFrames))).map(({ firstFrame }) => firstFrame));
  const ranges = expectedSegments(log, { minReachMs: 0 }).filter(({ firstFrame }) => !missed.has(firstFrame)).map(({ firstFrame, frameCount }) => ({ first: firstFrame, count: frameCount }));
  const report = checkFrames({ ranges, sourceFrames: log.sourceFrames }, found.read);
  const wrong = [
    ...(found.vods === 1 ? [] : [`${String(found.vods)} VODs instead of one`]),
    ...(found.files === 1 ? [] : [`the VOD names ${String(found.files)} files instead of one`]),
    ...(found.stored === 1 ? [] : [`${String(found.stored)} container files are stored instead of one`]),
    ...(report.lost.length === 0 ? [] : [`lost frames: ${asText(report.lost)}`]),
    ...(report.doubled.length === 0 ? [] : [`doubled frames: ${asText(report.doubled)}`]),
    ...(report.swapped.length === 0 ? [] : [`frames out of order: ${asText(report.swapped)}`]),
    ...(report.foreign.length === 0 ? [] : [`frames that nobody offered: ${asText(report.foreign)}`]),
    ...(report.unreadable.length === 0 ? [] : [`unreadable pictures: ${asText(report.unreadable)}`]),
  ];
  if (report.expected === 0) wrong.push('nothing was offered');
  if (!report.ok && wrong.length === 0) wrong.push(`the first wrong picture is number ${String(report.firstWrong?.at)}`);
  return { wrong, frames: report.got, excusedFrames: excused.filter(({ firstFrame }) => missed.has(firstFrame)).reduce((sum, { frameCount }) => sum + frameCount, 0) };
}

/** What the sim took out of its list in that time. */
export const leftMeanwhile = ({ segments }: Pick<ChannelLog, 'segments'>, from: number, to: number): OfferedSegment[] =>
  segments.filter(({ removedAt }) => removedAt !== null && removedAt >= from && removedAt <= to);
