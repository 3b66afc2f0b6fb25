import { mediaPath } from './media-path.js';

/** What a signature opens: the playlists of a VOD, its segments and init sections, or one file. */
export interface SignedScope {
  readonly kind: 'playlist' | 'segments' | 'file';
  /** The VOD's uuid, or the file's path. */
  readonly of: string;
}

const VOD_MEDIA_PATH = /^\/api\/v0\/vod\/([0-9a-f-]{36})\/(?:(index\.m3u8|files\.m3u|r\/)|[si]\/)/i;
const MEDIA_FILE_PATH = /^\/(vods|saved_vods|saved_clips|cache\/thumbs)\//;

/** Scope of a signature for this URL; null if the URL accepts no signature. */
export function signedScope(path: string): SignedScope | null {
  const vod = VOD_MEDIA_PATH.exec(path);
  if (vod?.[1] !== undefined) return { kind: vod[2] === undefined ? 'segments' : 'playlist', of: vod[1].toLowerCase() };
  const file = MEDIA_FILE_PATH.test(path) ? mediaPath(path) : null;
  return file === null ? null : { kind: 'file', of: file };
}
