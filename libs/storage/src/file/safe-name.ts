const MAX_NAME_BYTES = 240;
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
// Control characters, characters that Windows, SMB and exFAT refuse, and direction marks, which can disguise a file
// extension.
const REFUSED_CHARACTERS = /[\p{Cc}<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Longer texts are cut before anything else: no name has room for so much, and the rest would only take time. */
const MAX_CHARS = 10_000;

/**
 * Converts a text (a title, a channel's name) into a file name that is valid on every file system and share: NFC, at
 * most 240 bytes of UTF-8 including the extension, without reserved characters or device names, and without dots or
 * spaces at the ends. Different texts may yield the same name.
 */
export function safeName(text: string): string {
  const clean = plain(text);
  const ending = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? '';
  return safe(clean.slice(0, clean.length - ending.length), MAX_NAME_BYTES - ending.length) + ending;
}

/** Like {@link safeName}, for a folder, which has no extension. */
export const safeFolder = (text: string): string => safe(plain(text), MAX_NAME_BYTES);

const plain = (text: string): string =>
  text.slice(0, MAX_CHARS).toWellFormed().normalize('NFC').replace(REFUSED_CHARACTERS, '_').replace(/\s+/gu, ' ');

function safe(text: string, maxBytes: number): string {
  const stem = truncate(text.replace(/^[. ]+/, ''), maxBytes).replace(/[. ]+$/, '');
  return (stem === '' ? '_' : stem).replace(DEVICE_NAME, '_$&');
}

function truncate(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let retained = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (Buffer.byteLength(retained) + Buffer.byteLength(segment) > maxBytes) break;
    retained += segment;
  }
  return retained;
}
