import { cleanPart } from './clean-name.js';
import { renderTemplate, type TemplateValues } from './render-template.js';
import { utf8Bytes } from './utf8.js';

/** Maximum length of one part of a path (ext4, XFS, ZFS, NTFS, APFS). */
export const MAX_PART_BYTES = 255;
/**
 * Room for the suffixes that Vodkeep adds to a name. The longest is `-ffmpeg-chapters.txt` with 20 bytes; the number of
 * a file (`-12`) and of a duplicate in the library (` (12)`) may precede it.
 */
const MAX_ENDING_BYTES = 35;
/** Longest name that Vodkeep creates. */
export const MAX_NAME_BYTES = MAX_PART_BYTES - MAX_ENDING_BYTES;
/**
 * Limits for folders below the channel's folder: network shares and old Windows programs limit a whole path to some
 * hundred characters.
 */
const MAX_FOLDERS = 8;
const MAX_FOLDER_BYTES = 500;

/**
 * Path parts of a rendered template, outermost first; empty if nothing remains. No part leads upwards or exceeds {@link
 * MAX_NAME_BYTES}.
 */
export function pathOfTemplate(template: string, values: TemplateValues): string[] {
  return renderTemplate(template, values)
    .split('/')
    .map((part) => cleanPart(part, MAX_NAME_BYTES))
    .filter((part) => part !== '');
}

/** File extensions of Vodkeep: a folder `x.mp4` would collide with the file of a VOD `x`. */
const FILE_ENDING = /\.(?=(?:mp4|mkv|mov|m4a|ts|json|txt|vtt|csv|nfo|png|jpg|webp|m3u8|line|chatdump|adbreak|chat)$)/i;

/**
 * Joins folders with `/` and drops the innermost ones above the limits. Replaces a file extension at the end of a
 * folder name.
 */
export function boundFolder(parts: readonly string[]): string {
  const retained = parts.slice(0, MAX_FOLDERS).map((part) => part.replace(FILE_ENDING, '_'));
  while (utf8Bytes(retained.join('/')) > MAX_FOLDER_BYTES) retained.pop();
  return retained.join('/');
}
