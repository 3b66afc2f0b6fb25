import { mediaPath } from './media-path.js';

const OF_A_VOD = /^\/api\/v0\/vod\/([0-9a-f-]{36})\/(index\.m3u8|s\/|i\/)/i;
const FILES = /^\/(vods|saved_vods|saved_clips|cache\/thumbs)\//;

/** Scope of a signature for this URL: all media of a VOD, or one file. Null if the URL accepts no signature. */
export function signedScope(path: string): string | null {
  const vod = OF_A_VOD.exec(path)?.[1];
  if (vod !== undefined) return vod.toLowerCase();
  return FILES.test(path) ? mediaPath(path) : null;
}
