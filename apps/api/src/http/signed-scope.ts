import { mediaPath } from './media-path.js';

const VOD_MEDIA_PATH = /^\/api\/v0\/vod\/([0-9a-f-]{36})\/(index\.m3u8|files\.m3u|[rsi]\/)/i;
const MEDIA_FILE_PATH = /^\/(vods|saved_vods|saved_clips|cache\/thumbs)\//;

/** Scope of a signature for this URL: all media of a VOD, or one file. Null if the URL accepts no signature. */
export function signedScope(path: string): string | null {
  const vod = VOD_MEDIA_PATH.exec(path)?.[1];
  if (vod !== undefined) return vod.toLowerCase();
  return MEDIA_FILE_PATH.test(path) ? mediaPath(path) : null;
}
