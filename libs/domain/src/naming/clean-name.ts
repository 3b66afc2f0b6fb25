import { isVisibleText } from '#libs/contracts';
import { cutToBytes } from './utf8.js';

/**
 * What is called so on Windows is a device, with any ending (learn.microsoft.com, "Naming Files, Paths, and
 * Namespaces").
 */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?= *(?:\.|$))/i;
/**
 * Controls, direction marks that let a name lie about its ending, and what is not seen at all. Joiners stay: emoji and
 * scripts need them.
 */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Refused by Windows, SMB or exFAT: what parts words becomes `_`, the rest goes, as v0's did. */
const PARTING = /[/\\:|]/g;
const REFUSED = /[<>"?*]/g;

/** A text (a title, a name of a game) without what no file name may hold; may be empty. */
export function cleanText(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(PARTING, '_')
    .replace(REFUSED, '');
  return plain.replace(/ {2,}/g, ' ').normalize('NFC').trim();
}

/**
 * A text as one part of a path that Windows, macOS, Linux and shares of them take: NFC, no reserved character or device
 * name, no dot or space at its ends, at most `maxBytes` of UTF-8. The same text cleaned twice is cleaned once. Empty
 * when nothing is left, or nothing that is seen.
 */
export function cleanPart(text: string, maxBytes: number): string {
  const short = (name: string): string => bareEnds(cutToBytes(name, maxBytes));
  // Cut again: the mark before a device name takes a byte.
  const name = short(short(bareEnds(cleanText(text))).replace(DEVICE, '_$&'));
  return isVisibleText(name) ? name : '';
}

const bareEnds = (text: string): string => text.replace(/^[. ]+/, '').replace(/[. ]+$/, '');
