import { type Container } from '#libs/contracts';
import { LISTED_MEDIA_ONLY } from '../ffmpeg/media-only.js';

export interface ContainerArgs {
  readonly listUrl: string;
  readonly chaptersUrl: string | null;
  readonly outPath: string;
  readonly container: Container;
  readonly videoCodec: string | null;
  readonly audioCodecs: readonly string[];
  /** Several runs: audio that laps over a join is dropped. */
  readonly joins: boolean;
  readonly lengthSeconds: number;
}

/** `m4a` is an mp4 by another name; ffmpeg's own `ipod` muxer takes fewer codecs. */
const FORMAT = { mp4: 'mp4', m4a: 'mp4', mov: 'mov', mkv: 'matroska' } as const satisfies Record<Container, string>;

/**
 * The second pass of `+faststart` holds the index of the file in memory twice: 1.2 GB at 24 h (architecture 10). Above
 * this length the index stays at the end.
 */
const FASTSTART_MAX_SECONDS = 8 * 3600;

/** With two inputs ffmpeg reads each in a thread with a queue of 8 packets, and warns at each that has to wait. */
const QUEUE = ['-thread_queue_size', '256'] as const;

/**
 * An audio packet that starts more than half its length before the end of the one before it: the tail of one run and
 * the head of the next lie on one another.
 */
const LAPS = String.raw`gt(N\,0)*not(eq(PTS\,NOPTS))*not(eq(PREV_OUTPTS\,NOPTS))*lt(PTS\,PREV_OUTPTS+DURATION/2)`;
/**
 * Marks such packets by a length of one tick and takes them out; without this ffmpeg squeezes them into one tick each,
 * and they are still decoded: 21 ms of drift each.
 */
const DROP_LAPS = String.raw`setts=ts=if(${LAPS}\,PREV_OUTPTS\,PTS):duration=if(${LAPS}\,1\,DURATION),noise=amount=0:drop=eq(d\,1)`;

/**
 * Arguments that write one container file out of a list of runs, without decoding. Pure, so that a test can read the
 * whole command.
 */
export function containerArgs(c: ContainerArgs): string[] {
  const isIso = c.container !== 'mkv';
  return [
    ...LISTED_MEDIA_ONLY,
    ...(c.chaptersUrl === null ? [] : QUEUE),
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    c.listUrl,
    ...(c.chaptersUrl === null ? [] : ['-protocol_whitelist', 'http,tcp', '-f', 'ffmetadata', '-i', c.chaptersUrl]),
    ...(c.videoCodec === null ? ['-vn'] : ['-map', '0:v:0']),
    '-map',
    '0:a?',
    // Languages of tracks are kept; what a packager wrote about itself is not.
    '-map_metadata:g',
    '-1',
    '-map_chapters',
    c.chaptersUrl === null ? '-1' : '1',
    '-c',
    'copy',
    // A first segment that does not begin with a keyframe is kept whole: what was recorded is in the file.
    '-copyinkf',
    ...c.audioCodecs.flatMap((codec, i) => audioFilters(codec, i, c.joins)),
    ...(isIso && c.videoCodec === 'hevc' ? ['-tag:v', 'hvc1'] : []),
    ...(isIso && c.lengthSeconds <= FASTSTART_MAX_SECONDS ? ['-movflags', '+faststart'] : []),
    '-f',
    FORMAT[c.container],
    '-y',
    c.outPath,
  ];
}

function audioFilters(codec: string, index: number, joins: boolean): string[] {
  const chain = [...(joins ? [DROP_LAPS] : []), ...(codec === 'aac' ? ['aac_adtstoasc'] : [])];
  return chain.length === 0 ? [] : [`-bsf:a:${String(index)}`, chain.join(',')];
}
