import { objectKeys, parseSegmentName, type TimelineRun } from '#libs/contracts';
import { type SourceRun } from '#libs/media';

/** Returns the storage keys of a run of the timeline. */
export function sourceRun(vodUuid: string, run: TimelineRun): SourceRun {
  return {
    container: run.container,
    durMs: run.durMs,
    init: run.initCrc === null ? null : { key: objectKeys.init(vodUuid, run.partId, run.initCrc), bytes: null },
    pieces: run.segments.map((name) => ({
      key: objectKeys.segment(vodUuid, run.partId, name),
      bytes: parseSegmentName(name)?.bytes ?? null,
    })),
  };
}

export const bytesOf = (runs: readonly SourceRun[]): number =>
  runs.reduce((sum, run) => sum + run.pieces.reduce((s, p) => s + (p.bytes ?? 0), 0), 0);
