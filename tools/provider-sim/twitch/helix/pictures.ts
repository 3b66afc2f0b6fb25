import type { SiteExchange } from '../site.js';

const CDN = 'static-cdn.jtvnw.net';

/**
 * Addresses of Twitch's pictures, as Helix writes them (docs/reference/twitch.md#helix-streams); `{width}` and
 * `{height}` are for the client to fill in.
 */
export const profileImage = (exchange: SiteExchange, userId: string): string =>
  `${exchange.base(CDN)}/jtv_user_pictures/${userId}-profile_image-300x300.png`;
export const livePreview = (exchange: SiteExchange, login: string): string =>
  `${exchange.base(CDN)}/previews-ttv/live_user_${login}-{width}x{height}.jpg`;
export const boxArt = (exchange: SiteExchange, categoryId: string): string =>
  `${exchange.base(CDN)}/ttv-boxart/${categoryId}-{width}x{height}.jpg`;
/** With percent signs, unlike the picture of a live one. */
export const pastPreview = (exchange: SiteExchange, videoId: string): string =>
  `${exchange.base(CDN)}/cf_vods/${videoId}/thumb/thumb0-%{width}x%{height}.jpg`;
