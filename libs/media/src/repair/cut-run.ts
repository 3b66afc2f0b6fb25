import { ffmpeg } from '../ffmpeg/ffmpeg.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { SegmentServer } from '../convert/segment-server.js';
import { type OpenPiece, type SourceRun } from '../convert/source-run.js';
import { type FillCut } from './find-fill.js';

export interface CutRun {
  readonly run: SourceRun;
  readonly cut: FillCut;
  /** Kinds of the tracks that the segments beside it announce, in their order, as ffprobe calls them. */
  readonly layout: readonly string[];
  /** Path of the segments without their number and extension (`000000.ts`). */
  readonly outPrefix: string;
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly onProgress?: () => void;
}

/**
 * Writes the packets of a cut as segments of MPEG-TS, unchanged and with their time stamps. Decodes nothing.
 * @throws OutsideError `ffmpeg-failed`, `segment-unreadable`
 */
export async function cutRun({ run, cut, layout, outPrefix, open, signal, onProgress }: CutRun): Promise<void> {
  await using server = await SegmentServer.start(open);
  const args = cutArgs({ url: server.addRun(run), cut, layout, outPrefix });
  await ffmpeg({ args, signal, ...(onProgress && { onProgress }) }).catch((thrown: unknown) => {
    throw signal.aborted ? thrown : (server.failure ?? thrown);
  });
  if (server.failure !== null) throw server.failure;
}

/** Length of the segments, like those of sites. */
const SEGMENT_S = 4;

/** Builds the arguments of {@link cutRun}. Pure, so that a test can read the whole command. */
export function cutArgs({
  url,
  cut: { video, audio },
  layout,
  outPrefix,
}: Pick<CutRun, 'cut' | 'layout' | 'outPrefix'> & { readonly url: string }): string[] {
  return [
    '-copyts',
    ...mediaOnly(url),
    '-i',
    url,
    ...mapsOf(layout),
    '-c',
    'copy',
    // A cut may start behind a keyframe: the frames that it needs are before the gap.
    '-copyinkf',
    '-bsf:v',
    dropOutside('dts', video),
    ...(layout.includes('audio') ? ['-bsf:a', dropOutside('pts', audio)] : []),
    // The name of the list selects the muxer. That of `-f segment` restarts the continuity counters in each segment.
    '-hls_time',
    String(SEGMENT_S),
    '-hls_list_size',
    '0',
    '-hls_segment_options',
    'mpegts_copyts=1',
    '-hls_segment_filename',
    `${outPrefix}%06d.ts`,
    '-y',
    `${outPrefix}list.m3u8`,
  ];
}

/** The same tracks at the same positions: ffmpeg joins runs by the position of their tracks. */
function mapsOf(layout: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return layout.slice(0, Math.max(layout.lastIndexOf('video'), layout.lastIndexOf('audio')) + 1).flatMap((kind) => {
    const n = seen.get(kind) ?? 0;
    seen.set(kind, n + 1);
    return ['-map', `0:${kind[0] ?? ''}:${String(n)}`];
  });
}

const dropOutside = (clock: 'pts' | 'dts', { from, to }: FillCut['video']): string =>
  String.raw`noise=amount=0:drop=lt(${clock}\,${String(from)})+gte(${clock}\,${String(to)})`;
