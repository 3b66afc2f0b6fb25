import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { BugError } from '#libs/errors';
import { cachedFolder } from './cached-folder.js';
import { encodeSource, type OnPercent } from './encode-source.js';
import type { CutSpec, MediaSpec } from './media-spec.js';
import { runFfmpeg } from './run-ffmpeg.js';

/** A source in equal segments on disk; segment `i` starts with frame `i * framesPerSegment`. */
export interface CutMedia {
  readonly spec: MediaSpec;
  readonly cut: CutSpec;
  readonly segments: readonly { readonly file: string; readonly bytes: number }[];
  /** Init section of fMP4; null for TS. */
  readonly init: Buffer | null;
  readonly framesPerSegment: number;
}

/** Number of AAC frames at 48 kHz. One more frame, the encoder's priming, would form a separate segment. */
const soundFrames = ({ seconds }: MediaSpec): string => String((seconds * 48_000) / 1024);

const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=channel_layout=stereo:sample_rate=48000'];
const AS_SOUND = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];

/** Input arguments of a cut: tracks of the source unchanged, or silence instead. */
function trackArgs(source: string, spec: MediaSpec, tracks: CutSpec['tracks']): string[] {
  const sound = ['-frames:a', soundFrames(spec)];
  switch (tracks) {
    case 'audio':
      return ['-i', source, '-map', '0:a', ...sound, '-c', 'copy'];
    case 'muted':
      return ['-i', source, ...SILENCE, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', ...AS_SOUND, ...sound];
    case 'silence':
      return [...SILENCE, ...AS_SOUND, ...sound];
    case undefined:
      return ['-i', source, '-map', '0:v', '-map', '0:a', '-c', 'copy'];
  }
}

const hlsArgs = (
  source: string,
  { spec, cut }: { readonly spec: MediaSpec; readonly cut: CutSpec },
  folder: string,
): string[] => [
  ...trackArgs(source, spec, cut.tracks),
  '-f',
  'hls',
  '-hls_time',
  String(cut.segmentS),
  '-hls_list_size',
  '0',
  '-hls_playlist_type',
  'vod',
  ...(cut.container === 'ts'
    ? ['-hls_segment_type', 'mpegts', '-hls_segment_filename', path.join(folder, 's-%05d.ts')]
    : [
        '-hls_segment_type',
        'fmp4',
        '-hls_fmp4_init_filename',
        'init.mp4',
        '-hls_segment_filename',
        path.join(folder, 's-%05d.m4s'),
      ]),
  path.join(folder, 'vod.m3u8'),
];

/** Encodes a source and splits it into segments; the cache keeps both results. */
export async function cutSource(
  mediaDir: string,
  spec: MediaSpec,
  { onPercent, ...cut }: CutSpec & { readonly onPercent?: OnPercent },
): Promise<CutMedia> {
  const folder = await encodeSource(mediaDir, spec, onPercent);
  const cutFolder = await cachedFolder(
    path.join(folder, [cut.container, cut.segmentS, ...(cut.tracks ? [cut.tracks] : [])].join('-')),
    (work) => runFfmpeg(hlsArgs(path.join(folder, 'source.mp4'), { spec, cut }, work)),
  );
  const names = (await readdir(cutFolder)).filter((name) => name.startsWith('s-')).sort();
  if (names.length !== spec.seconds / cut.segmentS)
    throw new BugError(
      'sim-cut',
      `${String(names.length)} segments of ${String(cut.segmentS)} s out of ${String(spec.seconds)} s`,
    );
  const segments = await Promise.all(
    names.map(async (name) => {
      const file = path.join(cutFolder, name);
      return { file, bytes: (await stat(file)).size };
    }),
  );
  const init = cut.container === 'fmp4' ? await readFile(path.join(cutFolder, 'init.mp4')) : null;
  return { spec, cut, segments, init, framesPerSegment: spec.fps * cut.segmentS };
}
