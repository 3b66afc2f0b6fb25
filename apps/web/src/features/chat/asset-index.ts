import { type ChatAssets } from '#libs/contracts';
import { siteUrl } from '../../lib/basepath.js';

export interface AssetPicture {
  readonly url: string;
  readonly title: string;
}

/** Frozen pictures by the key of a picture box: emotes and cheers by asset key, badges by `set/version`. */
export type AssetIndex = ReadonlyMap<string, AssetPicture>;

export function indexAssets({ emotes, badges, cheers }: ChatAssets): AssetIndex {
  return new Map([
    ...emotes.map((e) => [e.key, { url: siteUrl(e.url), title: e.name }] as const),
    ...badges.map((b) => [`${b.set}/${b.version}`, { url: siteUrl(b.url), title: b.title }] as const),
    ...cheers.map((c) => [c.key, { url: siteUrl(c.url), title: c.prefix }] as const),
  ]);
}
