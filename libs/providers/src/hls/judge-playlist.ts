/** Basic findings about a playlist; the capture engine does the full parsing. Tags: RFC 8216bis 4.4. */
export type Judgement =
  | { readonly kind: 'not-hls' }
  | { readonly kind: 'empty-master' }
  | { readonly kind: 'master'; readonly firstVariant: string }
  | { readonly kind: 'vod' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'empty' }
  /**
   * `edgeAt`: programme date-time of the live edge, ms since the Unix epoch; `position` changes whenever the playlist
   * moves.
   */
  | { readonly kind: 'media'; readonly position: string; readonly edgeAt: number | null; readonly targetMs: number };

/** Judges a playlist by its text alone. */
export function judgePlaylist(text: string): Judgement {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((l) => l.trim());
  if (lines[0] !== '#EXTM3U') return { kind: 'not-hls' };
  if (lines.some((l) => l.startsWith('#EXT-X-STREAM-INF'))) return judgeMaster(lines);
  if (lines.some((l) => l.startsWith('#EXT-X-MEDIA:') || l.startsWith('#EXT-X-I-FRAME-STREAM-INF')))
    return { kind: 'empty-master' };
  return judgeMedia(lines);
}

function judgeMaster(lines: readonly string[]): Judgement {
  const at = lines.findIndex((l) => l.startsWith('#EXT-X-STREAM-INF'));
  const firstVariant = lines.slice(at + 1).find((l) => l !== '' && !l.startsWith('#'));
  return firstVariant === undefined ? { kind: 'empty-master' } : { kind: 'master', firstVariant };
}

function judgeMedia(lines: readonly string[]): Judgement {
  const valueOf = (tag: string): string | undefined =>
    lines.find((l) => l.startsWith(`${tag}:`))?.slice(tag.length + 1);
  const targetS = Number(valueOf('#EXT-X-TARGETDURATION'));
  if (!(targetS > 0)) return { kind: 'not-hls' };
  const sequence = Number(valueOf('#EXT-X-MEDIA-SEQUENCE') ?? '0');
  const ended = lines.includes('#EXT-X-ENDLIST');
  // A live window that just ended keeps its high sequence number; a file on a web server starts at 0 or 1.
  if (valueOf('#EXT-X-PLAYLIST-TYPE') === 'VOD' || (ended && sequence <= 1)) return { kind: 'vod' };
  if (ended) return { kind: 'ended' };
  const uris = lines.filter((l) => l !== '' && !l.startsWith('#'));
  const last = uris.at(-1);
  if (last === undefined) return { kind: 'empty' };
  return {
    kind: 'media',
    position: `${sequence}+${uris.length} ${last}`,
    edgeAt: edgeOf(lines),
    targetMs: targetS * 1000,
  };
}

function edgeOf(lines: readonly string[]): number | null {
  let at: number | null = null;
  for (const line of lines) {
    if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) at = Date.parse(line.slice(25));
    else if (at !== null && line.startsWith('#EXTINF:')) at += Number.parseFloat(line.slice(8)) * 1000;
  }
  return at === null || Number.isNaN(at) ? null : at;
}
