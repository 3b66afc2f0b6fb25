import { OutsideError } from '#libs/errors';
import { message, type OwnMessage } from '#libs/messages';

/** The possible faults of a playlist. The code is stable: callers choose the remedy by it. */
export type PlaylistFault =
  | 'not-hls'
  | 'not-media'
  | 'empty-master'
  | 'vod-playlist'
  | 'bad-tag'
  | 'bad-byterange'
  | 'bad-uri'
  | 'delta-playlist'
  | 'undefined-variable'
  | 'playlist-too-large';

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

/** Two days of segments of 1 s, each with its date, have 518,400 lines. */
const MAX_LINES = 600_000;
/** Characters. The longest honest lines carry an init section as a `data:` address. */
const MAX_LINE = 256 * 1024;
/** Spaces and line ends have no larger code. */
const SPACE = 32;

/**
 * Yields the tags and URIs of a playlist, trimmed, and an empty text for a comment. Accepts a BOM, blank lines before the first
 * line, attributes in it, and LF, CRLF or CR as line end.
 * @throws PlaylistError `not-hls`: the first line is not #EXTM3U; `playlist-too-large`: it has more than `maxLines`
 *   lines, or one of more than 256 KiB
 */
export function* playlistLines(text: string, maxLines = MAX_LINES): Generator<string, void> {
  if (!/^\ufeff?\s{0,1000}#EXTM3U(?![\w-])/.test(text)) throw new PlaylistError(message('error.not-hls'));
  const lines = /[^\r\n]+/g;
  for (let n = 1, found = lines.exec(text); found; n += 1, found = lines.exec(text)) {
    if (n > maxLines) throw new PlaylistError(message('error.playlist-too-large.lines', { n: maxLines }));
    if (found[0].length > MAX_LINE) throw new PlaylistError(message('error.playlist-too-large.line', { n: MAX_LINE }));
    const line = found[0].trim();
    yield line.startsWith('#') && !line.startsWith('#EXT') ? '' : line;
  }
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
  playlistLines(text).next();
  return ['#EXT-X-STREAM-INF', '#EXT-X-MEDIA:'].some((tag) => hasTag(text, tag)) ? 'master' : 'media';
}

/** Whether a line begins with the tag. Looks at no line, because there may be a million. */
function hasTag(text: string, tag: string): boolean {
  for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + 1))
    if (at === 0 || text.charCodeAt(at - 1) <= SPACE) return true;
  return false;
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

/** An address that cannot be parsed is wrong in its host. Its path and its query may contain secrets of the source. */
const shownUri = (uri: string): string => (/^(?:[a-z][a-z\d+.-]*:)?\/*[^/?#]*/i.exec(uri)?.[0] ?? '').slice(0, 100);

/**
 * Resolves a URI of a playlist. Allows http, https and data only, so that no playlist can point at a local file. Removes
 * `_HLS_*` parameters, which belong to one blocking reload (RFC 8216bis section 6.2.5).
 * @throws PlaylistError `bad-uri`
 */
export function absolute(uri: string, baseUrl: string): string {
  if (!URL.canParse(uri, baseUrl)) throw new PlaylistError(message('error.bad-uri', { uri: shownUri(uri) }));
  const url = new URL(uri, baseUrl);
  if (!PROTOCOLS.includes(url.protocol))
    throw new PlaylistError(message('error.bad-uri.protocol', { protocol: url.protocol }));
  if (url.search.includes('_HLS_'))
    for (const name of [...url.searchParams.keys()]) if (name.startsWith('_HLS_')) url.searchParams.delete(name);
  return url.href;
}
