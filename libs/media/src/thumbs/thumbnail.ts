import { type ThumbFormat } from '#libs/contracts';
import { ffmpeg, MAX_READ_ALLOC_BYTES } from '../ffmpeg/ffmpeg.js';
import { firstPicture, pictureFile } from './picture-args.js';

/** A video file and the path of its thumbnail. */
export interface Picture {
  readonly file: string;
  readonly outPath: string;
  /** Length of the video, ms; a video shorter than 10 s gives its thumbnail from the middle. */
  readonly videoMs: number;
  readonly signal: AbortSignal;
  /** Default: jpg. The name of `outPath` ends in it. */
  readonly format?: ThumbFormat;
}

/** The position of v0's thumbnails. A shorter file uses an earlier position. */
const AT_MS = 5000;

/**
 * Makes a 320x240 thumbnail of the whole picture, with bars for another aspect ratio, as v0 clients expect from
 * `/cache/thumbs/{name}`.
 */
export const thumbnail = (p: Picture): Promise<void> =>
  picture(
    p,
    'scale=320:240:force_original_aspect_ratio=decrease:force_divisible_by=2,pad=320:240:(ow-iw)/2:(oh-ih)/2,setsar=1',
  );

/** Makes the dashboard's image of a running recording: the first complete picture of a segment, at most 640 wide. */
export const livePicture = (p: Omit<Picture, 'videoMs'>): Promise<void> =>
  picture({ ...p, videoMs: 0 }, "scale='min(640,iw)':-2,setsar=1");

/** Quality settings per encoder: jpg 2 (best) to 31, webp up to 100; png is lossless. */
const QUALITY = { jpg: ['-q:v', '4'], png: [], webp: ['-quality', '80'] } as const satisfies Record<
  ThumbFormat,
  readonly string[]
>;

async function picture({ file, outPath, videoMs, signal, format = 'jpg' }: Picture, filter: string): Promise<void> {
  const at = Math.min(AT_MS, videoMs / 2);
  const args = [...firstPicture(file, at), '-vf', filter, ...QUALITY[format], ...pictureFile(outPath)];
  await ffmpeg({ args, signal, maxAllocBytes: MAX_READ_ALLOC_BYTES });
}
