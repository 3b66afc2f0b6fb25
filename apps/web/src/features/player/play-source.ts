import { type Vod } from '#libs/contracts';
import { siteUrl } from '../../lib/basepath.js';

export type PlaySource =
  | { readonly kind: 'playlist'; readonly url: string }
  | { readonly kind: 'file'; readonly url: string; readonly index: number };

/** What to play, best first: the playlist (it grows, and plays at once), then the finished files. */
export function sourcesOf(vod: Pick<Vod, 'playlist_url' | 'files'>): readonly PlaySource[] {
  const files = vod.files.map((f, index) => ({ kind: 'file' as const, url: siteUrl(f.url), index }));
  return vod.playlist_url === null ? files : [{ kind: 'playlist', url: siteUrl(vod.playlist_url) }, ...files];
}
