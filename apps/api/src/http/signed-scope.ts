import { mediaPath } from './media-path.js';

const OF_A_VOD = /^\/api\/v0\/vod\/([0-9a-f-]{36})\/(index\.m3u8|s\/|i\/)/i;
const FILES = /^\/(vods|saved_vods|saved_clips|cache\/thumbs)\//;

/**
 * What a signature in this address would cover: all media of a VOD, or one file. Null: the address cannot be opened by
 * a signature.
 */
export function signedScope(path: string): string | null {
  const vod = OF_A_VOD.exec(path)?.[1];
  if (vod !== undefined) return vod.toLowerCase();
  return FILES.test(path) ? mediaPath(path) : null;
}
