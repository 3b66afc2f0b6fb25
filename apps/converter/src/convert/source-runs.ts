import {
  type AudioRun,
  type RenditionTrack,
  objectKeys,
  parseSegmentName,
  type SegmentInfo,
  renditionPath,
  type TimelineRun,
} from '#libs/contracts';
import { type SourceAudio, type SourcePiece, type SourceRun } from '#libs/media';

/** Returns the storage keys of a run of the timeline. @param audio the audio renditions of the timeline */
export function sourceRun(vodUuid: string, run: TimelineRun, audio: readonly RenditionTrack[] = []): SourceRun {
  return {
    container: run.container,
    durMs: run.durMs,
    init: run.initCrc === null ? null : { key: objectKeys.init(vodUuid, run.partId, run.initCrc), bytes: null },
    pieces: run.segments.map((name) => {
      const info = parseSegmentName(name);
      const key = objectKeys.segment(vodUuid, run.partId, name);
      return { key, ...(run.audio && info && { time: info }), ...namedOf(info) };
    }),
    ...(run.audio && { audio: sourceAudio(vodUuid, run.audio, audio) }),
  };
}

/** One for each track, whatever the number of its shifts. */
function sourceAudio(vodUuid: string, runs: readonly AudioRun[], tracks: readonly RenditionTrack[]): SourceAudio[] {
  return tracks.flatMap(({ id, name, language, isDefault }, track): SourceAudio[] => {
    const own = runs.filter((run) => run.track === track);
    const [first] = own;
    const [segment] = first?.segments ?? [];
    if (!first || !segment) return [];
    const { container, initCrc } = first;
    const part = renditionPath(segment.partId, id);
    const init = initCrc === null ? null : { key: objectKeys.init(vodUuid, part, initCrc), bytes: null };
    const pieces = own.flatMap((run) => audioPieces(vodUuid, id, run));
    return [{ id, name, language, isDefault, container, init, pieces }];
  });
}

const audioPieces = (vodUuid: string, id: string, { segments, shiftMs }: AudioRun): SourcePiece[] =>
  segments.flatMap(({ partId, name }) => {
    const info = parseSegmentName(name);
    if (!info) return [];
    const key = objectKeys.segment(vodUuid, renditionPath(partId, id), name);
    const time = { ptsMs: info.ptsMs + shiftMs, durMs: info.durMs };
    return [{ key, time, ...namedOf(info) }];
  });

const namedOf = (info: SegmentInfo | null): Pick<SourcePiece, 'bytes' | 'durMs' | 'missing'> =>
  info ? { bytes: info.bytes, durMs: info.durMs, ...(info.missing && { missing: info.missing }) } : { bytes: null };

export const bytesOf = (runs: readonly SourceRun[]): number =>
  runs.reduce(
    (sum, run) => sum + piecesBytes(run.pieces) + (run.audio ?? []).reduce((s, one) => s + piecesBytes(one.pieces), 0),
    0,
  );

const piecesBytes = (pieces: SourceRun['pieces']): number => pieces.reduce((sum, piece) => sum + (piece.bytes ?? 0), 0);
