import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FFMPEG_LIVE, startChild, type ThirdPartyChild } from '../../third-party/third-party-child.js';
import type { Producer, ProducerPlace } from '../producer.js';
import { demandDebian } from '../programs.js';
import { runningProducer } from './processes.js';

interface OptionSet {
  readonly id: string;
  readonly about: string;
  /** Whether the short set contains it: its playlist is odd, and its media are not. */
  readonly isShort?: boolean;
  /** Codec options. Default: copies both tracks. */
  readonly codecs?: readonly string[];
  /** Muxer and output options, without the name of the output. */
  readonly options: (place: ProducerPlace) => readonly string[];
  /** Name of the output; default `index.m3u8`. */
  readonly output?: string;
  /** Name of the playlist if it is not the output. */
  readonly playlist?: string;
  /** Prepares the folder, for example with a key. */
  readonly prepare?: (place: ProducerPlace) => Promise<void>;
  /** Ends the encoder at half of the media; a new one continues. */
  readonly restarts?: boolean;
}

const COPY = ['-c', 'copy'];
const hls = (...more: string[]): string[] => ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '6', ...more];
const SLIDING = ['-hls_flags', 'delete_segments+temp_file', '-hls_delete_threshold', '4'];
const FMP4 = ['-hls_segment_type', 'fmp4'];
const segment = (...more: string[]): string[] => [
  ...['-f', 'segment', '-segment_time', '2', '-segment_list_type', 'm3u8', '-segment_list_size', '6'],
  ...['-segment_list_flags', 'live', '-segment_format', 'mpegts', ...more],
];
const within = ({ folder }: ProducerPlace, name: string): string => path.join(folder, name);

/** The key changes with each segment; ffmpeg reads the file anew for each. */
async function writeKey(place: ProducerPlace): Promise<void> {
  await writeFile(within(place, 'stream.key'), '0123456789abcdef');
  await writeFile(within(place, 'key-info'), `stream.key\n${within(place, 'stream.key')}\n`);
}

const OPTION_SETS: readonly OptionSet[] = [
  { id: 'ts', about: 'MPEG-TS, deletes old segments', options: () => hls(...SLIDING) },
  { id: 'fmp4', about: 'fMP4, deletes old segments', options: () => hls(...SLIDING, ...FMP4) },
  {
    id: 'single-file',
    about: 'byte ranges of one growing MPEG-TS file',
    isShort: true,
    options: () => hls('-hls_flags', 'single_file'),
  },
  {
    id: 'fmp4-single-file',
    about: 'byte ranges of one growing MP4 file',
    isShort: true,
    options: () => hls('-hls_flags', 'single_file', ...FMP4),
  },
  {
    id: 'round-durations',
    about: 'segments of 1.3 s that start anywhere, with integer EXTINF',
    isShort: true,
    options: () => hls('-hls_time', '1.3', '-hls_flags', 'round_durations+split_by_time+delete_segments'),
  },
  {
    id: 'append-restart',
    about: 'the encoder restarts and appends, with a discontinuity',
    restarts: true,
    options: () => hls('-hls_flags', 'append_list+discont_start+omit_endlist'),
  },
  {
    id: 'append-list',
    about: 'the encoder restarts and appends, without a discontinuity',
    restarts: true,
    options: () => hls('-hls_flags', 'append_list+omit_endlist'),
  },
  {
    id: 'date-epoch',
    about: 'programme date-time, numbers from the Unix time',
    isShort: true,
    options: () => hls('-hls_flags', 'program_date_time+delete_segments', '-hls_start_number_source', 'epoch', ...FMP4),
  },
  {
    id: 'strftime',
    about: 'names from the clock',
    options: (place) => hls('-strftime', '1', '-hls_segment_filename', within(place, '%Y%m%d-%H%M%S.ts')),
  },
  {
    id: 'event',
    about: 'PLAYLIST-TYPE:EVENT, nothing leaves the list',
    options: () => hls('-hls_playlist_type', 'event', '-hls_flags', 'independent_segments'),
  },
  {
    id: 'omit-endlist',
    about: 'the list just stops changing',
    options: () => hls('-hls_flags', 'omit_endlist+delete_segments'),
  },
  {
    id: 'aes-rekey',
    about: 'AES-128, key tag before each segment',
    isShort: true,
    options: (place) => hls('-hls_key_info_file', within(place, 'key-info'), '-hls_flags', 'periodic_rekey'),
    prepare: writeKey,
  },
  {
    id: 'base-url',
    about: 'absolute addresses with a query',
    options: ({ folderUrl }) => hls('-hls_base_url', `${folderUrl}a/b/../`, ...SLIDING),
  },
  {
    id: 'segment-size',
    about: 'byte ranges, a new file at 80 kB',
    options: () => hls('-hls_segment_size', '80000'),
  },
  {
    id: 'init-time',
    about: 'segments grow from 1 s to 4 s',
    options: () => hls('-hls_init_time', '1', '-hls_time', '4'),
  },
  {
    id: 'pts-wrap',
    about: 'the 33-bit time stamps wrap in mid-stream',
    isShort: true,
    options: () => hls(...SLIDING, '-output_ts_offset', '95434.7'),
  },
  {
    id: 'agroup',
    about: 'audio as its own rendition, MPEG-TS',
    options: (place) =>
      hls(
        ...['-var_stream_map', 'v:0,agroup:sound a:0,agroup:sound,language:eng,default:yes', ...SLIDING],
        ...['-master_pl_name', 'master.m3u8', '-hls_segment_filename', within(place, 's_%v_%05d.ts')],
      ),
    output: 'stream_%v.m3u8',
    playlist: 'master.m3u8',
  },
  {
    id: 'agroup-fmp4',
    about: 'audio as its own rendition, fMP4',
    isShort: true,
    options: (place) =>
      hls(
        ...['-var_stream_map', 'v:0,agroup:sound a:0,agroup:sound,language:eng,default:yes', ...SLIDING, ...FMP4],
        ...['-master_pl_name', 'master.m3u8', '-hls_segment_filename', within(place, 's_%v_%05d.m4s')],
      ),
    output: 'stream_%v.m3u8',
    playlist: 'master.m3u8',
  },
  {
    id: 'fmp4-flac',
    about: 'FLAC in fMP4',
    codecs: ['-c:v', 'copy', '-c:a', 'flac', '-strict', '-2'],
    options: () => hls(...SLIDING, ...FMP4),
  },
  {
    id: 'fmp4-opus',
    about: 'Opus in fMP4',
    codecs: ['-c:v', 'copy', '-c:a', 'libopus', '-strict', '-2'],
    options: () => hls(...SLIDING, ...FMP4),
  },
  {
    id: 'ts-mp3',
    about: 'MP3 in MPEG-TS',
    codecs: ['-c:v', 'copy', '-c:a', 'libmp3lame'],
    options: () => hls(...SLIDING),
  },
  {
    id: 'ts-ac3',
    about: 'AC-3 in MPEG-TS',
    codecs: ['-c:v', 'copy', '-c:a', 'ac3'],
    options: () => hls(...SLIDING),
  },
  {
    id: 'segment-live',
    about: 'the segment muxer',
    options: (place) => segment('-segment_list', within(place, 'live.m3u8')),
    output: 's%05d.ts',
    playlist: 'live.m3u8',
  },
  {
    id: 'segment-wrap',
    about: 'the segment muxer, names are reused after 10 segments',
    isShort: true,
    options: (place) => segment('-segment_wrap', '10', '-segment_list', within(place, 'live.m3u8')),
    output: 's%05d.ts',
    playlist: 'live.m3u8',
  },
  {
    id: 'dash',
    about: 'HLS of the DASH muxer, audio as its own rendition',
    options: () => [
      ...['-f', 'dash', '-seg_duration', '2', '-window_size', '6', '-extra_window_size', '4', '-hls_playlist', '1'],
    ],
    output: 'stream.mpd',
    playlist: 'master.m3u8',
  },
  {
    id: 'dash-lhls',
    about: 'HLS of the DASH muxer with PREFETCH of growing segments',
    options: () => [
      ...['-f', 'dash', '-seg_duration', '2', '-window_size', '6', '-extra_window_size', '4', '-hls_playlist', '1'],
      ...['-streaming', '1', '-lhls', '1', '-strict', 'experimental'],
    ],
    output: 'stream.mpd',
    playlist: 'master.m3u8',
  },
];

/** One encoder for the whole of the media, or two, each for one half. */
function encoder(place: ProducerPlace, set: OptionSet): ThirdPartyChild {
  const { media } = place;
  // Without B-frames, the two halves have no frame in common.
  const file = set.restarts === true ? media.camera : media.file;
  const output = [...set.options(place), within(place, set.output ?? 'index.m3u8')];
  const run = (range: readonly string[]): ThirdPartyChild =>
    startChild('ffmpeg', [
      ...FFMPEG_LIVE,
      ...range,
      ...['-i', file, '-map', '0:v', '-map', '0:a', ...(set.codecs ?? COPY), ...output],
    ]);
  if (set.restarts !== true) return run([]);
  const half = String(media.seconds / 2);
  let current = run(['-t', half]);
  let isStopped = false;
  const ended = current.ended.then((code) => {
    if (isStopped) return code;
    current = run(['-ss', half]);
    return current.ended;
  });
  return {
    ended,
    lastOutput: () => current.lastOutput(),
    kill: (signal) => {
      isStopped = true;
      current.kill(signal);
    },
  };
}

/** ffmpeg's own muxers with many option sets, behind a plain web server. */
export const FFMPEG: readonly Producer[] = OPTION_SETS.map((set) => ({
  id: `ffmpeg-${set.id}`,
  about: set.about,
  isShort: set.isShort === true,
  listsAll: true,
  prepare: () => demandDebian('ffmpeg', ['ffmpeg']),
  start: async (place) => {
    await set.prepare?.(place);
    return runningProducer(`${place.folderUrl}${set.playlist ?? set.output ?? 'index.m3u8'}`, encoder(place, set));
  },
}));
