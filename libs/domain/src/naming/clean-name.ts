import { isVisibleText } from '#libs/contracts';
import { cutToBytes } from './utf8.js';

/**
 * Windows treats these names as devices, with any extension (learn.microsoft.com, "Naming Files, Paths, and
 * Namespaces").
 */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i;
/**
 * Control characters, direction marks, which can disguise a file extension, and invisible characters. Joiners remain:
 * emoji and some scripts need them.
 */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/**
 * Characters that Windows, SMB or exFAT refuse. Those that separate words become `_`; the others are removed, as in v0.
 */
const SEPARATORS = /[/\\:|]/g;
const FORBIDDEN = /[<>"?*]/g;

/** Longer texts are cut before anything else: no name has room for so much, and the rest would only take time. */
const MAX_CHARS = 10_000;

/**
 * Removes characters that file names must not contain from a text (a title, the name of a game). The result may be
 * empty.
 */
export function cleanText(text: string): string {
  const plain = text
    .slice(0, MAX_CHARS)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(INVISIBLE, '')
    .replace(SEPARATORS, '_')
    .replace(FORBIDDEN, '');
  return plain.replace(/ {2,}/g, ' ').normalize('NFC').trim();
}

/**
 * Converts a text into one part of a path that is valid on Windows, macOS, Linux and network shares: NFC, without
 * reserved characters or device names, without dots or spaces at the ends, at most `maxBytes` of UTF-8. Idempotent.
 * Empty if nothing visible remains.
 */
export function cleanPart(text: string, maxBytes: number): string {
  const short = (name: string): string => bareEnds(cutToBytes(name, maxBytes));
  // Truncated again, because the mark before a device name adds a byte.
  const name = short(short(bareEnds(cleanText(text))).replace(WINDOWS_DEVICE, '_$&'));
  return isVisibleText(name) ? name : '';
}

/** A pattern for the end would try each dot of a long row anew. */
function bareEnds(text: string): string {
  let end = text.length;
  while (end > 0 && '. '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/^[. ]+/, '');
}
