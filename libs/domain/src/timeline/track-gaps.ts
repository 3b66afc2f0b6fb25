import { type MissingTrack, missingTracksOf, type TimelineRun, type TrackGap } from '#libs/contracts';

/** Stretches of one track that are nearer to each other are one. */
const JOIN_MS = 100;

/**
 * When tracks are missing in runs, by what their segments say of themselves. A segment may say it of the time before it.
 * Pure.
 */
export const trackGapsOf = (runs: readonly TimelineRun[]): TrackGap[] =>
  joinTrackGaps(
    runs.flatMap((run) =>
      missingInRun(run).map(({ kind, number, cause, fromMs, toMs }) => ({
        ...{ kind, number, cause, name: '' },
        at: Math.round(run.startAt + fromMs - run.firstPtsMs),
        durMs: Math.round(toMs - fromMs),
      })),
    ),
  );

/** Tracks that are missing within a run, in ms of its presentation time. */
function missingInRun(run: Pick<TimelineRun, 'segments' | 'firstPtsMs' | 'durMs'>): MissingTrack[] {
  const { segments, firstPtsMs, durMs } = run;
  return segments
    .flatMap(missingTracksOf)
    .map((one) => ({
      ...one,
      fromMs: Math.max(one.fromMs, firstPtsMs),
      toMs: Math.min(one.toMs, firstPtsMs + durMs),
    }))
    .filter(({ fromMs, toMs }) => toMs > fromMs);
}

/** Sorts gaps by time, and joins those of one track that follow each other. */
export function joinTrackGaps(gaps: readonly TrackGap[]): TrackGap[] {
  const joined: TrackGap[] = [];
  const newest = new Map<string, number>();
  for (const gap of gaps.toSorted((a, b) => a.at - b.at)) {
    const track = [gap.kind, gap.number, gap.name, gap.cause].join(' ');
    const at = newest.get(track);
    const last = at === undefined ? undefined : joined[at];
    if (at !== undefined && last && gap.at - last.at - last.durMs < JOIN_MS) {
      joined[at] = { ...last, durMs: Math.max(last.at + last.durMs, gap.at + gap.durMs) - last.at };
    } else {
      newest.set(track, joined.push(gap) - 1);
    }
  }
  return joined;
}
