import path from 'node:path';
import { ffmpeg } from '../ffmpeg/ffmpeg.js';
import { mediaOnly } from '../ffmpeg/media-only.js';
import { SegmentServer } from '../convert/segment-server.js';
import { type OpenPiece, type SourceRun } from '../convert/source-run.js';
import { type FillCut } from './find-fill.js';
import { type RunPackets } from './read-packets.js';

export interface CutRun {
  readonly run: SourceRun;
  readonly cut: FillCut;
  /** Kinds of the tracks that the segments beside it announce, in their order, as ffprobe calls them. */
  readonly layout: readonly string[];
  readonly ticks: RunPackets['ticks'];
  /** Path of the segments without their number and extension (`000000.ts`, or `000000.m4s`). */
  readonly outPrefix: string;
  readonly open: OpenPiece;
  readonly signal: AbortSignal;
  readonly onProgress?: () => void;
}

/**
 * Writes the packets of a cut as segments in the container of their run, unchanged and with their time stamps: of fMP4, also
 * `init.bin` beside them. Decodes nothing.
 * @throws OutsideError `ffmpeg-failed`, `segment-unreadable`
 */
export async function cutRun({ run, cut, layout, outPrefix, ticks, open, signal, onProgress }: CutRun): Promise<void> {
  await using server = await SegmentServer.start(open);
  const args = cutArgs({ url: server.addRun(run), cut, layout, outPrefix, ticks, container: run.container });
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
  ticks,
  container,
}: Pick<CutRun, 'cut' | 'layout' | 'outPrefix' | 'ticks'> & {
  readonly url: string;
  readonly container: SourceRun['container'];
}): string[] {
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
    dropOutside('dts', video, ticks.video),
    ...(layout.includes('audio') ? ['-bsf:a', dropOutside('pts', audio, ticks.audio)] : []),
    // The name of the list selects the muxer. That of `-f segment` restarts the continuity counters in each segment.
    '-hls_time',
    String(SEGMENT_S),
    '-hls_list_size',
    '0',
    ...containerArgs(container, outPrefix),
    '-y',
    `${outPrefix}list.m3u8`,
  ];
}

/** Without `frag_discont`, the time stamps of fMP4 start at 0; with an edit list, a reader would move them. */
const containerArgs = (container: SourceRun['container'], outPrefix: string): string[] =>
  container === 'fmp4'
    ? [
        ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', `${path.basename(outPrefix)}init.bin`],
        ...['-hls_segment_options', 'movflags=+frag_discont:use_editlist=0'],
        ...['-hls_segment_filename', `${outPrefix}%06d.m4s`],
      ]
    : ['-hls_segment_options', 'mpegts_copyts=1', '-hls_segment_filename', `${outPrefix}%06d.ts`];

/** The same tracks at the same positions: ffmpeg joins runs by the position of their tracks. */
function mapsOf(layout: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return layout.slice(0, Math.max(layout.lastIndexOf('video'), layout.lastIndexOf('audio')) + 1).flatMap((kind) => {
    const n = seen.get(kind) ?? 0;
    seen.set(kind, n + 1);
    return ['-map', `0:${kind[0] ?? ''}:${String(n)}`];
  });
}

/** @param ticks of 90 kHz in the time base of the track, in which ffmpeg counts */
function dropOutside(clock: 'pts' | 'dts', { from, to }: FillCut['video'], ticks: number): string {
  const bound = (at: number): string => String(Math.ceil(at / ticks - ROUNDING));
  return String.raw`noise=amount=0:drop=lt(${clock}\,${bound(from)})+gte(${clock}\,${bound(to)})`;
}
const ROUNDING = 1e-6;
