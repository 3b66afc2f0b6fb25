import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_OUTPUT = 500_000_000;

export interface NumberedEpoch {
  /** Folder of its own; made. */
  readonly dir: string;
  /** Number in the first picture; the others follow on. */
  readonly firstFrame: number;
  readonly frames: number;
  /** `30`, `30000/1001` ... */
  readonly fps: string;
  /** Time stamp of the first frame, in seconds: where the source's clock stands. */
  readonly clockSeconds: number;
  readonly kind: 'ts' | 'fmp4' | 'aac';
  /** 160x32 unless told; the width is 16 blocks of 10 or more. */
  readonly size?: string;
  readonly video?: boolean;
  readonly audio?: boolean;
  readonly audioRate?: number;
  /** Audio begins this much later than video. */
  readonly audioDelaySeconds?: number;
  readonly segmentSeconds?: number;
  /** More ffmpeg output options; the last one of a name wins. */
  readonly encoder?: readonly string[];
}

/** Files of an epoch as an HLS source would serve them, in order. */
export interface MadeEpoch {
  readonly init: string | null;
  readonly segments: readonly string[];
}

const EXTENSION = { ts: 'ts', fmp4: 'm4s', aac: 'aac' } as const;

/** Encodes a run of segments whose pictures carry their frame number as 16 black or white blocks, with a tone. */
export async function makeNumberedEpoch(e: NumberedEpoch): Promise<MadeEpoch> {
  await mkdir(e.dir, { recursive: true });
  const seconds = e.frames / rateOf(e.fps);
  const size = e.size ?? '160x32';
  const block = Number(size.split('x')[0]) / 16;
  const picture = `nullsrc=s=${size}:r=${e.fps},geq=lum='if(bitand(trunc((N+${String(e.firstFrame)})/pow(2\\,trunc(X/${String(block)})))\\,1)\\,235\\,16)':cb=128:cr=128,trim=end_frame=${String(e.frames)}`;
  const hasVideo = e.video !== false;
  const segmentFile = path.join(e.dir, `%05d.${EXTENSION[e.kind]}`);
  await run('ffmpeg', [
    '-v',
    'error',
    '-nostdin',
    '-y',
    ...(hasVideo ? ['-f', 'lavfi', '-i', picture] : []),
    ...(e.audio === false
      ? []
      : [
          '-itsoffset',
          String(e.audioDelaySeconds ?? 0),
          '-f',
          'lavfi',
          '-i',
          `sine=f=440:r=${String(e.audioRate ?? 48_000)}:d=${String(seconds)}`,
        ]),
    ...(hasVideo
      ? ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-bf', '2', '-b:v', '200k', '-threads', '1']
      : []),
    '-c:a',
    'aac',
    '-b:a',
    '64k',
    ...(e.encoder ?? []),
    '-output_ts_offset',
    String(e.clockSeconds),
    '-muxdelay',
    '0',
    '-muxpreload',
    '0',
    ...muxer(e, segmentFile),
  ]);
  const names = (await readdir(e.dir)).filter((name) => name.endsWith(`.${EXTENSION[e.kind]}`)).sort();
  return {
    init: e.kind === 'fmp4' ? path.join(e.dir, 'init.bin') : null,
    segments: names.map((name) => path.join(e.dir, name)),
  };
}

function muxer(e: NumberedEpoch, segmentFile: string): string[] {
  const length = String(e.segmentSeconds ?? 1);
  if (e.kind === 'aac') return ['-f', 'segment', '-segment_format', 'adts', '-segment_time', length, segmentFile];
  const type = e.kind === 'fmp4' ? ['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.bin'] : [];
  return [
    '-f',
    'hls',
    '-hls_time',
    length,
    '-hls_list_size',
    '0',
    ...type,
    '-hls_segment_filename',
    segmentFile,
    path.join(e.dir, 'list.m3u8'),
  ];
}

const rateOf = (fps: string): number => {
  const [num = 30, den = 1] = fps.split('/').map(Number);
  return num / den;
};

/** The numbers in the decoded pictures of a file, in the order they are shown. */
export async function readFrameNumbers(file: string): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-nostdin',
      '-i',
      file,
      '-map',
      '0:v:0',
      '-vf',
      'scale=160:32:flags=area',
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: MAX_OUTPUT },
  );
  const numbers: number[] = [];
  for (let frame = 0; frame < stdout.length; frame += 160 * 32) {
    let n = 0;
    for (let bit = 0; bit < 16; bit += 1) if ((stdout[frame + 16 * 160 + bit * 10 + 5] ?? 0) > 128) n |= 1 << bit;
    numbers.push(n);
  }
  return numbers;
}

/** Presentation times of a track's packets in seconds, ascending, each with the length the container gives it. */
export async function readPackets(file: string, track: 'v' | 'a'): Promise<{ at: number; length: number }[]> {
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-select_streams', track, '-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0', file],
    { maxBuffer: MAX_OUTPUT },
  );
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [at = '0', length = '0'] = line.split(',');
      return { at: Number(at), length: Number(length) };
    })
    .sort((a, b) => a.at - b.at);
}

/** Longest silence between the end of one packet and the start of the next, and longest overlap, in seconds. */
export function joinsOf(packets: readonly { at: number; length: number }[]): { hole: number; lap: number } {
  let hole = 0;
  let lap = 0;
  for (const [i, packet] of packets.entries()) {
    const next = packets[i + 1];
    if (!next) break;
    hole = Math.max(hole, next.at - packet.at - packet.length);
    lap = Math.max(lap, packet.at + packet.length - next.at);
  }
  return { hole, lap };
}
