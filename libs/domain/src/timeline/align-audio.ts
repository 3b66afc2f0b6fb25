import {
  type AudioRun,
  parseSegmentName,
  renditionName,
  type RenditionTrack,
  type Timeline,
  type TimelineRun,
  type TrackGap,
} from '#libs/contracts';
import { mergeParts } from './build-timeline.js';
import { type PartInfo } from './part-info.js';
import { type Placed } from './placed-list.js';
import { addToList } from './segment-index.js';
import { SpanIndex } from './span-index.js';
import { joinTrackGaps } from './track-gaps.js';

/** One rendition, in all parts. `parts` have the ids of the parts that it belongs to. */
export interface RenditionParts {
  readonly track: RenditionTrack;
  readonly parts: readonly PartInfo[];
}

/**
 * Adds the audio of renditions to the runs of a timeline, by the time stamps that all renditions of a master share (RFC
 * 8216 section 6.2.4). The wall clock places audio that has none. Pure.
 * @returns the same timeline if there is no audio; else with the default track first
 */
export function alignAudio(timeline: Timeline, renditions: readonly RenditionParts[]): Timeline {
  const recorded = renditions
    .filter(({ parts }) => parts.some((part) => part.segments.length > 0))
    .toSorted((a, b) => Number(b.track.isDefault) - Number(a.track.isDefault));
  if (recorded.length === 0) return timeline;
  const runs = timeline.runs.map((run) => ({ run, audio: [] as AudioRun[] }));
  const index = new SpanIndex(timeline.runs);
  for (const [track, { parts }] of recorded.entries()) {
    const byRun = new Map<TimelineRun, InRun[]>();
    for (const placed of mergeParts(parts))
      for (const { span, shiftMs } of index.find(placed)) addToList(byRun, span, { placed, shiftMs });
    for (const { run, audio } of runs) audio.push(...audioRunsOf(track, run, byRun.get(run) ?? []));
  }
  const withAudio = runs.map(({ run, audio }) => ({ ...run, audio }));
  const missing = withAudio.flatMap((run) =>
    recorded.flatMap(({ track }, i) => audioGapsIn(run, i, renditionName(track))),
  );
  const trackGaps = joinTrackGaps([...(timeline.trackGaps ?? []), ...missing]);
  return {
    ...timeline,
    runs: withAudio,
    audio: recorded.map(({ track }) => track),
    ...(trackGaps.length > 0 && { trackGaps }),
  };
}

/** When a rendition is missing in a run, and what its segments say of themselves. */
function audioGapsIn(run: TimelineRun, track: number, name: string): TrackGap[] {
  const found = (run.audio ?? []).filter((one) => one.track === track);
  const placed = found.flatMap(({ segments, shiftMs }) =>
    segments.flatMap((segment) => {
      const info = parseSegmentName(segment.name);
      return info ? [{ info, shiftMs }] : [];
    }),
  );
  const stored = placed.map(({ info, shiftMs }) => ({ fromMs: info.ptsMs + shiftMs, durMs: info.durMs }));
  const gaps = [
    ...missingSpans(stored, { fromMs: run.firstPtsMs, toMs: run.firstPtsMs + run.durMs }).map((span) => ({
      ...span,
      cause: 'not-recorded' as const,
    })),
    ...placed.flatMap(({ info, shiftMs }) =>
      (info.missing ?? []).map(({ fromMs, toMs, cause }) => ({
        fromMs: fromMs + shiftMs,
        toMs: toMs + shiftMs,
        cause,
      })),
    ),
  ];
  return gaps.map(({ fromMs, toMs, cause }) => ({
    ...{ kind: 'audio', number: 0, name, cause },
    at: Math.round(run.startAt + fromMs - run.firstPtsMs),
    durMs: Math.round(toMs - fromMs),
  }));
}

interface InRun {
  readonly placed: Placed;
  readonly shiftMs: number;
}

/** The audio of a run, split where the shift changes; of several formats, the one with the most segments. */
function audioRunsOf(track: number, run: TimelineRun, found: readonly InRun[]): AudioRun[] {
  const formats = Map.groupBy(found, ({ placed: { epoch } }) => `${epoch.container} ${epoch.initCrc ?? ''}`);
  const most = [...formats.values()].reduce<InRun[]>((a, b) => (b.length > a.length ? b : a), []);
  let fromMs = run.firstPtsMs;
  return byShift(most.toSorted((a, b) => startOf(a) - startOf(b))).map((section, i, all): AudioRun => {
    const next = all[i + 1];
    const toMs = next ? startOf(next[0]) : run.firstPtsMs + run.durMs;
    const missingMs = missingIn(section, { fromMs, toMs });
    fromMs = toMs;
    const [{ placed, shiftMs }] = section;
    const { container, initCrc } = placed.epoch;
    const segments = section.map(({ placed: { s } }) => ({ partId: s.partId, name: s.name }));
    return { track, container, initCrc, shiftMs, segments, missingMs };
  });
}

const startOf = ({ placed, shiftMs }: InRun): number => placed.s.ptsMs + shiftMs;

type Section = [InRun, ...InRun[]];

function byShift(ordered: readonly InRun[]): Section[] {
  const sections: Section[] = [];
  for (const one of ordered) {
    const last = sections.at(-1);
    if (last?.[0].shiftMs === one.shiftMs) last.push(one);
    else sections.push([one]);
  }
  return sections;
}

/** Shorter gaps of audio are rounding, or its start inside a frame of the video. */
export const SMALLEST_AUDIO_GAP_MS = 100;

const missingIn = (section: Section, range: Range): number =>
  Math.round(
    missingSpans(
      section.map((one) => ({ fromMs: startOf(one), durMs: one.placed.s.durMs })),
      range,
    ).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
  );

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The stretches of a range that stored audio, in order, leaves open. */
function missingSpans(stored: readonly { readonly fromMs: number; readonly durMs: number }[], range: Range): Range[] {
  let endMs = range.fromMs;
  const missing: Range[] = [];
  const add = (from: number): void => {
    if (from - endMs >= SMALLEST_AUDIO_GAP_MS) missing.push({ fromMs: endMs, toMs: from });
  };
  for (const { fromMs, durMs } of stored) {
    add(fromMs);
    endMs = Math.max(endMs, fromMs + durMs);
  }
  add(range.toMs);
  return missing;
}

/** Audio that is missing in a timeline, ms, by the position of the track. */
export const missingAudioMs = ({ runs, audio = [] }: Pick<Timeline, 'runs' | 'audio'>): number[] =>
  audio.map((_, track) => runs.reduce((sum, run) => sum + missingOf(run, track), 0));

function missingOf(run: TimelineRun, track: number): number {
  const found = (run.audio ?? []).filter((one) => one.track === track);
  return found.length === 0 ? run.durMs : found.reduce((sum, { missingMs }) => sum + missingMs, 0);
}
