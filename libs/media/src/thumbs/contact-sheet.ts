import { rm, stat } from 'node:fs/promises';
import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { ffmpeg, MAX_READ_ALLOC_BYTES } from '../ffmpeg/ffmpeg.js';
import { firstPicture, pictureFile } from './picture-args.js';

export interface ContactSheet {
  readonly file: string;
  /** Length of its video, ms. */
  readonly videoMs: number;
  readonly columns: number;
  readonly rows: number;
  /** Of the whole picture, pixels. */
  readonly width: number;
  /** Path of a PNG. */
  readonly outPath: string;
  /** Path of the picture of each moment, PNG; the caller removes it. `%d` becomes its number, from 0. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  /** Called after each moment. */
  readonly onPicture: (done: number) => void;
}

/**
 * Makes one picture of moments at equal distances. It reads only the media around each moment, so a file of many hours
 * takes as long as a short one.
 * @throws OutsideError `file-without-media`: the file has no picture at any of them
 */
export async function contactSheet(sheet: ContactSheet): Promise<void> {
  const { columns, rows, signal, outPath } = sheet;
  const wanted = columns * rows;
  let made = 0;
  for (let n = 0; n < wanted; n += 1) {
    if (await pictureAt(sheet, ((n + 0.5) / wanted) * sheet.videoMs, made)) made += 1;
    sheet.onPicture(n + 1);
  }
  if (made === 0) throw new OutsideError(message('error.file-without-media.empty'));
  await ffmpeg({
    args: [
      ...['-f', 'image2', '-framerate', '1', '-i', sheet.scratch],
      ...['-vf', `tile=${String(columns)}x${String(rows)}`, '-frames:v', '1', ...pictureFile(outPath)],
    ],
    signal,
  });
}

/** @returns false if the file has no picture there: its video is shorter than its container says */
async function pictureAt(
  { file, width, columns, scratch, signal }: ContactSheet,
  atMs: number,
  n: number,
): Promise<boolean> {
  const cell = Math.max(2, Math.floor(width / columns / 2) * 2);
  const outPath = scratch.replace('%d', String(n));
  await rm(outPath, { force: true }); // of an earlier try
  await ffmpeg({
    args: [
      ...firstPicture(file, atMs),
      ...['-vf', `scale=${String(cell)}:-2,setsar=1`, '-pix_fmt', 'rgb24', ...pictureFile(outPath)],
    ],
    signal,
    maxAllocBytes: MAX_READ_ALLOC_BYTES,
  });
  return stat(outPath).then(
    ({ size }) => size > 0,
    () => false,
  );
}
