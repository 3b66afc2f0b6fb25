import { cleanPart } from './clean-name.js';
import { renderTemplate, type TemplateValues } from './render-template.js';
import { utf8Bytes } from './utf8.js';

/** What a file system takes for one part of a path (ext4, XFS, ZFS, NTFS, APFS). */
export const MAX_PART_BYTES = 255;
/**
 * Room for what we put behind a name: the longest is `-ffmpeg-chapters.txt` with 20 bytes; a number of a file (`-12`)
 * and of a double in the library (` (12)`) may stand before it.
 */
const ROOM_BYTES = 35;
/** Longest name that our code gives. */
export const MAX_NAME_BYTES = MAX_PART_BYTES - ROOM_BYTES;
/**
 * Bounds of folders below a channel's: shares and old Windows programs end at some hundred characters for a whole path.
 */
const MAX_FOLDERS = 8;
const MAX_FOLDER_BYTES = 500;

/**
 * Parts of a path, outermost first; none when nothing is left of the template. Never one that leads upwards, and none
 * above {@link MAX_NAME_BYTES}.
 */
export function pathOfTemplate(template: string, values: TemplateValues): string[] {
  return renderTemplate(template, values)
    .split('/')
    .map((part) => cleanPart(part, MAX_NAME_BYTES))
    .filter((part) => part !== '');
}

/** Endings of our files: a folder `x.mp4` would stand where the file of a VOD `x` belongs. */
const FILE_ENDING = /\.(?=(?:mp4|mkv|mov|m4a|ts|json|txt|vtt|csv|nfo|png|jpg|webp|m3u8|line|chatdump|adbreak|chat)$)/i;

/** As many of the folders as are allowed, `/` between; the innermost go first. None ends as a file does. */
export function boundFolder(parts: readonly string[]): string {
  const retained = parts.slice(0, MAX_FOLDERS).map((part) => part.replace(FILE_ENDING, '_'));
  while (utf8Bytes(retained.join('/')) > MAX_FOLDER_BYTES) retained.pop();
  return retained.join('/');
}
