import { TRACK_KINDS, type TrackKind } from '#libs/contracts';
import { OutsideError } from '#libs/errors';
import { message, type Message } from '#libs/messages';
import { type FileInfo, type MeasuredRun, spanOf } from '#libs/media';

/** Matroska time stamps are whole milliseconds. */
const ROUNDING_MS = 1;
/** At both ends of a run, a track may be this much shorter than the other one. */
const MAX_LEAD_MS = 1000;
/** The borders of a pause are known to some frames. */
const BORDER_MS = 250;
/** A picture stands still for less than its segment, by one frame. */
const STILL_MARGIN_MS = 5;

export interface Verified {
  readonly warnings: readonly Message[];
  /** A track of the file holds less than was received. */
  readonly isPartial: boolean;
}

/**
 * Compares a finished file with its source: it must be as long as its runs, within one frame, and hold as much of each
 * track as was received.
 * @returns warnings that do not make the file invalid
 * @throws OutsideError `file-wrong-length`: the attempt is discarded
 */
export function verifyFile(info: FileInfo, runs: readonly MeasuredRun[]): Verified {
  const expectedMs = spanOf(runs) * 1000;
  const frameMs = Math.max(info.frameMs, ...runs.map((run) => run.frameSeconds * 1000));
  const offMs = info.lengthMs - expectedMs;
  if (Math.abs(offMs) > frameMs + ROUNDING_MS) {
    throw new OutsideError(
      message('error.file-wrong-length', { length: seconds(info.lengthMs), wanted: seconds(expectedMs) }),
      { data: { lengthMs: info.lengthMs, expectedMs } },
    );
  }
  const timelineMs = runs.reduce((sum, { run }) => sum + run.durMs, 0);
  const isOff = Math.abs(info.lengthMs - timelineMs) > frameMs + runs.length * ROUNDING_MS;
  const warnings = isOff
    ? [message('job.timeline-differs', { n: `${seconds(timelineMs)} s`, there: `${seconds(info.lengthMs)} s` })]
    : [];
  const short = TRACK_KINDS.flatMap((kind) => trackFault(kind, info, runs) ?? []);
  return { warnings: [...warnings, ...short], isPartial: short.length > 0 };
}

/** By what the names of the segments say about their tracks, never by the file. */
function trackFault(kind: TrackKind, info: FileInfo, runs: readonly MeasuredRun[]): Message | null {
  const own = runs.filter(({ shape }) => shape.tracks.some(({ type }) => type === kind));
  if (own.length === 0) return null;
  const missing = own.map((run) => missingMs(kind, run));
  const pauses = missing.reduce((sum, { count }) => sum + count, 0);
  const wantedMs = spanOf(own) * 1000 - missing.reduce((sum, { ms }) => sum + ms, 0);
  const heldMs = (info.heldMs[kind] ?? 0) + (kind === 'video' ? stillMs(info, own) : 0);
  const toleranceMs = (kind === 'audio' ? MAX_LEAD_MS * own.length : info.frameMs) + BORDER_MS * (pauses + 1);
  return wantedMs - heldMs > toleranceMs
    ? message(`job.track-differs.${kind}`, { n: `${seconds(wantedMs)} s`, there: `${seconds(heldMs)} s` })
    : null;
}

/** Pauses of the video that are no longer than a segment: each one starts with a picture, which may stand still. */
function stillMs({ pausesMs, lengthMs, trackMs }: FileInfo, runs: readonly MeasuredRun[]): number {
  const longest = runs.reduce(
    (ms, { run }) => run.pieces.reduce((most, { durMs = 0 }) => Math.max(most, durMs), ms),
    0,
  );
  return [...pausesMs.video, lengthMs - trackMs]
    .filter((ms) => ms < longest - STILL_MARGIN_MS)
    .reduce((sum, ms) => sum + ms, 0);
}

/** What a run lacks of the first track of a kind. Audio of a rendition may also lack segments. */
function missingMs(kind: TrackKind, { run, audio, spanSeconds }: MeasuredRun): { ms: number; count: number } {
  const [rendition] = kind === 'audio' ? (audio ?? []) : [];
  const pieces = rendition ? rendition.source.pieces : run.pieces;
  const spans = pieces.flatMap(({ missing = [] }) => missing.filter((one) => one.kind === kind && one.number === 1));
  const named = spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  if (!rendition) return { ms: named, count: spans.length };
  const storedMs = pieces.reduce((sum, { time }) => sum + (time?.durMs ?? 0), 0);
  return { ms: named + Math.max(0, spanSeconds * 1000 - storedMs), count: spans.length + pieces.length };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
