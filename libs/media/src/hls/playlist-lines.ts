import { PlaylistError } from './playlist-error.js';

/**
 * The lines of a playlist that mean something, trimmed: tags and URIs, no comments. Takes a BOM and CRLF.
 * @throws PlaylistError `not-hls` - the first line is not #EXTM3U
 */
export function playlistLines(text: string): string[] {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!/^\s*#EXTM3U(?![\w-])/.test(body))
    throw new PlaylistError(
      'not-hls',
      'The address does not answer with an HLS playlist (its first line is not #EXTM3U).',
    );
  return body
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && (!line.startsWith('#') || line.startsWith('#EXT')));
}

/** Tag name without `#`, and what follows its colon. */
export function splitTag(line: string): readonly [tag: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line.slice(1), ''] : [line.slice(1, colon), line.slice(colon + 1)];
}

/** Whether a playlist lists variants (`master`) or segments (`media`). @throws PlaylistError `not-hls` */
export function playlistKind(text: string): 'master' | 'media' {
  const lines = playlistLines(text);
  return lines.some((line) => line.startsWith('#EXT-X-STREAM-INF') || line.startsWith('#EXT-X-MEDIA:'))
    ? 'master'
    : 'media';
}
