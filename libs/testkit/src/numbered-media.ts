import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder, repositoryRoot } from '../../../tools/provider-sim/media/cached-folder.js';

const run = promisify(execFile);
const MAX_OUTPUT = 500_000_000;

export interface NumberedEpoch {
  /** The epoch's own folder; created by the function. */
  readonly dir: string;
  /** Number in the first frame; the others follow. */
  readonly firstFrame: number;
  readonly frames: number;
  /** `30`, `30000/1001` ... */
  readonly fps: string;
  /** Time stamp of the first frame, in seconds, on the source's clock. */
  readonly clockSeconds: number;
  readonly kind: 'ts' | 'fmp4' | 'aac';
  /** Default 160x32; the width is 16 blocks of 10 or more. */
  readonly size?: string;
  readonly video?: boolean;
  readonly audio?: boolean;
  readonly audioRate?: number;
  /** Delay of the audio's start against the video. */
  readonly audioDelaySeconds?: number;
  readonly segmentSeconds?: number;
  /** Additional ffmpeg output options; the last one of a name wins. */
  readonly encoder?: readonly string[];
}

/** Files of an epoch as an HLS source would serve them, in order. */
export interface MadeEpoch {
  readonly init: string | null;
  readonly segments: readonly string[];
}

const EXTENSION = { ts: 'ts', fmp4: 'm4s', aac: 'aac' } as const;
/** Increase this if the drawing or the encoding changes, so that old files of the cache are not used. */
const RECIPE = 1;

/**
 * Creates a run of segments whose frames show their number as 16 black or white blocks, with a tone. Encodes it once
 * into the repository's cache and copies it from there.
 */
export async function makeNumberedEpoch({ dir, ...e }: NumberedEpoch): Promise<MadeEpoch> {
  const key = createHash('sha256')
    .update(JSON.stringify([RECIPE, Object.entries(e).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex')
    .slice(0, 20);
  const retained = await cachedFolder(path.join(await repositoryRoot(), '.cache/epochs', key), (folder) =>
    encodeEpoch({ ...e, dir: folder }),
  );
  await cp(retained, dir, { recursive: true });
  const names = (await readdir(dir)).filter((name) => name.endsWith(`.${EXTENSION[e.kind]}`)).sort();
  return {
    init: e.kind === 'fmp4' ? path.join(dir, 'init.bin') : null,
    segments: names.map((name) => path.join(dir, name)),
  };
}

async function encodeEpoch(e: NumberedEpoch): Promise<void> {
  const hasVideo = e.video !== false;
  const size = e.size ?? '160x32';
  const segmentFile = path.join(e.dir, `%05d.${EXTENSION[e.kind]}`);
  const encoding = run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...(hasVideo ? ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', size, '-r', e.fps, '-i', 'pipe:0'] : ['-nostdin']),
    ...soundOf(e),
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
  const { stdin } = encoding.child;
  stdin?.on('error', () => undefined); // ffmpeg reports on stderr why it reads no further input.
  stdin?.end(hasVideo ? pictures(e, size) : undefined);
  await encoding;
}

function soundOf({ audio, audioDelaySeconds = 0, audioRate = 48_000, frames, fps }: NumberedEpoch): string[] {
  const tone = `sine=f=440:r=${String(audioRate)}:d=${String(frames / rateOf(fps))}`;
  return audio === false ? [] : ['-itsoffset', String(audioDelaySeconds), '-f', 'lavfi', '-i', tone];
}

/** Draws all frames, one after the other; an ffmpeg filter would take many times as long. */
function pictures({ firstFrame, frames }: NumberedEpoch, size: string): Buffer {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const [luma, block] = [width * height, width / 16];
  const all = Buffer.alloc((luma * 3 * frames) / 2, 128);
  for (let frame = 0; frame < frames; frame += 1) {
    const row = Buffer.alloc(width, 16);
    for (let bit = 0; bit < 16; bit += 1)
      if (((firstFrame + frame) >> bit) & 1) row.fill(235, bit * block, (bit + 1) * block);
    for (let y = 0; y < height; y += 1) row.copy(all, (frame * luma * 3) / 2 + y * width);
  }
  return all;
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

/** Reads the numbers in the decoded frames of a file, in presentation order. */
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

/** Reads the presentation times of a track's packets in seconds, ascending, each with its length in the container. */
export async function readPackets(
  file: string,
  track: 'v' | 'a' | `a:${number}`,
): Promise<{ at: number; length: number }[]> {
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

/** The longest gap between the end of one packet and the start of the next, and the longest overlap, in seconds. */
export function joinsOf(packets: readonly { at: number; length: number }[]): { gap: number; lap: number } {
  let gap = 0;
  let lap = 0;
  for (const [i, packet] of packets.entries()) {
    const next = packets[i + 1];
    if (!next) break;
    gap = Math.max(gap, next.at - packet.at - packet.length);
    lap = Math.max(lap, packet.at + packet.length - next.at);
  }
  return { gap, lap };
}
