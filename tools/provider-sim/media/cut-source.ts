import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BugError } from '#libs/errors';
import { boxes } from './boxes.js';
import { cachedFolder } from './cached-folder.js';
import { encodeSource, type OnPercent } from './encode-source.js';
import type { CutSpec, MediaSpec, PackedAudio } from './media-spec.js';
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

/** Number of frames of audio at 48 kHz. One more frame, the encoder's priming, would form a separate segment. */
const soundFrames = ({ seconds }: MediaSpec, samples = 1024): string =>
  String(Math.floor((seconds * 48_000) / samples));

const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=channel_layout=stereo:sample_rate=48000'];
const AS_SOUND = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2'];

/** ffmpeg moves a track that starts below 0 to 0, away from the clock of the other one. */
const LATER = ['-output_ts_offset', '1'];

const AUDIO_CODECS = {
  aac: [],
  flac: ['-c:a', 'flac', '-strict', 'experimental'],
  pcm_mulaw: ['-c:a', 'pcm_mulaw', '-ac', '1'],
} as const;

/** `samples`: in each frame. Without its bit reservoir, MP3 can be decoded from each frame on. */
const PACKED = {
  aac: { samples: 1024, args: ['-c:a', 'aac'] },
  mp3: { samples: 1152, args: ['-c:a', 'libmp3lame', '-reservoir', '0'] },
  ac3: { samples: 1536, args: ['-c:a', 'ac3'] },
  eac3: { samples: 1536, args: ['-c:a', 'eac3'] },
} as const;

interface Cut {
  readonly spec: MediaSpec;
  readonly cut: CutSpec;
}

/** Input arguments of a cut: tracks of the source unchanged, or silence instead. */
function trackArgs(source: string, { spec, cut }: Cut): string[] {
  const sound = ['-frames:a', soundFrames(spec)];
  const { tracks = 'both', audioCodec = 'aac' } = cut;
  switch (tracks) {
    case 'audio':
      return ['-i', source, '-map', '0:a', ...sound, '-c', 'copy'];
    case 'video-rendition':
      return ['-i', source, '-map', '0:v', '-c', 'copy', ...LATER];
    case 'audio-rendition':
      return ['-i', source, '-map', '0:a', ...sound, '-c', 'copy', ...LATER];
    case 'muted':
      return ['-i', source, ...SILENCE, '-map', '0:v', '-map', '1:a', '-c:v', 'copy', ...AS_SOUND, ...sound];
    case 'silence':
      return [...SILENCE, ...AS_SOUND, ...sound];
    case 'both':
      return ['-i', source, '-map', '0:v', '-map', '0:a', '-c', 'copy', ...AUDIO_CODECS[audioCodec]];
  }
}

const isPacked = (container: CutSpec['container']): container is PackedAudio => container in PACKED;

async function fill(source: string, what: Cut, folder: string): Promise<void> {
  const { container, audioCodec } = what.cut;
  if (isPacked(container)) await runFfmpeg(packedArgs(source, { ...what, container }, folder));
  else if (audioCodec === 'pcm_mulaw') await cutFragments(source, what, folder);
  else await runFfmpeg(hlsArgs(source, what, folder));
}

const packedArgs = (
  source: string,
  { spec, cut, container }: Cut & { readonly container: PackedAudio },
  folder: string,
): string[] => [
  ...['-i', source, '-map', '0:a', '-frames:a', soundFrames(spec, PACKED[container].samples)],
  ...[...PACKED[container].args, '-b:a', '96k'],
  ...[
    '-f',
    'segment',
    '-segment_time',
    String(cut.segmentS),
    '-segment_format',
    container === 'aac' ? 'adts' : container,
  ],
  ...(container === 'mp3' ? ['-segment_format_options', 'write_xing=0:id3v2_version=0'] : []),
  path.join(folder, `s-%05d.${container}`),
];

/** Cuts a fragmented mov, which holds codecs that ffmpeg does not write into mp4. It has a fragment each second. */
async function cutFragments(source: string, what: Cut, folder: string): Promise<void> {
  const whole = path.join(folder, 'whole.mov');
  const flags = 'frag_keyframe+delay_moov+default_base_moof';
  await runFfmpeg([...trackArgs(source, what), '-movflags', flags, whole]);
  const bytes = await readFile(whole);
  const starts = [...boxes(bytes)].filter(({ type }) => type === 'moof').map(({ start }) => start - 8);
  const end = [...boxes(bytes)].findLast(({ type }) => type === 'mdat')?.end;
  await writeFile(path.join(folder, 'init.mp4'), bytes.subarray(0, starts[0]));
  for (let n = 0; n * what.cut.segmentS < starts.length; n += 1) {
    const [from, to] = [starts[n * what.cut.segmentS], starts[(n + 1) * what.cut.segmentS]];
    await writeFile(path.join(folder, `s-${String(n).padStart(5, '0')}.m4s`), bytes.subarray(from, to ?? end));
  }
  await rm(whole);
}

const hlsArgs = (source: string, { spec, cut }: Cut, folder: string): string[] => [
  ...trackArgs(source, { spec, cut }),
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
  const variant = [cut.tracks, cut.audioCodec].filter((one) => one !== undefined && one !== 'aac');
  const cutFolder = await cachedFolder(path.join(folder, [cut.container, cut.segmentS, ...variant].join('-')), (work) =>
    fill(path.join(folder, 'source.mp4'), { spec, cut }, work),
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
