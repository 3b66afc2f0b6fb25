import { mediaOnly } from '../ffmpeg/media-only.js';

/** Arguments of ffmpeg that read the first picture of a file at a position. */
export const firstPicture = (file: string, atMs: number): string[] => [
  ...['-ss', (atMs / 1000).toFixed(3), ...mediaOnly(file), '-i', file],
  ...['-map', '0:v:0', '-frames:v', '1'],
];

/** Arguments of ffmpeg that write one picture to a file. */
export const pictureFile = (outPath: string): string[] => ['-f', 'image2', '-update', '1', '-y', outPath];
