import { OutsideError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';

/** The possible faults of a playlist. The code is stable: callers choose the remedy by it. */
export const PLAYLIST_FAULTS = [
  'not-hls',
  'not-media',
  'empty-master',
  'vod-playlist',
  'bad-tag',
  'bad-byterange',
  'bad-uri',
  'delta-playlist',
  'undefined-variable',
] as const;
export type PlaylistFault = (typeof PLAYLIST_FAULTS)[number];

/**
 * The text is not a valid playlist of the expected kind. The playlist parsers throw nothing else; `what` equals `code`.
 */
export class PlaylistError extends OutsideError {
  readonly what: PlaylistFault;
  /** @param message `error.<what>`, or a variant of it */
  constructor(message: OwnMessage) {
    super(message);
    this.what = this.code as PlaylistFault;
  }
}

/** A list of a week in segments of 1 s has 600,000 segments, with two or three lines each. */
const MAX_LINES = 2_000_000;
const LF = 10;
const CR = 13;

/**
 * Splits a playlist into its tags and URIs, trimmed and without comments. Accepts a BOM, blank lines before the first
 * line, attributes in it, and LF, CRLF or CR as line end.
 * @throws PlaylistError `not-hls`: the first line is not #EXTM3U, or there are too many lines
 */
export function playlistLines(text: string): string[] {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!/^\s*#EXTM3U(?![\w-])/.test(body)) throw new PlaylistError(message('error.not-hls'));
  if (hasMoreLines(body, MAX_LINES)) throw new PlaylistError(message('error.not-hls.too-long', { n: MAX_LINES }));
  return body
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && (!line.startsWith('#') || line.startsWith('#EXT')));
}

/** Counts without an array of lines: 16 MB of line ends would need a gigabyte. */
function hasMoreLines(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let lines = 0;
  for (let at = 0; at < text.length && lines <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) lines += 1;
  }
  return lines > most;
}

/** Splits a tag into its name without `#` and the text after the colon. */
export function splitTag(line: string): readonly [tag: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line.slice(1), ''] : [line.slice(1, colon), line.slice(colon + 1)];
}

/**
 * Whether a playlist lists variants (`master`) or segments (`media`).
 * @throws PlaylistError `not-hls`
 */
export function playlistKind(text: string): 'master' | 'media' {
  const lines = playlistLines(text);
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF') || line.startsWith('#EXT-X-MEDIA:'))
    ? 'master'
    : 'media';
}

/**
 * Parses an attribute list (`A=1,B="x,y",C=1x2`). Values come without their quotes; a comma inside quotes belongs to
 * the value. Parses malformed parts as far as possible and never throws. Source: RFC 8216 section 4.2.
 */
export function parseAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals < 0) break;
    const quoted = text[equals + 1] === '"';
    const from = equals + (quoted ? 2 : 1);
    const end = orEnd(text.indexOf(quoted ? '"' : ',', from), text);
    const value = text.slice(from, end);
    found.set(text.slice(at, equals).trim(), quoted ? value : value.trim());
    at = orEnd(text.indexOf(',', end), text) + 1;
  }
  return found;
}

const orEnd = (index: number, text: string): number => (index < 0 ? text.length : index);

/** Parses the decimal number of an attribute; null if it is missing or not finite. */
export function numberOf(value: string | undefined): number | null {
  if (value === undefined || value.trim() === '') return null;
  const n = Number(value);
  return Number.isFinite(n) ? n : null;
}

/** `data:` addresses carry keys and init sections inside the playlist. */
const PROTOCOLS: readonly string[] = ['http:', 'https:', 'data:'];

/**
 * Resolves a URI of a playlist. Allows http, https and data only, so that no playlist can point at a local file. Removes
 * `_HLS_*` parameters, which belong to one blocking reload (RFC 8216bis section 6.2.5).
 * @throws PlaylistError `bad-uri`
 */
export function absolute(uri: string, baseUrl: string): string {
  if (!URL.canParse(uri, baseUrl)) throw new PlaylistError(message('error.bad-uri', { uri: uri.slice(0, 200) }));
  const url = new URL(uri, baseUrl);
  if (!PROTOCOLS.includes(url.protocol))
    throw new PlaylistError(message('error.bad-uri.protocol', { protocol: url.protocol }));
  if (url.search.includes('_HLS_'))
    for (const name of [...url.searchParams.keys()]) if (name.startsWith('_HLS_')) url.searchParams.delete(name);
  return url.href;
}
