import { AddressSeal } from './sealed-address.js';
import type { AdPiece } from './ad-pieces.js';

/** What an address of Twitch's media hosts names: `s` is the session, `v` the variant. */
export type MediaTarget =
  | { readonly t: 'list'; readonly s: string; readonly v: string }
  | { readonly t: 'init'; readonly s: string; readonly v: string }
  /** `i`: place among all that the channel offered, or will. */
  | { readonly t: 'segment'; readonly s: string; readonly v: string; readonly i: number }
  | {
      readonly t: 'ad';
      readonly s: string;
      readonly c: 'ts' | 'fmp4';
      readonly cut: AdPiece['cut'];
      readonly i: number;
    }
  | { readonly t: 'ad-init'; readonly s: string; readonly c: 'ts' | 'fmp4'; readonly cut: AdPiece['cut'] };

export const LIST_HOST = 'video-weaver.fra02.hls.ttvnw.net';
export const SEGMENT_HOST = 'video-edge-c2a4e8.fra02.abs.hls.ttvnw.net';

export type MediaSeal = AddressSeal<MediaTarget>;
export const createMediaSeal = (): MediaSeal => new AddressSeal<MediaTarget>();

/** The opaque part of `/v1/playlist/<opaque>.m3u8` and `/v1/segment/<opaque>.ts`. */
export const opaqueOf = (pathname: string, folder: 'playlist' | 'segment'): string | null =>
  new RegExp(`^/v1/${folder}/([\\w-]+)\\.\\w+$`).exec(pathname)?.[1] ?? null;
